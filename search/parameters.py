"""The parameters of `/search`: fixed names in one order, read into a request and written into addresses.

`read` raises `BadParameter` with a sentence for the reader. What is unknown is ignored and never copied; what is
empty, repeated, in the wrong order or in another spelling than ours gives `is_tidy` False, and the tidy address.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar
from urllib.parse import urlencode

from search.answers import Filters, How, SearchRequest, Sort
from search.query import ParsedQuery, Years, clean, parse, parse_category, parse_years

FILTERS = ("category", "cited", "country", "institution", "published", "researcher", "withdrawn", "year")
NAMES = ("q", "mode", *FILTERS, "sort", "page")  # in the order of addresses
MOST_FILTERS = 5
LONGEST_TYPED = 4_000  # of what is longer nothing more is looked at
_CODE = re.compile(r"[A-Za-z][A-Za-z.-]{0,23}", re.ASCII)
_COUNTRY = re.compile(r"[A-Za-z]{2}", re.ASCII)
_ID = re.compile(r"[1-9]\d{0,17}", re.ASCII)
_NUMBER = re.compile(r"[1-9]\d{0,6}", re.ASCII)
_PAGE = re.compile(r"[1-9]\d{0,5}", re.ASCII)
_ANSWERS = {"yes": True, "no": False}

Pairs = list[tuple[str, str]]
Word = TypeVar("Word", bound=StrEnum)


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
    filters = _filters(values)
    if number_of(filters) > MOST_FILTERS:
        raise BadParameter(f"At most {MOST_FILTERS} filters can be set at once.")
    how, sort = _word("mode", How, values["mode"]), _word("sort", Sort, values["sort"])
    if not asks(query):
        how, sort = How.HYBRID, None if sort is Sort.RELEVANCE else sort  # nothing to be near to
    request = SearchRequest(query, filters, sort or default_sort(query), _page(values["page"]), how or How.HYBRID)
    tidy = pairs(request, typed)
    return Parameters(request, given == tidy, urlencode(tidy))


def pairs(request: SearchRequest, typed: str | None = None) -> Pairs:
    """Names and values of a request's address; defaults are left out."""
    written = {
        "q": request.query.text if typed is None else typed,
        "mode": str(request.how) if request.how is not How.HYBRID else "",
        **written_filters(request.filters),
        "sort": str(request.sort) if request.sort is not default_sort(request.query) else "",
        "page": str(request.page) if request.page > 1 else "",
    }
    return [(name, written[name]) for name in NAMES if written[name]]


def written_filters(filters: Filters) -> dict[str, str]:
    """Each filter's value as addresses have it, empty where it is not set."""
    return {
        "category": ",".join(filters.categories),
        "cited": str(filters.cited) if filters.cited else "",
        "country": ",".join(filters.countries),
        "institution": ",".join(map(str, filters.institutions)),
        "published": _yes_or_no(filters.published),
        "researcher": ",".join(map(str, filters.researchers)),
        "withdrawn": _yes_or_no(filters.withdrawn),
        "year": ",".join(map(str, filters.years)),
    }


def number_of(filters: Filters) -> int:
    """Each value counts."""
    return sum(value.count(",") + 1 for value in written_filters(filters).values() if value)


def asks(query: ParsedQuery) -> bool:
    return bool(query.clauses or query.excluded)


def default_sort(query: ParsedQuery) -> Sort:
    """Without a query the page browses, newest first."""
    return Sort.RELEVANCE if asks(query) else Sort.NEWEST


def _filters(values: dict[str, list[str]]) -> Filters:
    return Filters(
        categories=_categories(values["category"]),
        cited=_cited(values["cited"]),
        countries=_countries(values["country"]),
        institutions=_ids("institution", values["institution"]),
        published=_answer("published", values["published"]),
        researchers=_ids("researcher", values["researcher"]),
        withdrawn=_answer("withdrawn", values["withdrawn"]),
        years=_years(values["year"]),
    )


def _categories(values: list[str]) -> tuple[str, ...]:
    codes = set()
    for value in _parts(values):
        if not _CODE.fullmatch(value):
            raise BadParameter("category takes codes of arXiv such as cs.CL or astro-ph, joined by commas.")
        codes.add(parse_category(value) or value)
    return tuple(sorted(codes))


def _cited(values: list[str]) -> int | None:
    if not values:
        return None
    if not _NUMBER.fullmatch(values[0].strip()):
        raise BadParameter("cited takes the least number of citations, from 1.")
    return int(values[0].strip())


def _countries(values: list[str]) -> tuple[str, ...]:
    parts = _parts(values)
    if not all(_COUNTRY.fullmatch(part) for part in parts):
        raise BadParameter("country takes codes of two letters such as CH, joined by commas.")
    return tuple(sorted({part.upper() for part in parts}))


def _ids(name: str, values: list[str]) -> tuple[int, ...]:
    parts = _parts(values)
    if not all(_ID.fullmatch(part) for part in parts):
        raise BadParameter(f"{name} takes the numbers that stand in addresses of this site, joined by commas.")
    return tuple(sorted({int(part) for part in parts}))


def _answer(name: str, values: list[str]) -> bool | None:
    if not values:
        return None
    answer = _ANSWERS.get(values[0].strip().lower())
    if answer is None:
        raise BadParameter(f"{name} takes yes or no.")
    return answer


def _years(values: list[str]) -> tuple[Years, ...]:
    spans = set()
    for value in _parts(values):
        years = parse_years(value)
        if years is None:
            raise BadParameter("year takes years such as 2019 and spans such as 2015-2020, joined by commas.")
        spans.add(years)
    return tuple(sorted(spans, key=lambda span: (span.first, span.last)))


def _word(name: str, known: type[Word], values: list[str]) -> Word | None:
    try:
        return known(values[0].strip()) if values else None
    except ValueError:
        *others, last = known
        raise BadParameter(f"{name} takes {', '.join(others)} or {last}.") from None


def _page(values: list[str]) -> int:
    if not values:
        return 1
    if not _PAGE.fullmatch(values[0].strip()):
        raise BadParameter("page takes a number from 1.")
    return int(values[0].strip())


def _parts(values: list[str]) -> list[str]:
    return [part.strip() for value in values for part in value.split(",") if part.strip()]


def _yes_or_no(answer: bool | None) -> str:
    return "" if answer is None else "yes" if answer else "no"
