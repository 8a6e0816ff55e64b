"""The words' matches in their order, any stretch of it.

By relevance papers with all words come first. Of each tier the best `HEAD` are ordered by their score lifted by
citations and newness (`search.lifting`), the rest by the score alone: so the engine finds the best of a million without
looking at most of them, which it could not by a lifted score.
"""

from dataclasses import dataclass

from tantivy import Query, Searcher

from search.answers import PAGE_SIZE, Filters, Mode, Sort
from search.filters import filtered
from search.lifting import lift
from search.schema import cited_and_day

HEAD = 8 * PAGE_SIZE
SORTED_BY = {Sort.NEWEST: "newest", Sort.CITED: "most_cited"}

Scored = list[tuple[int, float]]  # our ids of papers with their scores; 0 where these do not make the order


@dataclass(frozen=True)
class Wanted:
    """Matches without the filters. Where `few` are told, these stand first and `others` follow."""

    query: Query
    mode: Mode
    few: Query | None = None
    others: Query | None = None
    notices: tuple[str, ...] = ()


def ranked(
    searcher: Searcher, wanted: Wanted, filters: Filters, sort: Sort, start: int, size: int
) -> tuple[Scored, int]:
    """At most `size` matches from place `start` (0 is the first), and how many there are in all."""
    by = SORTED_BY.get(sort, "newest" if wanted.mode is Mode.BROWSE else None)
    if by:
        return _sorted(searcher, filtered(wanted.query, filters), by, start, size)
    if wanted.few is None or wanted.others is None:
        return _lifted(searcher, filtered(wanted.query, filters), start, size)
    few, number = _lifted(searcher, filtered(wanted.few, filters), 0, HEAD)
    others, more = _lifted(
        searcher, filtered(wanted.others, filters), max(start - number, 0), max(start + size - max(start, number), 0)
    )
    return [*few[start : start + size], *others], number + more


def scores(searcher: Searcher, query: Query, at_most: int) -> Scored:
    """All matches, with their lifted scores."""
    return _lifted(searcher, query, 0, at_most, head=at_most)[0]


def count(searcher: Searcher, query: Query) -> int:
    return searcher.search(query, 1).count  # type: ignore[attr-defined]  # its annotations leave this out


def has_at_least(searcher: Searcher, query: Query, number: int) -> bool:
    return len(searcher.search(query, number, count=False).hits) >= number


def papers(searcher: Searcher, query: Query, at_most: int) -> list[int]:
    """Our ids of the matches, in no order that means something."""
    if not at_most:
        return []
    hits = searcher.search(query, at_most, count=False, order_by_field="paper").hits
    return [int(paper) for paper, _ in hits]


def _sorted(searcher: Searcher, query: Query, by: str, start: int, size: int) -> tuple[Scored, int]:
    result = searcher.search(query, max(size, 1), offset=start, order_by_field=by)
    ids = searcher.fast_field_values("paper", [address for _, address in result.hits[:size]])
    return [(int(paper), 0.0) for paper in ids if paper], result.count  # type: ignore[attr-defined]


def _lifted(searcher: Searcher, query: Query, start: int, size: int, head: int = HEAD) -> tuple[Scored, int]:
    whole = start < head  # then the head must be known to be put in order
    stop = max(start + size, head) if whole else start + max(size, 1)
    result = searcher.search(query, stop - (0 if whole else start), offset=0 if whole else start)
    addresses = [address for _, address in result.hits]
    ids = searcher.fast_field_values("paper", addresses)
    keys = searcher.fast_field_values("most_cited", addresses)
    found = [
        (int(paper), float(score) * lift(*cited_and_day(int(key or 0))))
        for (score, _), paper, key in zip(result.hits, ids, keys, strict=True)
        if paper
    ]
    if whole:
        found[:head] = sorted(found[:head], key=lambda pair: -pair[1])
        found = found[start:]
    return found[:size], result.count  # type: ignore[attr-defined]
