"""What is kept of an institution's sums, and how pages read it. Pure; harvest.summaries counts them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

TOP_FIELDS = 12
PARTNERS = 24
TOP_CITED = 3
PEOPLE = 9  # of those now and of those formerly


@dataclass(frozen=True, slots=True)
class Partner:
    """Another institution on some of the same papers."""

    id: int
    name: str
    slug: str
    papers: int
    city: str = ""
    country: str = ""
    latitude: float | None = None
    longitude: float | None = None

    @property
    def key(self) -> str:
        return f"{self.id}-{self.slug}" if self.slug else str(self.id)


@dataclass(frozen=True, slots=True)
class Person:
    id: int
    name: str
    slug: str
    papers: int
    category: str
    now: bool

    @property
    def key(self) -> str:
        return f"{self.id}-{self.slug}" if self.slug else str(self.id)


@dataclass(frozen=True, slots=True)
class Sums:
    """Over the papers that name an institution, or with those that name its parts."""

    papers: int = 0
    years: Mapping[int, int] = field(default_factory=dict)
    fields: tuple[tuple[str, int], ...] = ()
    partners: tuple[Partner, ...] = ()
    cited: tuple[int, ...] = ()
    now: int = 0
    formerly: int = 0
    people: tuple[Person, ...] = ()


def sums_of(found: Any, *, own: bool = False) -> Sums:
    """Of an institution read with its summary; `own`: without its parts."""
    summary = getattr(found, "summary", None)
    return read_sums((summary.own if own else summary.with_parts) if summary else {})


def read_sums(kept: Mapping[str, Any]) -> Sums:
    """From the JSON as it is kept; empty where nothing was counted yet."""
    if not kept:
        return Sums()
    return Sums(
        papers=kept["papers"],
        years={int(year): papers for year, papers in kept["years"].items()},
        fields=tuple((code, papers) for code, papers in kept["fields"]),
        partners=tuple(Partner(**one) for one in kept["partners"]),
        cited=tuple(kept["cited"]),
        now=kept["now"],
        formerly=kept["formerly"],
        people=tuple(Person(**one) for one in kept["people"]),
    )
