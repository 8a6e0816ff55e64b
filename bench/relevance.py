"""`python -m bench.relevance`: how well words alone rank, as nDCG@10 on labelled sets of real queries.

Each set's documents become papers of a throwaway database, their word index is built, and every query is typed into
the search that the site uses. Sets come from `--sets` (layout: corpus.jsonl.gz, queries.jsonl.gz, qrels.tsv); nothing
of them is kept. The documents of `doris-mae-best` stand among those of `csfcube`.
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from bench.empty_database import empty_database

SETS = Path(__file__).resolve().parents[2] / "shared" / "relevance"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.relevance", description=__doc__.partition("\n")[0])
    parser.add_argument("--sets", type=Path, default=SETS)
    options = parser.parse_args()
    if not options.sets.is_dir():
        print(f"There is no folder {options.sets}: name one with --sets.", file=sys.stderr)
        return 2
    with empty_database():
        # Found by name: it needs settings, which are there only now.
        import_module("bench.relevance_sets").measure(options.sets)
    return 0


if __name__ == "__main__":
    sys.exit(main())
