"""`python -m bench.search`: the search page against the sum of its bare parts, on the same queries, in one run.

For each query in turns, so that a busy machine slows all alike, and with its vectors in memory: the engine's own query
parser on the word index (top 24 and count), 50 nearest from the vector index, a vector from the encoder; then the page
through WSGI with nothing remembered, and once more. Beside them Postgres text search and `bm25s`. Then the same pages
by parallel users. Sizes of indexes and processes are told. `--figures FILE` keeps the run; growth against smaller sites
in that file is told.

    python -m bench.search                       over the snapshot, in a throwaway database
    python -m bench.search --data FOLDER         over a site that bench.big and bench.big_vectors made
"""

import argparse
import os
import sys
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path

from bench.big import open_big
from bench.site import SNAPSHOT, open_site, say

QUERIES = SNAPSHOT.parents[2] / "relevance" / "query-mix" / "queries.jsonl.gz"


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.search", description="The search page against its bare parts.")
    parser.add_argument("--snapshot", type=Path, default=SNAPSHOT, help="loaded first, where no site is named")
    parser.add_argument("--data", type=Path, help="folder of a big site")
    parser.add_argument("--mix", type=Path, default=QUERIES, help="file of queries (default: %(default)s)")
    parser.add_argument("--queries", type=int, default=400)
    parser.add_argument("--users", type=int, default=8, help="at once, in the last part")
    parser.add_argument("--plain", type=int, default=40, help="queries for Postgres and bm25s, which take long")
    parser.add_argument("--bm25s-papers", type=int, default=1_000_000, help="bm25s is left out above (its memory)")
    parser.add_argument("--figures", type=Path, help="file where the figures of this size are kept")
    arguments = parser.parse_args()
    if not arguments.data and not os.environ.get("DATABASE_URL") and not arguments.snapshot.exists():
        say(f"There is no snapshot {arguments.snapshot}: name one with --snapshot, or a site with --data.")
        return 2
    os.environ["LIMIT_PER_MINUTE"] = os.environ["LIMIT_BURST"] = "1000000"
    os.environ["EXPENSIVE_AT_ONCE"] = "64"  # what is measured is the search, not who may ask it
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    with _site(arguments):
        # Found by name: it needs settings, which are there only now.
        return import_module("bench.search_costs").measure(arguments)


def _site(arguments: argparse.Namespace) -> AbstractContextManager:
    if arguments.data:
        return open_big(arguments.data)
    return open_site(arguments.snapshot, os.cpu_count() or 1)


if __name__ == "__main__":
    sys.exit(main())
