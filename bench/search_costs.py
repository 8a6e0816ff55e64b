"""Puts the parts of `bench.search` together: makes what is lacking, asks in turns, tells. Needs Django."""

import argparse
import gzip
import json
import random
import re
import statistics
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command

from bench import big_vectors_rows, search_plain
from bench.asking import Site
from bench.search_parts import Parts, encoder, forget, memory, sizes
from bench.search_users import users
from bench.site import say
from papers.models import Paper
from search.failures import IndexAway
from search.reader import reader

SEED = 2
WARM_UP = 20
LATE = b"data-filters"  # stands where the counts beside filters came too late for the page
PARTS = ("bare Tantivy", "bare HNSW", "encoder")
POOL = 300  # real vectors to mix, for a site that has none


def measure(arguments: argparse.Namespace) -> int:
    """The exit code: 1 where an answer was not what it should be."""
    papers = Paper.objects.listed().count()
    if not papers:
        say("There is no paper to search for.")
        return 1
    call_command("collectstatic", interactive=False, verbosity=0)
    try:
        reader().searcher()
    except IndexAway:
        began = time.monotonic()
        call_command("index", verbosity=0)
        print(f"word index made in {time.monotonic() - began:.0f} s")
    big_vectors_rows.make(Path(settings.DATA_DIR), POOL)
    queries = _queries(arguments.mix, arguments.queries + WARM_UP)
    before = memory()
    with encoder() as process:
        parts, site = Parts(), Site()
        times, good = _in_turns(queries, parts, site)
        figures: dict[str, Any] = {"papers": papers, "queries": len(times["page"])} | _summary(times)
        figures["MB"] = sizes() | {
            "encoder": memory(process), "this process before": before, "this process after": memory(),
        }  # fmt: skip
        figures |= {f"{arguments.users} users": users(site, queries, arguments.users)}
        good &= not figures[f"{arguments.users} users"]["errors"]
    figures |= search_plain.measure(queries[: arguments.plain], papers, arguments.bm25s_papers)
    _tell(figures)
    if arguments.figures:
        _compare(arguments.figures, figures)
    return 0 if good else 1


def _queries(file: Path, count: int) -> list[str]:
    """Real ones in a random but repeatable order, again from the start where there are too few."""
    with gzip.open(file, "rt") as lines:
        found = [json.loads(line)["text"] for line in lines]
    random.Random(SEED).shuffle(found)
    return [found[place % len(found)] for place in range(count)]


def _in_turns(queries: list[str], parts: Parts, site: Site) -> tuple[dict[str, list[float]], bool]:
    times: dict[str, list[float]] = {name: [] for name in (*PARTS, "sum of parts", "page", "page again")}
    good, late = True, 0
    for number, typed in enumerate(queries):
        parts.encode(typed)
        parts.nearest()  # or whoever comes first would pay the disk for the other
        took = {
            "bare Tantivy": _seconds(lambda typed=typed: parts.tantivy(re.sub(r"\W+", " ", typed))),
            "encoder": _seconds(lambda typed=typed: parts.encode(typed)),
        }
        took["bare HNSW"] = _seconds(parts.nearest)
        took["sum of parts"] = sum(took.values())
        forget()
        address = parts.address(typed)
        page, again = site.get(address), site.get(address)
        took |= {"page": page.seconds, "page again": again.seconds}
        good &= page.status == again.status == 200
        if number >= WARM_UP:
            late += LATE in page.body
            for name, seconds in took.items():
                times[name].append(seconds)
    if not good:
        say("a search page did not answer 200")
    say(f"{late} of {len(times['page'])} pages went out before the counts beside their filters")
    return times, good


def _seconds(step: Any) -> float:
    began = time.perf_counter()
    step()
    return time.perf_counter() - began


def _summary(times: dict[str, list[float]]) -> dict[str, dict[str, float]]:
    return {
        name: {
            "median ms": round(1000 * statistics.median(seconds), 2),
            "95% ms": round(1000 * sorted(seconds)[int(len(seconds) * 0.95)], 2),
        }
        for name, seconds in times.items()
    }


def _tell(figures: dict[str, Any]) -> None:
    print(f"{figures['papers']:,} papers, {figures['queries']} queries")
    for name, values in figures.items():
        if isinstance(values, dict):
            print(
                f"  {name:28}"
                + ", ".join(
                    f"{what} {value:,}" if isinstance(value, float | int) else f"{what} {value}"
                    for what, value in values.items()
                )
            )
    ratio = figures["page"]["median ms"] / figures["sum of parts"]["median ms"]
    print(f"The page takes {ratio:.2f} times the sum of its bare parts at the median")


def _compare(file: Path, figures: dict[str, Any]) -> None:
    """Keep the figures by number of papers, and tell how the slow end grew since the smallest site in the file."""
    kept = json.loads(file.read_text()) if file.exists() else {}
    kept[str(figures["papers"])] = figures
    file.write_text(json.dumps(kept, indent=1))
    least = kept[min(kept, key=int)]
    growth = figures["page"]["95% ms"] / least["page"]["95% ms"]
    print(f"95% of pages: {growth:.2f} times what {least['papers']:,} papers take")
