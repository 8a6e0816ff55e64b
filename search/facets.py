"""Counts beside each filter: how many matches every value has under the other filters. Each count is exact.

Facets that the same filters stand beside are counted in one pass over the matches. Only the first `TOP` people and
places are told; where there are very many matches, which these are is found among a sample of them.
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
NO_CUT = 2**31 - 1  # of what a segment counted nothing is dropped before segments are added up
COUNTED = 20_000  # up to so many matches all their people and places are counted; a sample is about as large

# Each facet, and its own filter.
_FEW_VALUES = {"category": "categories", "year": "years", "country": "countries", "published": "published"}
_MANY_VALUES = {"institution": "institutions", "researcher": "researchers"}
_ORDER = ("category", "year", "institution", "country", "researcher", "published")

Counts = tuple[tuple[str, int], ...]


def facets(searcher: Searcher, wanted: Query, filters: Filters) -> tuple[Facet, ...]:
    passes: dict[Filters, list[str]] = {}
    for name, own in (_FEW_VALUES | _MANY_VALUES).items():
        others = replace(filters, **{own: getattr(NO_FILTERS, own)})
        passes.setdefault(others, []).append(name)
    counts: dict[str, Counts] = {}
    for others, names in passes.items():
        query = filtered(wanted, others)
        many = [name for name in names if name in _MANY_VALUES]
        total = count(searcher, query) if many else 0
        sampled = many if total > COUNTED else []
        counts |= _counted(searcher, query, {name: _size(name) for name in names if name not in sampled})
        counts |= _from_sample(searcher, query, total, sampled)
    return tuple(Facet(name, counts[name]) for name in _ORDER)


def _size(name: str) -> int:
    return TOP if name in _MANY_VALUES else ALL


def _from_sample(searcher: Searcher, query: Query, total: int, names: list[str]) -> dict[str, Counts]:
    if not names:
        return {}
    parts = range(min(SAMPLES, SAMPLES * COUNTED // total + 1))
    candidates = _counted(searcher, intersection(in_samples(parts), query), dict.fromkeys(names, CANDIDATES))
    return {name: _exact(searcher, query, name, values) for name, values in candidates.items()}


def _exact(searcher: Searcher, query: Query, name: str, candidates: Counts) -> Counts:
    """One pass over the matches that have any of the candidates, so their counts are whole; others' are not."""
    values = {value for value, _ in candidates}
    having = intersection(has_any(name, [int(value) for value in values]), query)
    counts = _counted(searcher, having, {name: CANDIDATES})[name] if values else ()
    return tuple(pair for pair in counts if pair[0] in values)[:TOP]


def _counted(searcher: Searcher, query: Query, sizes: dict[str, int]) -> dict[str, Counts]:
    if not sizes:
        return {}
    asked = {name: {"terms": {"field": name, "size": size, "segment_size": NO_CUT}} for name, size in sizes.items()}
    told = searcher.aggregate(query, asked)
    return {name: tuple((_value(one), one["doc_count"]) for one in told[name]["buckets"]) for name in sizes}


def _value(bucket: dict[str, Any]) -> str:
    if "key_as_string" in bucket:
        return "yes" if bucket["key_as_string"] == "true" else "no"
    key = bucket["key"]
    return f"{key:.0f}" if isinstance(key, float) else str(key)
