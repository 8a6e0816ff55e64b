"""Counts beside each filter: how many matches every value has under the other filters.

Facets that the same filters stand beside are counted in one pass over the matches.
"""

from dataclasses import replace
from typing import Any

from tantivy import Query, Searcher

from search.answers import NO_FILTERS, Facet, Filters
from search.filters import filtered

ALL = 400  # more than there are categories, years and countries
TOP = 20
NO_CUT = 2**31 - 1  # of what a segment counted nothing is dropped before segments are added up

# Each facet, how many of its values are told, and the filters without its own.
_SIZES = {"category": ALL, "year": ALL, "institution": TOP, "country": ALL, "researcher": TOP, "published": ALL}
_OWN = {
    "category": "categories",
    "year": "years",
    "institution": "institutions",
    "country": "countries",
    "researcher": "researchers",
    "published": "published",
}


def facets(searcher: Searcher, wanted: Query, filters: Filters) -> tuple[Facet, ...]:
    passes: dict[Filters, dict[str, Any]] = {}
    for name, size in _SIZES.items():
        others = replace(filters, **{_OWN[name]: getattr(NO_FILTERS, _OWN[name])})
        terms = {"field": name, "size": size, "segment_size": NO_CUT}
        passes.setdefault(others, {})[name] = {"terms": terms}
    counts: dict[str, Any] = {}
    for others, asked in passes.items():
        counts |= searcher.aggregate(filtered(wanted, others), asked)
    return tuple(Facet(name, _values(counts[name]["buckets"])) for name in _SIZES)


def _values(buckets: list[dict[str, Any]]) -> tuple[tuple[str, int], ...]:
    return tuple((_value(bucket), bucket["doc_count"]) for bucket in buckets)


def _value(bucket: dict[str, Any]) -> str:
    if "key_as_string" in bucket:
        return "yes" if bucket["key_as_string"] == "true" else "no"
    key = bucket["key"]
    return f"{key:.0f}" if isinstance(key, float) else str(key)
