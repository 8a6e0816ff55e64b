"""The blocks of a researcher's page, each a value that its templates name; nothing is asked of the database here.

`oeuvre` is what their papers add up to (`found.authorships.oeuvre`), which the app above makes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from common.charts import Bar, YearChart, bars, year_chart
from common.networks import Network, network
from researchers.models import Researcher
from researchers.portrait import Place

FIELDS_SHOWN = 6
MOST_OF_ONE_NAME = 6


@dataclass(frozen=True, slots=True)
class Stays:
    """Where they are and were, as printed on papers."""

    now: list[Place]
    before: list[Place]


@dataclass(frozen=True, slots=True)
class Positions:
    """Place among authors, over so many papers; `out` are those whose authors are not all matched."""

    bars: list[Bar]
    over: int
    out: int


@dataclass(frozen=True, slots=True)
class Fields:
    """`more` are folded away."""

    shown: list[Bar]
    more: list[Bar]


@dataclass(frozen=True, slots=True)
class Namesakes:
    """Others of the name; `href` leads to all where there are `more`, and to all side by side."""

    people: list[Researcher]
    more: bool
    href: str


@dataclass(frozen=True, slots=True)
class Years:
    """Papers, and citations where a source tells them by year."""

    papers: YearChart | None
    citations: YearChart | None


@dataclass(frozen=True, slots=True)
class Coauthors:
    """Those with most papers together, each with how many; of `total`, without those of long author lists."""

    people: list[tuple[Researcher, int]]
    total: int
    left_out: int
    network: Network | None


def stays(places: Sequence[Place]) -> Stays:
    return Stays([one for one in places if one.current], [one for one in places if not one.current])


def positions(oeuvre: Any) -> Positions:
    counts, over = oeuvre.places()
    told = bars((place, counts[place], "", "") for place in ("sole", "first", "middle", "last"))
    return Positions(told, over, len(oeuvre.papers) - over)


def fields(oeuvre: Any, page: str) -> Fields:
    told = bars((name, papers, f"{page}?category={code}", code) for code, name, papers in oeuvre.fields())
    return Fields(told[:FIELDS_SHOWN], told[FIELDS_SHOWN:])


def namesakes(found: Researcher, others: Sequence[Researcher]) -> Namesakes:
    """`others` in the order they are shown, one more than are where there are more."""
    href = reverse("researcher", args=[found.slug]) if found.slug else ""
    return Namesakes(list(others[:MOST_OF_ONE_NAME]), len(others) > MOST_OF_ONE_NAME, href)


def years(oeuvre: Any, citations: Any, page: str, this_year: int) -> Years:
    papers = year_chart(oeuvre.years(), partial=this_year, href=lambda year: f"{page}?year={year}")
    return Years(papers, year_chart(citations.by_year, "citations", partial=this_year) if citations else None)


def coauthors(oeuvre: Any, company: Any, people: list[tuple[Researcher, int]]) -> Coauthors:
    drawn = network([(one.pk, one.name, papers) for one, papers in people], oeuvre.ties(one.pk for one, _ in people))
    return Coauthors(people, len(company.together), company.left_out, drawn)
