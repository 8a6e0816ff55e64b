"""Counts beside each filter: how many matches every value has under the other filters. Each count is exact.

Facets that the same filters stand beside are counted in one pass over the matches. There are too many people for that:
who may be among the first `TOP` is read from the most frequent of each segment, and only these are then counted whole.
"""

from dataclasses import replace
from typing import Any

from tantivy import Query, Searcher

from search.answers import NO_FILTERS, Facet, Filters
from search.filters import filtered, has_any, intersection

ALL = 400  # more than there are categories, years and countries
TOP = 20
CANDIDATES = 3 * TOP
LIKELY = 200  # of each segment, from whom the candidates are taken; from a sample of the matches they come out wrong
NO_CUT = 2**31 - 1  # of what a segment counted nothing is dropped before segments are added up

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
        counts |= _counted(searcher, query, names)
        if _PEOPLE in names:
            counts[_PEOPLE] = _exact(searcher, query, counts[_PEOPLE])
    return tuple(Facet(name, counts[name]) for name in _OWN)


def _exact(searcher: Searcher, query: Query, candidates: Counts) -> Counts:
    """Only the matches that have any of the candidates need be gone through, so their counts are whole."""
    values = {value for value, _ in candidates}
    if not values:
        return ()
    having = intersection(has_any(_PEOPLE, [int(value) for value in values]), query)
    counts = _counted(searcher, having, [_PEOPLE], whole=True)[_PEOPLE]
    return tuple(pair for pair in counts if pair[0] in values)[:TOP]


def _counted(searcher: Searcher, query: Query, names: list[str], whole: bool = False) -> dict[str, Counts]:
    """People's counts are whole only where that is asked for."""
    if not names:
        return {}
    told = searcher.aggregate(query, {name: {"terms": _asked(name, whole)} for name in names})
    return {name: tuple((_value(one), one["doc_count"]) for one in told[name]["buckets"]) for name in names}


def _asked(name: str, whole: bool) -> dict[str, str | int]:
    size = CANDIDATES if name == _PEOPLE else TOP if name == "institution" else ALL
    return {"field": name, "size": size, "segment_size": LIKELY if name == _PEOPLE and not whole else NO_CUT}


def _value(bucket: dict[str, Any]) -> str:
    if "key_as_string" in bucket:
        return "yes" if bucket["key_as_string"] == "true" else "no"
    key = bucket["key"]
    return f"{key:.0f}" if isinstance(key, float) else str(key)
