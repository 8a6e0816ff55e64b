"""`python -m bench.many_papers`: millions of papers in a database that stays, as real ones over and over.

    python -m bench.many_papers --papers 3000000 --data FOLDER            make it, unless it is there and complete
    python -m bench.many_papers --papers 3000000 --data FOLDER --serve    start its Postgres, tell its address, wait

A snapshot is loaded, then its papers, versions, authors and places in lists are copied inside Postgres under ids of
their own until there are enough. So what costs by the number of papers (sitemaps, dumps) is measured in minutes; there
are no matched people, places, vectors or search vectors: `bench.big` makes those. `--woven` gives the papers made-up
people and places, as much as the price of search depends on (`bench.many_papers_weaving`).
"""

import argparse
import json
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from signal import pause

from django.core.management import call_command

from bench.big import MAKING, held, open_big
from bench.site import SNAPSHOT, say

MARKER = "big.json"  # as `bench.big` has it, so that its `--serve` opens this folder too


def make(data: Path, papers: int, snapshot: Path, woven: bool) -> None:
    _copy(data, papers, snapshot)
    if woven:
        with open_big(data, MAKING):
            import_module("bench.many_papers_weaving").weave()


def _copy(data: Path, papers: int, snapshot: Path) -> None:
    if held(data).get("copied") == papers:
        say(f"{data} holds it already")
        return
    if (data / "postgres").exists():
        raise SystemExit(f"{data} holds something else or is unfinished; take it away first, or name another folder.")
    began = time.monotonic()
    with open_big(data, MAKING):
        call_command("load_snapshot", str(snapshot), processes=2)
        rows = import_module("bench.many_papers_copying").copy_until(papers)
    told = {"copied": papers, "seconds": round(time.monotonic() - began), "rows": rows}
    (data / MARKER).write_text(json.dumps(told, indent=1))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.many_papers", description="Millions of papers that stay.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the site")
    parser.add_argument("--papers", type=int, default=3_000_000)
    parser.add_argument("--snapshot", type=Path, default=SNAPSHOT)
    parser.add_argument("--woven", action="store_true", help="with people and places, made up")
    parser.add_argument("--serve", action="store_true", help="keep its Postgres running and print its DATABASE_URL")
    options = parser.parse_args()
    make(options.data, options.papers, options.snapshot, options.woven)
    if options.serve:
        with open_big(options.data) as server:
            print(f"DATABASE_URL={server.url}", flush=True)
            with suppress(KeyboardInterrupt):
                pause()
    return 0


if __name__ == "__main__":
    sys.exit(main())
