"""`python -m bench.sitemaps --data FOLDER`: what sitemaps cost, as ratios to the questions that they ask of Postgres.

FOLDER holds a big site, as `bench.big` or `bench.many_papers` make it (`--papers N` makes it by the latter). In turns,
in one process: the index and one file of papers through WSGI, and the bare SQL of either with all rows fetched. Aims:
at most 1.5 times for the index, 3 for a file. Then every file is read chunk by chunk, plain and compressed, and the
memory of the process is told before and after.
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from bench.big import held, open_big
from bench.many_papers import make
from bench.site import SNAPSHOT, say


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.sitemaps", description="What sitemaps cost.")
    parser.add_argument("--data", type=Path, required=True, help="folder of a big site")
    parser.add_argument("--papers", type=int, help="make it of so many, unless it is there")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    if options.papers:
        make(options.data, options.papers, SNAPSHOT)
    if not held(options.data):
        say(f"{options.data} holds no complete site; make it with --papers.")
        return 2
    with open_big(options.data):
        # Found by name: it needs settings, which are there only now.
        return import_module("bench.sitemap_costs").measure(options.rounds)


if __name__ == "__main__":
    sys.exit(main())
