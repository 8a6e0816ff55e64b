"""The blocks of an institution's page, each a value that its templates name; nothing is asked of the database here."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from common.charts import Bar, bars
from institutions import portrait
from institutions.models import Institution
from institutions.portrait import Pin, Relatives
from institutions.querysets import RELATIVES_SHOWN
from institutions.summaries import Partner, Person, Sums

PARTNERS_SHOWN = 9


@dataclass(frozen=True, slots=True)
class Names:
    """`more` are folded away."""

    shown: list[str]
    more: list[str]


@dataclass(frozen=True, slots=True)
class Parts:
    """`more` where there are others beside those shown."""

    shown: list[Institution]
    more: bool


@dataclass(frozen=True, slots=True)
class People:
    """Some of the researchers now and formerly there; how many there are `Sums` tells."""

    now: list[Person]
    before: list[Person]


@dataclass(frozen=True, slots=True)
class WorldMap:
    """Where it is, and where its partners are."""

    here: Pin | None
    partners: list[tuple[Partner, Pin]]


def names(others: list[str]) -> Names:
    return Names(others[: portrait.NAMES_SHOWN], others[portrait.NAMES_SHOWN :])


def parts(kin: Relatives) -> Parts:
    return Parts(kin.parts[:RELATIVES_SHOWN], len(kin.parts) > RELATIVES_SHOWN)


def people(sums: Sums) -> People:
    return People([one for one in sums.people if one.now], [one for one in sums.people if not one.now])


def world_map(found: Institution, sums: Sums) -> WorldMap:
    return WorldMap(portrait.pin(found.latitude, found.longitude), portrait.places(sums.partners))


def fields(found: Institution, sums: Sums, *, own: bool) -> list[Bar]:
    """Each leads to as many papers in the search, which counts parts in."""
    return bars((code, papers, "" if own else _search(found, code), code) for code, papers in sums.fields)


def partners(sums: Sums) -> list[Bar]:
    shown = sums.partners[:PARTNERS_SHOWN]
    return bars((one.name, one.papers, reverse("institution", args=[one.key]), "") for one in shown)


def _search(found: Institution, code: str) -> str:
    """The papers of a field from there or its parts; a code without a point may be an archive, which counts more."""
    return f"{reverse('search')}?{urlencode({'category': code, 'institution': found.pk})}" if "." in code else ""
