"""What an institution's page says of the place itself: names, kind, relatives, towns of partners on a map. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from institutions.models import Institution
from institutions.summaries import Partner

KINDS = {
    "education": "university or school",
    "healthcare": "hospital",
    "company": "company",
    "archive": "archive",
    "nonprofit": "non-profit organisation",
    "government": "government body",
    "facility": "research facility",
    "funder": "funder",
    "other": "other",
}
NAMES_SHOWN = 6
MAP_PLACES = 12
NORTH, UNITS_A_DEGREE = 83.9, 2  # of the outline in components/map.html


@dataclass(frozen=True, slots=True)
class Relatives:
    above: list[Institution]
    parts: list[Institution]
    before: list[Institution]
    after: list[Institution]


@dataclass(frozen=True, slots=True)
class Pin:
    x: float
    y: float


def other_names(institution: Institution) -> list[str]:
    """Labels and aliases, then acronyms, each once; from `InstitutionQuerySet.for_page`."""
    told = sorted(institution.told_names, key=lambda one: "acronym" in one["kinds"])  # type: ignore[attr-defined]
    return [name for name in dict.fromkeys(one["value"] for one in told) if name != institution.name]


def kind(institution: Institution) -> str:
    words = [KINDS.get(one, one) for one in institution.kinds]
    return ", ".join(words)


def relatives(rows: Iterable[Institution]) -> Relatives:
    """From `InstitutionQuerySet.relatives`: those above furthest first."""
    rows = list(rows)

    def of(kin: str) -> list[Institution]:
        return [row for row in rows if row.kin == kin]  # type: ignore[attr-defined]

    return Relatives(
        above=sorted(of("above"), key=lambda row: (-row.distance, row.name)),  # type: ignore[attr-defined]
        parts=sorted(of("part"), key=lambda row: (-row.paper_count_with_parts, row.pk)),
        before=of("predecessor"),
        after=of("successor"),
    )


def pin(latitude: float | None, longitude: float | None) -> Pin | None:
    if latitude is None or longitude is None:
        return None
    return Pin(round((longitude + 180) * UNITS_A_DEGREE, 1), round((NORTH - latitude) * UNITS_A_DEGREE, 1))


def places(partners: Iterable[Partner]) -> list[tuple[Partner, Pin]]:
    """The partners that can be put on a map, most papers first."""
    found = ((one, pin(one.latitude, one.longitude)) for one in partners)
    return [(one, at) for one, at in found if at is not None][:MAP_PLACES]
