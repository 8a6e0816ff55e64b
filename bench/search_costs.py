"""Times bare Tantivy, our search and the search page in turns, for real title words. Needs Django."""

import random
import re
import statistics
import time
from collections.abc import Callable, Sequence
from urllib.parse import quote_plus

import psutil
from django.core.management import call_command

from bench.asking import Site
from bench.site import say
from papers.models import Paper
from search import lexical
from search.answers import PAGE_SIZE, SearchRequest
from search.clauses import STOP_WORDS
from search.generations import Generations, sizes
from search.query import parse
from search.reader import reader
from search.schema import open_index

SEED = 2
WARM_UP = 30
FIELDS = ["title", "text", "authors"]


def measure(queries: int) -> int:
    """The exit code: 1 where an answer was not what it should be."""
    began = time.monotonic()
    call_command("index", verbosity=0)
    papers = Paper.objects.listed().count()
    folder = Generations(reader().generations.home).current()
    if not papers or folder is None:
        say("There is no paper to search for.")
        return 1
    size = sum(sizes(folder).values()) / 1e6
    print(f"{papers:,} papers indexed in {time.monotonic() - began:.0f} s, {size:.0f} MB")
    index = open_index(folder)
    searcher = index.searcher()

    def bare(typed: str) -> int:
        return searcher.search(index.parse_query(typed, FIELDS, {"title": 2.0}), PAGE_SIZE).count

    before = _memory()
    site = Site()
    good = True
    for count in (1, 3):
        good &= _in_turns(f"{queries:,} queries of {count} title words", bare, site, _title_words(queries, count))
    print(f"memory that is not shared: {before:.0f} MB before the first search, {_memory():.0f} MB after")
    return 0 if good else 1


def _in_turns(how: str, bare: Callable[[str], int], site: Site, queries: Sequence[str]) -> bool:
    times: dict[str, list[float]] = {"bare Tantivy": [], "our search": [], "the page": []}
    good, bytes_sent = True, []
    for number, typed in enumerate([*queries[:WARM_UP], *queries]):
        steps = (
            ("bare Tantivy", lambda typed=typed: bare(typed)),
            ("our search", lambda typed=typed: lexical.find(SearchRequest(parse(typed)))),
            ("the page", lambda typed=typed: site.get(f"/search?q={quote_plus(typed)}")),
        )
        for name, step in steps:
            began = time.perf_counter()
            answer = step()
            if number >= WARM_UP:
                times[name].append(time.perf_counter() - began)
        good &= answer.status == 200
        bytes_sent.append(len(answer.body))
    print(f"{how}, pages of {statistics.median(bytes_sent):,.0f} bytes")
    base = statistics.median(times["bare Tantivy"])
    for name, seconds in times.items():
        median, late = statistics.median(seconds), sorted(seconds)[int(len(seconds) * 0.95)]
        print(f"  {name:14}{median * 1000:8.2f} ms, 95% {late * 1000:8.2f} ms, {median / base:6.1f} times bare Tantivy")
    if not good:
        say("a search page did not answer 200")
    return good


def _title_words(queries: int, count: int) -> list[str]:
    """So many neighbouring words of a random title each, those that say nothing left out."""
    chosen = random.Random(SEED)
    titles = list(Paper.objects.listed().order_by("id").values_list("title", flat=True))
    found: list[str] = []
    while len(found) < queries:
        words = [word for word in re.findall(r"[^\W\d_]{3,}", chosen.choice(titles)) if word.lower() not in STOP_WORDS]
        if len(words) >= count:
            start = chosen.randrange(len(words) - count + 1)
            found.append(" ".join(words[start : start + count]))
    return found


def _memory() -> float:
    return psutil.Process().memory_full_info().uss / 1e6
