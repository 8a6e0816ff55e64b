"""Search by words in the index: exact totals, any page, counts for each filter, and which papers pass the filters.

All words first. Where fewer than `FEW` papers have them all, papers with any of them follow; filters do not change
which of the two it is, so that a count beside a filter is the length of the list it leads to.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import DatabaseError, InterfaceError
from tantivy import Query, Searcher

from search.answers import FEW, PAGE_SIZE, BackendAway, Filters, Mode, SearchAnswer, SearchRequest, Sort
from search.clauses import question
from search.facets import facets
from search.failures import IndexAway, IndexDamaged, index_failures
from search.filters import among, filtered, under
from search.query import ParsedQuery, without_phrases
from search.reader import reader

SORTED_BY = {Sort.NEWEST: "newest", Sort.CITED: "most_cited"}
NO_PHRASE = "No paper has the phrase, so its words were searched apart."

Scored = list[tuple[int, float]]


def find(request: SearchRequest) -> SearchAnswer:
    """One page of the words' matches; `request.how` is not looked at."""
    with _searching() as searcher:
        wanted = _wanted(searcher, request)
        ids = tuple(paper for paper, _ in _slice(searcher, wanted, request, request.offset, PAGE_SIZE))
        total = count(searcher, filtered(wanted.query, request.filters))
        told = facets(searcher, wanted.query, request.filters)
        return SearchAnswer(ids, total, wanted.mode, told, wanted.notices)


def head(request: SearchRequest, size: int, start: int = 0) -> Scored:
    """The words' matches from place `start` (0 is the first), at most `size`, in their order, with their scores.

    The score is 0 where the order is not that of relevance.
    """
    with _searching() as searcher:
        return _slice(searcher, _wanted(searcher, request), request, start, size)


def ids_under(filters: Filters, at_most: int) -> list[int] | None:
    """All papers that pass the filters, in no order; None where there are more than `at_most`."""
    with _searching() as searcher:
        query = under(filters)
        total = count(searcher, query)
        return None if total > at_most else _papers(searcher, query, total)


def passing(filters: Filters, ids: Collection[int]) -> set[int]:
    """Which of these papers the index holds and the filters let pass."""
    if not ids:
        return set()
    with _searching() as searcher:
        return set(_papers(searcher, filtered(among(ids), filters), len(ids)))


def count(searcher: Searcher, query: Query) -> int:
    return searcher.search(query, 1).count  # type: ignore[attr-defined]  # its annotations leave this out


@dataclass(frozen=True)
class _Wanted:
    """What is asked for without the filters, and how strictly."""

    query: Query
    mode: Mode
    notices: tuple[str, ...] = ()


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


def _wanted(searcher: Searcher, request: SearchRequest) -> _Wanted:
    wanted = _as_strict_as_possible(searcher, request.query, request.sort)
    apart = without_phrases(request.query)
    if apart != request.query and not count(searcher, wanted.query):
        wanted = _as_strict_as_possible(searcher, apart, request.sort)
        return _Wanted(wanted.query, wanted.mode, (NO_PHRASE,))
    return wanted


def _as_strict_as_possible(searcher: Searcher, parsed: ParsedQuery, sort: Sort) -> _Wanted:
    asked = question(parsed)
    if asked.is_empty:
        return _Wanted(asked.all_words(), Mode.BROWSE)
    strict = asked.all_words()
    if not asked.can_relax:
        return _Wanted(strict, Mode.ALL_WORDS)
    # By date or citations, papers with any one word would bury the few that have them all.
    enough = FEW if sort is Sort.RELEVANCE else 1
    if count(searcher, strict) >= enough:
        return _Wanted(strict, Mode.ALL_WORDS)
    return _Wanted(asked.any_word(), Mode.ANY_WORD)


def _slice(searcher: Searcher, wanted: _Wanted, request: SearchRequest, start: int, size: int) -> Scored:
    query = filtered(wanted.query, request.filters)
    by = SORTED_BY.get(request.sort, "newest" if wanted.mode is Mode.BROWSE else None)
    hits = searcher.search(query, size, count=False, offset=start, order_by_field=by).hits
    papers = searcher.fast_field_values("paper", [address for _, address in hits])
    scores = [0.0 if by else float(score) for score, _ in hits]
    return [(int(paper), score) for paper, score in zip(papers, scores, strict=True) if paper]


def _papers(searcher: Searcher, query: Query, at_most: int) -> list[int]:
    if not at_most:
        return []
    hits = searcher.search(query, at_most, count=False, order_by_field="paper").hits
    return [int(paper) for paper, _ in hits]
