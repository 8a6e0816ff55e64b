"""Search by words in the index: exact totals, any page, counts for each filter, and which papers pass the filters.

All words first. Where fewer than `FEW` papers have them all, papers with some of them follow, which are those with one
of the telling words (`search.telling`); filters do not change which papers these are, so that a count beside a filter
is the length of the list it leads to.

What takes long is done by threads of their own, on another core where there is one: the engine works without Python's
lock. They are given an open index and touch no database.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock
from typing import Any

from django.db import DatabaseError, InterfaceError
from tantivy import Query, Searcher

from search.answers import FEW, BackendAway, Counting, Facet, Filters, Mode, SearchAnswer, SearchRequest, Sort
from search.clauses import question
from search.facets import facets
from search.failures import IndexAway, IndexDamaged, index_failures
from search.filters import among, filtered, intersection, under, without
from search.query import ParsedQuery, without_phrases
from search.ranking import Scored, Wanted, count, has_at_least, papers, ranked, scores
from search.reader import reader
from search.spelling import better_spelling
from search.telling import telling

NO_PHRASE = "No paper has the phrase, so its words were searched apart."
REMEMBERED = 300
FIRST = 200  # matches whose order is remembered: the first pages, and the head that meaning moves
ORDERING, COUNTING = 4, 2  # threads

Facets = tuple[Facet, ...]
First = tuple[Scored, int]  # and how many there are in all

logger = logging.getLogger(__name__)


def begin(request: SearchRequest) -> Searcher:
    """Let the first matches be put in order and counted meanwhile, for what is asked next of this index."""
    with _searching() as searcher:
        _counting(searcher, _wanted(searcher, request), request)
        return searcher


def find(request: SearchRequest) -> SearchAnswer:
    """One page of the words' matches; `request.how` is not looked at."""
    with _searching() as searcher:
        wanted = _wanted(searcher, request)
        counted = _counting(searcher, wanted, request)
        page, total = _ranked(searcher, wanted, request, request.offset, request.size)
        suggestion = better_spelling(searcher, request.query) if request.page == 1 else ""
        ids = tuple(paper for paper, _ in page)
        return SearchAnswer(ids, total, wanted.mode, counted, wanted.notices, suggestion=suggestion)


def head(request: SearchRequest, size: int, start: int = 0) -> Scored:
    """The words' matches from place `start` (0 is the first), at most `size`, in their order, with their scores.

    Papers that have all words stand first even where others score more. The score is 0 where the order is another one
    than relevance.
    """
    with _searching() as searcher:
        wanted = _wanted(searcher, request)
        return _ranked(searcher, wanted, request, start, size)[0]


def ids_under(filters: Filters, at_most: int) -> list[int] | None:
    """All papers that pass the filters, in no order; None where there are more than `at_most`."""
    with _searching() as searcher:
        query = under(filters)
        total = count(searcher, query)
        return None if total > at_most else papers(searcher, query, total)


def passing(filters: Filters, ids: Collection[int]) -> set[int]:
    """Which of these papers the index holds and the filters let pass."""
    if not ids:
        return set()
    with _searching() as searcher:
        return set(papers(searcher, filtered(among(ids), filters), len(ids)))


def matching(request: SearchRequest, ids: Collection[int]) -> dict[int, float]:
    """Which of these papers are the words' matches under the filters, with the scores that `head` gives them."""
    return matching_soon(request, ids)()


def matching_soon(request: SearchRequest, ids: Collection[int]) -> Callable[[], dict[int, float]]:
    """The same, begun now; the function waits for it."""
    if not ids:
        return dict
    with _searching() as searcher:
        query = filtered(_wanted(searcher, request).query, request.filters)
        found = _orderers.submit(scores, searcher, intersection(query, among(ids)), len(ids))

    def wait() -> dict[int, float]:
        with _searching():
            return dict(found.result())

    return wait


def with_all_words(request: SearchRequest) -> set[int] | None:
    """The words' matches that have all words, where these are few; None where all matches have."""
    with _searching() as searcher:
        wanted = _wanted(searcher, request)
        return None if wanted.few is None else set(papers(searcher, filtered(wanted.few, request.filters), FEW))


def forget() -> None:
    """Counts, orders and questions that this process remembers."""
    with _lock:
        _known.clear()


def _counting(searcher: Searcher, wanted: Wanted, request: SearchRequest) -> Counting:
    """Remembered while the index stays as it is: the next page of a list has the same."""
    first = _first(searcher, wanted, request) if request.sort is Sort.RELEVANCE else None
    key = (request.query, wanted.mode, request.filters)
    with _lock:
        found = _known.of(searcher).facets.get(key)
        if found is None or found.future.cancelled() or (found.future.done() and not found.future.result()):
            count = partial(_facets, searcher, wanted.query, request.filters, first)
            found = Counting(_counters.submit(count), count)
            _keep(_known.facets, key, found)
        return found


