"""`python -m bench.search`: what the search page costs against bare Tantivy on the same index, as ratios in one run.

For each of many real title words, in turns, so that a busy machine slows all alike: the engine's own query parser with
top 24 and count; our search with its filters' counts; the whole page through WSGI. The process's memory is told before
and after.
"""

import argparse
import os
import sys
from importlib import import_module
from pathlib import Path

from bench.site import SNAPSHOT, open_site, say


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.search", description="The search page against bare Tantivy.")
    parser.add_argument("--snapshot", type=Path, default=SNAPSHOT, help="loaded first, where no DATABASE_URL is set")
    parser.add_argument("--queries", type=int, default=1000)
    arguments = parser.parse_args()
    if not os.environ.get("DATABASE_URL") and not arguments.snapshot.exists():
        say(f"There is no snapshot {arguments.snapshot}: name one with --snapshot, or a loaded site by DATABASE_URL.")
        return 2
    with open_site(arguments.snapshot, os.cpu_count() or 1):
        # Found by name: it needs settings, which are there only now.
        return import_module("bench.search_costs").measure(arguments.queries)


if __name__ == "__main__":
    sys.exit(main())
