"""Walks every page of a site and compares each number that stands with a link with the total there. Needs Django.

Totals are compared twice: with the number at each link to them, and with the rows that the list holds, from its first
page to its last. A large site may be walked in part (`Shares`): of persons and institutions one in so many, with all
that hangs on it, and so of lists, each to its end. Searches have no end, so some are walked: for everything, for words,
and for the names of those with most papers, each with every filter that it offers, and some of the pairs of filters.
"""

import re
import time
from collections.abc import Collection
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode
from zlib import crc32

from bench.asking import Site
from bench.crawling import walk
from bench.numbers_reading import Told, read
from bench.site import say
from institutions.models import Institution
from researchers.models import Researcher
from search.parameters import FILTERS

LISTS = ("/", "/papers", "/categories", "/researchers", "/institutions", "/search")
TYPED = ("model", "quantum field theory")
NAMES_TYPED = 3
PAIRS_ONE_IN = 8  # of two filters, times the share of persons
_CLOSED = re.compile(r"/(?:suggest|me|accounts|admin|static|api|healthz|readyz|rss)(?:[/?.]|$)|.*/feed\.|.*/history$")
_FILE = re.compile(r"\.(?:md|json|jsonld|bib|csv|ris|xml|atom|txt|pdf)$")
_PAPER = re.compile(r"/papers/(?!\d{4}(?:/\d{2}){0,2}(?:\?|$))")
_SEARCH = re.compile(r"/search(?:\?|$)")
_THING = re.compile(r"/(?:researchers|institutions)/\d+(?=[-/?]|$)")
SECONDS_BETWEEN_NEWS = 10
SITES: list[Site] = []  # one a process, made when it is first asked


@dataclass(frozen=True, slots=True)
class Shares:
    """One in so many is walked: of persons and institutions, and of lists, but those that lead to the others."""

    things: int = 1
    lists: int = 1


WHOLE = Shares()


@dataclass(slots=True)
class Page:
    """An answer: 200 and what is told there, or another status."""

    address: str
    status: int
    told: Told = field(default_factory=Told)


@dataclass(slots=True)
class Report:
    pages: int = 0
    counts: int = 0
    totals: int = 0
    lists: int = 0
    faults: list[str] = field(default_factory=list)


def ask(addresses: list[str]) -> list[Page]:
    if not SITES:
        SITES.append(Site())
    pages = []
    for address in addresses:
        answer = SITES[0].get(address)
        is_page = answer.status == 200 and answer.headers.get("Content-Type", "").startswith("text/html")
        pages.append(Page(address, answer.status, read(address, answer.body) if is_page else Told()))
    return pages


def starts(names: int = NAMES_TYPED) -> list[str]:
    """Lists, and searches that show people and places, by so many names of either."""
    people = Researcher.objects.listed().order_by("-paper_count", "id")[:names]
    places = Institution.objects.listed().order_by("-paper_count_with_parts", "id")[:names]
    typed = [*TYPED, *(one.name for one in people), *(one.name for one in places)]
    return [*LISTS, *(f"/search?{urlencode({'q': words})}" for words in typed)]


def check(
    pool: ProcessPoolExecutor | None, processes: int, *, starts: Collection[str], shares: Shares = WHOLE
) -> Report:
    """Everything that links reach from `starts`, or a part of it."""
    pages: dict[str, Page] = {}
    told = time.monotonic()

    def take(found: list[Page]) -> set[str]:
        fresh = set()
        for page in found:
            pages[page.address] = page
            fresh |= {href for href in page.told.links if _is_walked(href, shares)}
        return fresh

    def news(done: int, waiting: int) -> None:
        nonlocal told
        if time.monotonic() - told > SECONDS_BETWEEN_NEWS:
            told = time.monotonic()
            say(f"  {done:,} pages asked, {waiting:,} waiting")

    walk(starts, ask, take, pool=pool, processes=processes, news=news)
    return compare(pages, shares)


def compare(pages: dict[str, Page], shares: Shares = WHOLE) -> Report:
    report = Report(pages=len(pages))
    for address, page in sorted(pages.items()):
        if page.status != 200:
            report.faults.append(f"{address}: status {page.status}")
        report.faults += [f"{address}: {fault}" for fault in page.told.faults]
        for href, count in page.told.counts:
            target = pages.get(href)
            if target is None and not _is_walked(href, shares) and not _is_closed(href):
                continue
            report.counts += 1
            if target is None or target.status != 200:
                report.faults.append(f"{address}: {count} at {href}, which was not to be had")
            elif target.told.total is None:
                report.faults.append(f"{address}: {count} at {href}, which shows no total")
            elif target.told.total != count:
                report.faults.append(f"{address}: {count} at {href}, which says {target.told.total}")
    _compare_rows(pages, report)
    return report


def _compare_rows(pages: dict[str, Page], report: Report) -> None:
    """Totals with all rows of their lists, from pages that no other page leads on to."""
    later = {page.told.next for page in pages.values()}
    for address, page in sorted(pages.items()):
        if page.told.total is None:
            continue
        report.totals += 1
        if address in later:
            continue
        rows, at, seen = 0, address, set()
        while at and at in pages and at not in seen:
            seen.add(at)
            rows += pages[at].told.rows
            if pages[at].told.total != page.told.total:
                report.faults.append(f"{at}: says {pages[at].told.total}, the list begins with {page.told.total}")
            at = pages[at].told.next
        report.lists += 1
        if at:
            report.faults.append(f"{address}: its list goes on at {at}, which was not to be had")
        elif rows != page.told.total:
            report.faults.append(f"{address}: says {page.told.total}, its list has {rows}")


def _is_walked(href: str, shares: Shares) -> bool:
    if _is_closed(href):
        return False
    if thing := _THING.match(href):
        return _is_one_in(thing[0], shares.things)
    path, _, query = href.partition("?")
    asked = dict(parse_qsl(query))
    if _SEARCH.match(href) and not _is_searched(asked, shares):
        return False
    kept = {name: value for name, value in asked.items() if name not in ("page", "after", "q")}  # all its pages or none
    return (path in LISTS and not kept) or _is_one_in(f"{path} {urlencode(kept)}", shares.lists)


def _is_closed(href: str) -> bool:
    """Papers' own pages list nothing and stand with no number; files and feeds are no pages."""
    path = href.partition("?")[0]
    return bool(_CLOSED.match(href) or _FILE.search(path) or _PAPER.match(path)) or "sort=" in href


def _is_searched(asked: dict[str, str], shares: Shares) -> bool:
    """Without a kind of its own, and with at most two filters."""
    filters = {name: value for name, value in asked.items() if name in FILTERS}
    number = sum(value.count(",") + 1 for value in filters.values())
    if "mode" in asked or number > 2:
        return False
    return number < 2 or _is_one_in(urlencode(filters), shares.things * PAIRS_ONE_IN)


def _is_one_in(text: str, many: int) -> bool:
    return crc32(text.encode()) % many == 0
