"""The crawl of a loaded site over several processes, and its report. Needs Django set up."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

import django

from bench.crawl_tasks import Found, ask_addresses, ask_papers
from bench.site import say
from papers.models import Paper

Result = TypeVar("Result")
PAPERS_A_TASK = 200
ADDRESSES_A_TASK = 20
TASKS_AHEAD = 3
ERRORS_SHOWN = 30
SECONDS_BETWEEN_NEWS = 10
STARTS = (
    "/", "/sitemap.xml", "/robots.txt", "/llms.txt", "/opensearch.xml",
    "/rss/latest.xml", "/rss/latest.atom", "/rss/latest.feed.json",
)  # fmt: skip


def crawl(processes: int, lists: bool) -> int:
    """The exit code."""
    began = time.monotonic()
    held = dict(Paper.objects.listed().order_by("id").values_list("id", "arxiv_id"))
    say(f"{len(held):,} papers, {processes} processes")
    found = Found()
    news = _News()
    with workers(processes) as pool:
        for done in _in_turn(pool, ask_papers, _chunks(held, PAPERS_A_TASK), processes):
            found.add(done)
            news.tell(f"papers: {found.items:,} of {len(held):,}", found)
        paper_pages = time.monotonic() - began
        if lists:
            _walk_lists(pool, processes, found, news)
    for where, reached in (("links", found.linked), ("sitemaps", found.mapped)) if lists else ():
        if missed := set(held.values()) - reached:
            found.errors.append(f"{len(missed):,} papers are reached by no {where}, such as {sorted(missed)[:5]}")
        if strange := reached - set(held.values()):
            found.errors.append(f"{len(strange):,} papers that are not held stand in {where}: {sorted(strange)[:5]}")
    _report(found, len(held), paper_pages, time.monotonic() - began)
    return 1 if found.errors or not held else 0


def _walk_lists(pool: ProcessPoolExecutor, processes: int, found: Found, news: "_News") -> None:
    def take(done: Found) -> set[str]:
        found.add(done)
        return done.addresses

    def tell(asked: int, waiting: int) -> None:
        news.tell(f"lists: {asked:,} asked, {waiting:,} waiting", found)

    walk(STARTS, ask_addresses, take, pool=pool, processes=processes, news=tell)


@contextmanager
def workers(processes: int) -> Iterator[ProcessPoolExecutor]:
    """They end with this process, however it ends."""
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=django.setup)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _in_turn(
    pool: ProcessPoolExecutor, ask: Callable[[list[int]], Found], chunks: Iterator[list[int]], processes: int
) -> Iterator[Found]:
    """Results as they come, with a few tasks ahead."""
    running: set[Future[Found]] = set()
    while True:
        for chunk in islice(chunks, processes * TASKS_AHEAD - len(running)):
            running.add(pool.submit(ask, chunk))
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for each in done:
            yield each.result()


def walk(
    starts: Collection[str],
    ask: Callable[[list[str]], Result],
    take: Callable[[Result], set[str]],
    *,
    pool: ProcessPoolExecutor | None,
    processes: int,
    news: Callable[[int, int], None],
) -> None:
    """All that links reach, each address once; `take` gives those that an answer leads to.

    Chains of pages run beside one another; without a pool all is asked in this process. `news` gets how many were asked
    and how many wait.
    """
    known = set(starts)
    waiting = list(starts)
    running: set[Future[Result]] = set()
    while waiting or running:
        while waiting and len(running) < processes * TASKS_AHEAD:
            # Few at once while few wait, or one process would do all.
            size = max(1, min(ADDRESSES_A_TASK, len(waiting) // processes))
            some, waiting = waiting[:size], waiting[size:]
            running.add(pool.submit(ask, some) if pool else _done(ask(some)))
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for each in done:
            fresh = take(each.result()) - known
            known |= fresh
            waiting += sorted(fresh)
        news(len(known) - len(waiting), len(waiting))


def _done(result: Result) -> "Future[Result]":
    future: Future[Result] = Future()
    future.set_result(result)
    return future


class _News:
    """A line now and then, with the first errors as they come."""

    def __init__(self) -> None:
        self.told = time.monotonic()
        self.errors = 0

    def tell(self, text: str, found: Found) -> None:
        for error in found.errors[self.errors : ERRORS_SHOWN]:
            say(f"  error: {error}")
        self.errors = len(found.errors)
        if time.monotonic() - self.told > SECONDS_BETWEEN_NEWS:
            self.told = time.monotonic()
            say(f"  {text}, {len(found.errors):,} errors")


def _chunks(ids: Iterable[int], size: int) -> Iterator[list[int]]:
    left = iter(ids)
    while chunk := list(islice(left, size)):
        yield chunk


def _report(found: Found, papers: int, paper_pages: float, elapsed: float) -> None:
    by_kind: dict[str, list[float]] = {}
    for kind, seconds in found.seconds:
        by_kind.setdefault(kind, []).append(seconds)
    print(f"{'kind':14}{'asked':>10}{'median ms':>12}{'99% ms':>10}{'longest ms':>12}")
    for kind, times in sorted(by_kind.items(), key=lambda row: -len(row[1])):
        times.sort()
        median, late = times[len(times) // 2], times[int(len(times) * 0.99)]
        print(f"{kind:14}{len(times):>10,}{median * 1000:>12.1f}{late * 1000:>10.1f}{times[-1] * 1000:>12.1f}")
    print("statuses: " + ", ".join(f"{status}: {count:,}" for status, count in sorted(found.statuses.items())))
    print(f"{found.items:,} items of feeds and {found.lines:,} lines of sitemaps rendered and read back")
    print(f"{len(found.linked):,} of {papers:,} papers reached by links, {len(found.mapped):,} by sitemaps")
    print(f"{len(found.seconds):,} answers in {elapsed:.0f} s, the pages of papers in {paper_pages:.0f} s")
    for error in found.errors[:ERRORS_SHOWN]:
        print(f"error: {error}")
    print(f"{len(found.errors):,} errors")
