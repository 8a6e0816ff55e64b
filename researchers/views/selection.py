"""Which of a researcher's papers their page lists, as its address asks: by filters, in an order."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlencode

from django.http import Http404, HttpRequest

from researchers.models import Researcher
from researchers.portrait import Place

FILTERS = ("category", "institution", "researcher", "year")
ORDERS = (("newest", ""), ("most cited", "cited"))


@dataclass(frozen=True, slots=True)
class Selection:
    """`page` is the address of the page without a query."""

    page: str
    filters: Mapping[str, str]
    sort: str

    @classmethod
    def asked(cls, request: HttpRequest, page: str) -> Self:
        filters = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
        for name in ("institution", "researcher", "year"):
            value = filters.get(name, "1")
            if not (value.isascii() and value.isdecimal() and len(value) < 19):
                raise Http404(f"There is no {name} {value[:40]}.")
        sort = request.GET.get("sort", "")
        if sort not in dict(ORDERS).values():
            raise Http404(f"Papers are not sorted by {sort[:40]}.")
        return cls(page, filters, sort)

    @property
    def is_whole(self) -> bool:
        """Whether it is all papers, newest first."""
        return not self.filters and not self.sort

    @property
    def at(self) -> int | None:
        """The institution that must be printed beside the person."""
        return self._number("institution")

    def of(self, oeuvre: Any) -> list[Any]:
        """The papers, of what `found.authorships.oeuvre` gives for the institution `at`."""
        chosen: list[Any] = oeuvre.chosen(
            category=self.filters.get("category", ""),
            year=self._number("year"),
            researcher=self._number("researcher"),
            there=self.at is not None,
            most_cited_first=self.sort == "cited",
        )
        if self.filters and not chosen:
            raise Http404("This researcher has no such paper here.")
        return chosen

    def href(self, number: int) -> str:
        """The address of one of its pages."""
        return _href(self.page, self.filters, self.sort, number)

    def sorts(self) -> list[tuple[str, str, bool]]:
        """Each order with its address, and whether it is this one."""
        return [(name, _href(self.page, self.filters, key), self.sort == key) for name, key in ORDERS]

    def chips(self, people: Mapping[int, Researcher], places: list[Place]) -> list[tuple[str, str]]:
        """What is filtered by, each with the address without it."""
        names = {str(pk): person.name for pk, person in people.items()}
        at = {str(place.institution): place.name for place in places}
        words = {
            "category": lambda value: value,
            "institution": lambda value: f"at {at.get(value, 'institution ' + value)}",
            "researcher": lambda value: f"with {names.get(value, 'researcher ' + value)}",
            "year": lambda value: value,
        }
        return [(words[name](value), self._without(name)) for name, value in self.filters.items()]

    def _without(self, name: str) -> str:
        left = {other: value for other, value in self.filters.items() if other != name}
        return _href(self.page, left, self.sort)

    def _number(self, name: str) -> int | None:
        return int(self.filters[name]) if name in self.filters else None


def _href(page: str, filters: Mapping[str, str], sort: str, number: int = 1) -> str:
    kept = {**filters, **({"sort": sort} if sort else {}), **({"page": str(number)} if number > 1 else {})}
    return f"{page}?{urlencode(kept)}" if kept else page
