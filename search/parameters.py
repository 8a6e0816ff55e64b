"""The parameters of `/search`: fixed names in one order, read into a request and written into addresses.

`read` raises `BadParameter` with a sentence for the reader. What is unknown is ignored and never copied; what is
empty, repeated, in the wrong order or in another spelling than ours gives `is_tidy` False, and the tidy address.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from search.answers import Filters, SearchRequest, Sort
from search.query import ParsedQuery, Years, clean, parse, parse_category, parse_years

NAMES = ("q", "category", "year", "sort", "page")  # in the order of addresses; later filters come between q and sort
MOST_FILTERS = 5
LONGEST_TYPED = 4_000  # of what is longer nothing more is looked at
_CODE = re.compile(r"[A-Za-z][A-Za-z.-]{0,23}", re.ASCII)
_PAGE = re.compile(r"[1-9]\d{0,5}", re.ASCII)

Pairs = list[tuple[str, str]]


class BadParameter(ValueError):  # noqa: N818 - named after what is bad
    """A known parameter that cannot be understood; the text says what it takes."""


@dataclass(frozen=True, slots=True)
class Parameters:
    request: SearchRequest
    is_tidy: bool
    tidy: str  # the query string


def read(asked: Iterable[tuple[str, Sequence[str]]]) -> Parameters:
    """Take names with all their values, in the order of the address."""
    given = [(name, value[:LONGEST_TYPED]) for name, values in asked if name in NAMES for value in values]
    values = {name: [value for key, value in given if key == name and value.strip()] for name in NAMES}
    typed = clean(values["q"][0]) if values["q"] else ""
    query = parse(typed)
    filters = Filters(categories=_categories(values["category"]), years=_years(values["year"]))
    if len(filters.categories) + len(filters.years) > MOST_FILTERS:
        raise BadParameter(f"At most {MOST_FILTERS} filters can be set at once.")
    default = default_sort(query)
    request = SearchRequest(query, filters, _sort(values["sort"], default), _page(values["page"]))
    tidy = pairs(request, typed)
    return Parameters(request, given == tidy, urlencode(tidy))


def pairs(request: SearchRequest, typed: str | None = None) -> Pairs:
    """Names and values of a request's address; defaults are left out."""
    filled = {
        "q": request.query.text if typed is None else typed,
        "category": ",".join(request.filters.categories),
        "year": ",".join(map(str, request.filters.years)),
        "sort": request.sort if request.sort is not default_sort(request.query) else "",
        "page": str(request.page) if request.page > 1 else "",
    }
    return [(name, str(filled[name])) for name in NAMES if filled[name]]


def default_sort(query: ParsedQuery) -> Sort:
    """Without a query the page browses, newest first."""
    return Sort.RELEVANCE if query.clauses or query.excluded else Sort.NEWEST


def _categories(values: list[str]) -> tuple[str, ...]:
    codes = set()
    for value in _parts(values):
        if not _CODE.fullmatch(value):
            raise BadParameter("category takes codes of arXiv such as cs.CL or astro-ph, joined by commas.")
        codes.add(parse_category(value) or value)
    return tuple(sorted(codes))


def _years(values: list[str]) -> tuple[Years, ...]:
    spans = set()
    for value in _parts(values):
        years = parse_years(value)
        if years is None:
            raise BadParameter("year takes years such as 2019 and spans such as 2015-2020, joined by commas.")
        spans.add(years)
    return tuple(sorted(spans, key=lambda span: (span.first, span.last)))


def _sort(values: list[str], default: Sort) -> Sort:
    try:
        return Sort(values[0].strip()) if values else default
    except ValueError:
        raise BadParameter(f"sort takes {' or '.join(Sort)}.") from None


def _page(values: list[str]) -> int:
    if not values:
        return 1
    if not _PAGE.fullmatch(values[0].strip()):
        raise BadParameter("page takes a number from 1.")
    return int(values[0].strip())


def _parts(values: list[str]) -> list[str]:
    return [part.strip() for value in values for part in value.split(",") if part.strip()]
