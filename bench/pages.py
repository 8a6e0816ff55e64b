"""`python -m bench.pages`: what a page costs, as ratios in one run, and how much memory the server takes.

A paper's page uncached and its 304 are timed against a Django view that answers a constant of the same size through
the same middleware, in one process, in turns, so that a busy machine slows all three alike. Then the real server
(granian, as `make run` starts it) is asked the same over HTTP, and the memory of each of its processes is told before
and after.
"""

import argparse
import os
import sys
from importlib import import_module
from pathlib import Path

from bench.site import SNAPSHOT, open_site, say


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.pages", description="What a page costs, against a constant view.")
    parser.add_argument("--snapshot", type=Path, default=SNAPSHOT, help="loaded first, where no DATABASE_URL is set")
    parser.add_argument("--papers", type=int, default=600, help="how many papers' pages are asked for")
    arguments = parser.parse_args()
    if not os.environ.get("DATABASE_URL") and not arguments.snapshot.exists():
        say(f"There is no snapshot {arguments.snapshot}: name one with --snapshot, or a loaded site by DATABASE_URL.")
        return 2
    with open_site(arguments.snapshot, os.cpu_count() or 1):
        # Found by name: it needs settings, which are there only now.
        return import_module("bench.page_costs").measure(arguments.papers)


if __name__ == "__main__":
    sys.exit(main())
