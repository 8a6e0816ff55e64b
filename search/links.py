"""The search page's links: each filter with its counts, chosen filters to remove, sorting, pages."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from urllib.parse import urlencode

from django.urls import reverse

from papers import taxonomy
from search.answers import Facet, Filters, SearchRequest, Sort
from search.parameters import MOST_FILTERS, pairs
from search.query import Years

Counts = Sequence[tuple[str, int]]

SHOWN = 8
FOLDED = 24  # and no more: who wants a rarer value types it
MOST_YEARS = 60


@dataclass(frozen=True, slots=True)
class FacetLink:
    """`code` is set in mono before the label; `href` chooses the value, or takes the choice back."""

    code: str
    label: str
    count: int
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class FacetBlock:
    label: str
    more: str  # names what is folded away
    shown: tuple[FacetLink, ...]
    folded: tuple[FacetLink, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A filter that is set; `href` is the search without it."""

    filter: str
    code: str
    label: str
    href: str


@dataclass(frozen=True, slots=True)
class SortLink:
    label: str
    href: str
    current: bool


def address(request: SearchRequest) -> str:
    query = urlencode(pairs(request))
    return _path() + (f"?{query}" if query else "")


@cache
def _path() -> str:
    return reverse("search")


def page_address(request: SearchRequest, number: int) -> str:
    return address(replace(request, page=number))


def sort_links(request: SearchRequest) -> list[SortLink]:
    return [SortLink(str(sort), _anew(request, sort=sort), sort is request.sort) for sort in Sort]


def choices(request: SearchRequest) -> list[Choice]:
    codes = [
        Choice("category", code, _category_name(code), _filtered(request, _toggled_category(request.filters, code)))
        for code in request.filters.categories
    ]
    years = [
        Choice("year", "", str(span).replace("-", "–"), _filtered(request, _toggled_year(request.filters, span)))
        for span in request.filters.years
    ]
    return codes + years


def without_filters(request: SearchRequest) -> str:
    return _filtered(request, Filters())


def facet_blocks(request: SearchRequest, facets: Iterable[Facet]) -> list[FacetBlock]:
    """Categories, archives and years; a block with nothing to choose is left out."""
    counts = {facet.name: facet.counts for facet in facets}
    codes = counts.get("category", ())
    categories = [pair for pair in codes if pair[0] not in _ONLY_ARCHIVES]
    archives = [pair for pair in codes if pair[0] in _WHOLE_ARCHIVES]
    years = sorted(counts.get("year", ()), reverse=True)[:MOST_YEARS]
    blocks = [
        _block("Category", "categories", _links(request, _category_link, categories, SHOWN + FOLDED), True),
        _block("Archive", "archives", _links(request, _category_link, archives, SHOWN + FOLDED), False),
        _block("Year", "years", _links(request, _year_link, years, MOST_YEARS), True),
    ]
    return [block for block in blocks if block.shown]


_WHOLE_ARCHIVES = {category.archive for category in taxonomy.CATEGORIES if category.code != category.archive}
_ONLY_ARCHIVES = _WHOLE_ARCHIVES - set(taxonomy.CATEGORY_BY_CODE)


def _links(
    request: SearchRequest, link: Callable[[SearchRequest, str, int], FacetLink], counts: Counts, most: int
) -> list[FacetLink]:
    """Chosen values are always among them. With as many filters set as may be there is nothing but these."""
    chosen = {*request.filters.categories, *map(str, request.filters.years)}
    room = most if len(chosen) < MOST_FILTERS else 0
    return [
        link(request, value, count) for place, (value, count) in enumerate(counts) if place < room or value in chosen
    ]


def _block(label: str, more: str, links: list[FacetLink], is_open: bool) -> FacetBlock:
    chosen = [link for link in links if link.chosen]
    ordered = links if label == "Year" else chosen + [link for link in links if not link.chosen]
    shown = tuple(link for place, link in enumerate(ordered) if place < SHOWN or link.chosen)
    folded = tuple(link for place, link in enumerate(ordered) if place >= SHOWN and not link.chosen)
    return FacetBlock(label, more, shown, folded, is_open or bool(chosen))


def _category_link(request: SearchRequest, code: str, count: int) -> FacetLink:
    href = _filtered(request, _toggled_category(request.filters, code))
    return FacetLink(code, _category_name(code), count, href, code in request.filters.categories)


def _year_link(request: SearchRequest, year: str, count: int) -> FacetLink:
    span = Years(int(year), int(year))
    href = _filtered(request, _toggled_year(request.filters, span))
    return FacetLink("", year, count, href, span in request.filters.years)


def _category_name(code: str) -> str:
    known = taxonomy.CATEGORY_BY_CODE.get(code) or taxonomy.ARCHIVE_BY_CODE.get(code)
    return known.name if known else ""


def _toggled_category(filters: Filters, code: str) -> Filters:
    return replace(filters, categories=tuple(sorted(set(filters.categories) ^ {code})))


def _toggled_year(filters: Filters, span: Years) -> Filters:
    years = sorted(set(filters.years) ^ {span}, key=lambda one: (one.first, one.last))
    return replace(filters, years=tuple(years))


def _filtered(request: SearchRequest, filters: Filters) -> str:
    return _anew(request, filters=filters)


def _anew(request: SearchRequest, **changed: object) -> str:
    """From the first page again."""
    return address(replace(request, page=1, **changed))  # type: ignore[arg-type]
