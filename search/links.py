"""The search page's links: what is chosen and can be removed, sorting, the kind of search, pages, other formats."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from django.urls import reverse

from common.addresses import query, query_value
from search.answers import NO_FILTERS, How, SearchRequest, Sort
from search.labels import Labels
from search.parameters import NAMES, asks, default_sort, pairs, written_filters
from search.query import parse

SORTS = {Sort.RELEVANCE: "relevance", Sort.NEWEST: "newest", Sort.CITED: "most cited"}
MODES = {How.HYBRID: "words and meaning", How.WORDS: "words only", How.MEANING: "meaning only"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A filter that is set; `href` is the search without it."""

    filter: str
    code: str
    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Option:
    label: str
    href: str
    current: bool


class Addresses:
    """Addresses that differ from a request's in one parameter, from the first page; most of each is written once."""

    def __init__(self, request: SearchRequest) -> None:
        self.request = request
        self._written = written_filters(request.filters)
        self._pieces = {name: _piece(name, value) for name, value in pairs(first_page(request))}
        self._path = search_path()

    def with_value(self, name: str, value: str) -> str:
        pieces = self._pieces | {name: _piece(name, value) if value else ""}
        asked = "&".join([piece for known in NAMES if (piece := pieces.get(known))])
        return f"{self._path}?{asked}" if asked else self._path

    def toggled(self, name: str, value: str) -> str:
        """With one more value of the filter, or without it where it is set."""
        kept = self.chosen(name)
        values = [one for one in kept if one != value] if value in kept else [*kept, value]
        return self.with_value(name, ",".join(sorted(values, key=_in_order) if len(values) > 1 else values))

    def chosen(self, name: str) -> list[str]:
        value = self._written[name]
        return value.split(",") if value else []


def address(request: SearchRequest, suffix: str = "") -> str:
    return _asking(search_path() + suffix, request)


@cache
def search_path() -> str:
    return reverse("search")


def page_address(request: SearchRequest, number: int) -> str:
    return address(at_page(request, number))


def at_page(request: SearchRequest, number: int) -> SearchRequest:
    return replace(request, page=number)


def first_page(request: SearchRequest) -> SearchRequest:
    return at_page(request, 1)


def feed_address(request: SearchRequest, suffix: str) -> str:
    """Feeds are newest first and have no pages."""
    return address(replace(request, page=1, sort=default_sort(request.query)), suffix)


def typed_address(request: SearchRequest, typed: str) -> str:
    """The same filters for other words."""
    return address(replace(request, page=1, query=parse(typed)))


def why_address(request: SearchRequest, arxiv_id: str) -> str:
    return f"{reverse('search-why')}?q={query_value(request.query.text)}&paper={arxiv_id}"


def filters_address(request: SearchRequest) -> str:
    """The filters of a search on a page of their own."""
    return _asking(reverse("search-filters"), first_page(request))


def sort_links(request: SearchRequest) -> list[Option]:
    """Without a query nothing is more relevant than another."""
    return [
        Option(label, address(replace(request, page=1, sort=sort)), sort is request.sort)
        for sort, label in SORTS.items()
        if sort is not Sort.RELEVANCE or asks(request.query)
    ]


def mode_links(request: SearchRequest) -> list[Option]:
    return [
        Option(label, address(replace(request, page=1, how=how)), how is request.how) for how, label in MODES.items()
    ]


def choices(request: SearchRequest, labels: Labels) -> list[Choice]:
    return list(_choices(Addresses(request), labels))


def without_filters(request: SearchRequest) -> str:
    return address(replace(request, page=1, filters=NO_FILTERS))


def _asking(path: str, request: SearchRequest) -> str:
    asked = query(pairs(request))
    return f"{path}?{asked}" if asked else path


def _choices(addresses: Addresses, labels: Labels) -> Iterator[Choice]:
    for name in written_filters(addresses.request.filters):
        for value in addresses.chosen(name):
            label = labels.of(name, value)
            yield Choice(label.filter, label.code, label.text, addresses.toggled(name, value))


def _piece(name: str, value: str) -> str:
    return f"{name}={query_value(value)}"


def _in_order(value: str) -> tuple[int, int, str]:
    """As `parameters` puts them: ids and years as numbers, spans of years by their first, all else by letters."""
    first, _, last = value.partition("-")
    if first.isdecimal() and (last or first).isdecimal():
        return int(first), int(last or first), ""
    return 0, 0, value