def _facets(searcher: Searcher, query: Query, filters: Filters, first: Future[First] | None) -> Facets:
    """After the order, which is wanted sooner. None where the index breaks: the list stands, the index is made anew."""
    try:
        with index_failures():
            if first:
                first.result()
            return facets(searcher, query, filters)
    except IndexDamaged as damaged:
        reader().generations.mark_damaged()
        logger.warning("the counts beside filters are left out: %s", damaged)
        return ()


def _ranked(searcher: Searcher, wanted: Wanted, request: SearchRequest, start: int, size: int) -> First:
    """As `ranked` gives it; the first matches are put in order once, for the page and for the head."""
    if request.sort is not Sort.RELEVANCE or start + size > FIRST:
        return ranked(searcher, wanted, request.filters, request.sort, start, size)
    first, total = _first(searcher, wanted, request).result()
    return first[start : start + size], total


def _first(searcher: Searcher, wanted: Wanted, request: SearchRequest) -> Future[First]:
    key = (request.query, request.filters)
    with _lock:
        found = _known.of(searcher).first.get(key)
        if found is None:
            found = _orderers.submit(ranked, searcher, wanted, request.filters, Sort.RELEVANCE, 0, FIRST)
            _keep(_known.first, key, found)
        return found


@dataclass
class _Known:
    """What was found out of one state of the index, the last `REMEMBERED` of each kind."""

    searcher: Searcher | None = None
    facets: OrderedDict[tuple[ParsedQuery, Mode, Filters], Counting] = field(default_factory=OrderedDict)
    first: OrderedDict[tuple[ParsedQuery, Filters], Future[First]] = field(default_factory=OrderedDict)
    wanted: OrderedDict[tuple[ParsedQuery, Sort], Wanted] = field(default_factory=OrderedDict)

    def of(self, searcher: Searcher) -> "_Known":
        """Itself, empty where the index has changed."""
        if self.searcher is not searcher:
            self.clear()
            self.searcher = searcher
        return self

    def clear(self) -> None:
        self.facets, self.first, self.wanted = OrderedDict(), OrderedDict(), OrderedDict()


def _keep(known: OrderedDict[Any, Any], key: Any, found: Any) -> None:
    known[key] = found
    if len(known) > REMEMBERED:
        known.popitem(last=False)


_known = _Known()
_lock = Lock()
_orderers = ThreadPoolExecutor(ORDERING, thread_name_prefix="words")
_counters = ThreadPoolExecutor(COUNTING, thread_name_prefix="facets")


@contextmanager
def _searching() -> Iterator[Searcher]:
    try:
        searcher = reader().searcher()
        with index_failures():
            yield searcher
    except IndexDamaged as damaged:
        reader().generations.mark_damaged()
        raise BackendAway(str(damaged)) from damaged
    except IndexAway as away:
        raise BackendAway(str(away)) from away
    except (DatabaseError, InterfaceError) as error:  # whose index it is, is asked when it is opened
        raise BackendAway("the database does not answer") from error


def _wanted(searcher: Searcher, request: SearchRequest) -> Wanted:
    """Remembered while the index stays as it is: one page asks several times."""
    key = (request.query, request.sort)
    with _lock:
        known = _known.of(searcher).wanted.get(key)
    if known is None:
        known = _read(searcher, request)
        with _lock:
            _keep(_known.of(searcher).wanted, key, known)
    return known


def _read(searcher: Searcher, request: SearchRequest) -> Wanted:
    wanted = _as_strict_as_possible(searcher, request.query, request.sort)
    apart = without_phrases(request.query)
    if apart != request.query and not has_at_least(searcher, wanted.query, 1):
        return replace(_as_strict_as_possible(searcher, apart, request.sort), notices=(NO_PHRASE,))
    return wanted


def _as_strict_as_possible(searcher: Searcher, parsed: ParsedQuery, sort: Sort) -> Wanted:
    asked = question(parsed)
    if asked.is_empty:
        return Wanted(asked.all_words(), Mode.BROWSE)
    strict = asked.all_words()
    if not asked.can_relax:
        return Wanted(strict, Mode.ALL_WORDS)
    # By date or citations, papers with any one word would bury the few that have them all.
    enough = FEW if sort is Sort.RELEVANCE else 1
    if has_at_least(searcher, strict, enough):
        return Wanted(strict, Mode.ALL_WORDS)
    some = asked.some_words(telling(searcher, asked.single_words))
    if asked.required and not has_at_least(searcher, some, FIRST):
        some = asked.some_words(asked.single_words)  # what is required leaves too few of them
    return Wanted(some, Mode.ANY_WORD, few=strict, others=without(some, strict))
