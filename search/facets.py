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


def facets(searcher: Searcher, wanted: Query, filters: Filters, total: int | None = None) -> tuple[Facet, ...]:
    """`total` is the number of matches under the filters, where it is known."""
    passes: dict[Filters, list[str]] = {}
    for name, own in _OWN.items():
        others = replace(filters, **{own: getattr(NO_FILTERS, own)})
        passes.setdefault(others, []).append(name)
    counts: dict[str, Counts] = {}
    for others, names in passes.items():
        query = filtered(wanted, others)
        counts |= _in_one_pass(searcher, query, names, total if others == filters else None)
    return tuple(Facet(name, counts[name]) for name in _OWN)


def _in_one_pass(searcher: Searcher, query: Query, names: list[str], total: int | None) -> dict[str, Counts]:
    """But for people: those who may be the first are counted a second time."""
    if _PEOPLE not in names:
        return _counted(searcher, query, names)
    number = count(searcher, query) if total is None else total
    if number <= COUNTED:
        counts = _counted(searcher, query, names)
    else:
        part = in_samples(range(min(SAMPLES, SAMPLES * COUNTED // number + 1)))
        counts = _counted(searcher, query, [name for name in names if name != _PEOPLE])
        counts |= _counted(searcher, intersection(part, query), [_PEOPLE])
    return counts | {_PEOPLE: _exact(searcher, query, counts[_PEOPLE])}


def _exact(searcher: Searcher, query: Query, candidates: Counts) -> Counts:
    """Only the matches that have any of the candidates need be gone through, so their counts are whole."""
    values = {value for value, _ in candidates}
    if not values:
        return ()
    having = intersection(has_any(_PEOPLE, [int(value) for value in values]), query)
    counts = _counted(searcher, having, [_PEOPLE], cut=NO_CUT)[_PEOPLE]
    return tuple(pair for pair in counts if pair[0] in values)[:TOP]


def _counted(searcher: Searcher, query: Query, names: list[str], cut: int = LIKELY) -> dict[str, Counts]:
    """`cut` is for people alone: so many of each segment's most frequent are looked at."""
    if not names:
        return {}
    told = searcher.aggregate(query, {name: {"terms": _asked(name, cut)} for name in names})
    return {name: tuple((_value(one), one["doc_count"]) for one in told[name]["buckets"]) for name in names}


def _asked(name: str, cut: int) -> dict[str, str | int]:
    size = CANDIDATES if name == _PEOPLE else TOP if name == "institution" else ALL
    return {"field": name, "size": size, "segment_size": cut if name == _PEOPLE else NO_CUT}


def _value(bucket: dict[str, Any]) -> str:
    if "key_as_string" in bucket:
        return "yes" if bucket["key_as_string"] == "true" else "no"
    key = bucket["key"]
    return f"{key:.0f}" if isinstance(key, float) else str(key)
