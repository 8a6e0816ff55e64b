"""`python -m bench.numbers`: every number that stands with a link against the total at that link, over all pages.

A world of bench/world/ (--seed, --papers) is loaded, harvested from both sources, summed up and indexed; then every
page that links reach is asked for, but papers' own and sorted views, which show no such number; of searches some
(numbers_crawling.py). With DATABASE_URL set the site there is walked as it is. Exits 1 where a number is wrong, a page
fails, or a number at a link is not marked (numbers_reading.py).
"""

import argparse
import io
import os
import re
import sys
import time
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management import call_command

from bench.empty_database import empty_database
from bench.site import UNLIMITED, open_site
from bench.world import World, loading
from tests.upstreams.openalex import OpenAlexServer
from tests.upstreams.semantic_scholar import SemanticScholarServer

KINDS_SHOWN, EXAMPLES = 30, 3
_VARIES = re.compile(r"(?<=/)[\w.-]*\d[\w.-]*|\d[\d,]*|(?<==)[^&\s:]+")  # what tells two faults of one kind apart


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.numbers", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--papers", type=int, default=5_000)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--one-in", type=int, default=1, help="of persons and institutions")
    parser.add_argument("--lists-one-in", type=int, default=1, help="of days, months, fields, filtered lists")
    options = parser.parse_args()
    os.environ |= {**UNLIMITED, "EMBEDDING_MODEL": "none"}  # what meaning adds to a list is counted apart
    if os.environ.get("DATABASE_URL"):
        with open_site(Path(), options.processes):
            return _walk(options)
    world = World(options.seed, options.papers)
    with empty_database():
        call_command("collectstatic", interactive=False, verbosity=0)
        load(world)
        return _walk(options)


def load(world: World) -> None:
    """Into the database of the moment, as `manage.py` does it. Needs Django set up."""
    harvest = import_module("bench.linking_run").harvest
    with TemporaryDirectory(prefix="wove-world-") as folder:
        snapshot, ror = loading.write(world, Path(folder), all_institutions=False)
        with OpenAlexServer(world.openalex) as works, SemanticScholarServer(world.semantic_scholar) as papers:
            harvest(snapshot, ror, works.url, papers.url)
    call_command("summarise")
    call_command("index", verbosity=0, stdout=io.StringIO())


def _walk(options: argparse.Namespace) -> int:
    crawling, numbers = import_module("bench.crawling"), import_module("bench.numbers_crawling")
    began = time.monotonic()
    shares = numbers.Shares(options.one_in, options.lists_one_in)
    with crawling.workers(options.processes) as pool:
        report = numbers.check(pool, options.processes, starts=numbers.starts(), shares=shares)
    kinds: dict[str, list[str]] = {}
    for fault in report.faults:
        kinds.setdefault(_VARIES.sub("…", fault), []).append(fault)
    for alike in sorted(kinds.values(), key=len, reverse=True)[:KINDS_SHOWN]:
        print(f"{len(alike):,} such as", *alike[:EXAMPLES], sep="\n  ")
    print(f"{report.pages:,} pages in {time.monotonic() - began:.0f} s: {report.counts:,} numbers with a link compared")
    print(f"{report.totals:,} totals, {report.lists:,} lists counted to their end")
    print(f"{len(report.faults):,} faults")
    return 1 if report.faults or not report.counts else 0


if __name__ == "__main__":
    sys.exit(main())
