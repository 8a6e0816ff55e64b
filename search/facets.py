"""Counts beside each filter: how many matches every value has under the other filters. Each count is exact.

Facets that the same filters stand beside are counted in one pass over the matches. There are too many people for that:
who may be among the first `TOP` is read from each segment's most frequent, where there are very many matches from a
sample of them, and only these are then counted, in all matches.
"""

from dataclasses import replace
from typing import Any

from tantivy import Query, Searcher

from search.answers import NO_FILTERS, Facet, Filters
from search.filters import filtered, has_any, in_samples, intersection
from search.ranking import count
from search.schema import SAMPLES

ALL = 400  # more than there are categories, years and countries
TOP = 20
CANDIDATES = 3 * TOP
LIKELY = 200  # of each segment, from whom the candidates are taken
NO_CUT = 2**31 - 1  # of what a segment counted nothing is dropped before segments are added up
COUNTED = 50_000  # with more matches, candidates come from a sample of about so many

# Each facet, and its own filter.
_OWN = {
    "category": "categories", "year": "years", "institution": "institutions", "country": "countries",
    "researcher": "researchers", "published": "published",
}  # fmt: skip
_PEOPLE = "researcher"

Counts = tuple[tuple[str, int], ...]


def facets(searcher: Searcher, wanted: Query, filters: Filters) -> tuple[Facet, ...]:
    passes: dict[Filters, list[str]] = {}
    for name, own in _OWN.items():
        others = replace(filters, **{own: getattr(NO_FILTERS, own)})
        passes.setdefault(others, []).append(name)
    counts: dict[str, Counts] = {}
    for others, names in passes.items():
        query = filtered(wanted, others)
        counts |= _counted(searcher, query, {name: _size(name) for name in names if name != _PEOPLE})
        if _PEOPLE in names:
            counts[_PEOPLE] = _people(searcher, query)
    return tuple(Facet(name, counts[name]) for name in _OWN)


def _size(name: str) -> int:
    return TOP if name == "institution" else ALL


def _people(searcher: Searcher, query: Query) -> Counts:
    """Only the matches that have any of the candidates need be gone through, so their counts are whole."""
    candidates = _counted(searcher, _sampled(searcher, query), {_PEOPLE: CANDIDATES}, LIKELY)[_PEOPLE]
    values = {value for value, _ in candidates}
    if not values:
        return ()
    having = intersection(has_any(_PEOPLE, [int(value) for value in values]), query)
    counts = _counted(searcher, having, {_PEOPLE: CANDIDATES})[_PEOPLE]
    return tuple(pair for pair in counts if pair[0] in values)[:TOP]


def _sampled(searcher: Searcher, query: Query) -> Query:
    total = count(searcher, query)
    if total <= COUNTED:
        return query
    return intersection(in_samples(range(min(SAMPLES, SAMPLES * COUNTED // total + 1))), query)


def _counted(searcher: Searcher, query: Query, sizes: dict[str, int], cut: int = NO_CUT) -> dict[str, Counts]:
    if not sizes:
        return {}
    asked = {name: {"terms": {"field": name, "size": size, "segment_size": cut}} for name, size in sizes.items()}
    told = searcher.aggregate(query, asked)
    return {name: tuple((_value(one), one["doc_count"]) for one in told[name]["buckets"]) for name in sizes}


def _value(bucket: dict[str, Any]) -> str:
    if "key_as_string" in bucket:
        return "yes" if bucket["key_as_string"] == "true" else "no"
    key = bucket["key"]
    return f"{key:.0f}" if isinstance(key, float) else str(key)
