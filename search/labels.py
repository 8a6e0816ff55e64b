"""What values of filters are called: codes and ids to words, one question for each kind of id on the whole page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.core.cache import cache as kept
from django.db import connection
from django.db.models.expressions import RawSQL

from institutions.models import Institution
from papers import taxonomy
from researchers.models import Researcher
from search.answers import Facet, Filters

Named = type[Institution] | type[Researcher]

REMEMBERED = 600  # seconds, of the names of countries
_IDS = object()
_PUBLISHED = {"yes": "in a journal or conference", "no": "preprint only"}
_ONLY = {"yes": "published papers", "no": "preprints"}
_WITHDRAWN = {"yes": "only those", "no": "left out"}
_LEFT_OUT = {"yes": "only", "no": "leave out"}


@dataclass(frozen=True, slots=True)
class Label:
    """`filter` is what the chosen filter is called, `code` stands in mono before the text."""

    filter: str
    text: str
    code: str = ""
    short: str = ""  # below the filter's name


@dataclass(frozen=True, slots=True)
class Labels:
    institutions: Mapping[str, str] = field(default_factory=dict)
    researchers: Mapping[str, str] = field(default_factory=dict)
    countries: Mapping[str, str] = field(default_factory=dict)

    def of(self, name: str, value: str) -> Label:
        match name:
            case "category":
                return Label("category", category_name(value), value)
            case "year":
                return Label("year", value.replace("-", "–"))
            case "institution":
                return Label("institution", self.institutions.get(value, f"number {value}"))
            case "researcher":
                return Label("researcher", self.researchers.get(value, f"number {value}"))
            case "country":
                return Label("country", self.countries.get(value, value))
            case "published":
                return Label("only", _ONLY[value], short=_PUBLISHED[value])
            case "withdrawn":
                return Label("withdrawn", _WITHDRAWN[value], short=_LEFT_OUT[value])
            case _:
                return Label("cited at least", f"{int(value):,}")


def labels(facets: Iterable[Facet], filters: Filters, shown: int) -> Labels:
    """For all that is set, and for the first `shown` values of each facet."""
    counts = {facet.name: [value for value, _ in facet.counts[:shown]] for facet in facets}
    institutions = {*counts.get("institution", ()), *map(str, filters.institutions)}
    researchers = {*counts.get("researcher", ()), *map(str, filters.researchers)}
    return Labels(
        institutions=_names(Institution, institutions),
        researchers=_names(Researcher, researchers),
        countries=_countries() if counts.get("country") or filters.countries else {},
    )


def category_name(code: str) -> str:
    known = taxonomy.CATEGORY_BY_CODE.get(code) or taxonomy.ARCHIVE_BY_CODE.get(code)
    return known.name if known else ""


def _names(model: Named, ids: set[str]) -> dict[str, str]:
    if not ids:
        return {}
    asked, parameters = _question(model)
    numbers = [int(one) for one in ids]
    with connection.cursor() as cursor:
        cursor.execute(asked, [numbers if one is _IDS else one for one in parameters])
        return {str(number): name for number, name in cursor.fetchall()}


@cache
def _question(model: Named) -> tuple[str, tuple[Any, ...]]:
    """Composed once: it takes six times as long as the answer. `_IDS` among the parameters stands for the ids."""
    wanted = RawSQL("SELECT unnest(%s::bigint[])", [_IDS])
    return model.objects.listed().filter(id__in=wanted).values_list("id", "name").query.sql_with_params()


def _countries() -> dict[str, str]:
    return kept.get_or_set("countries", _read_countries, REMEMBERED) or {}


def _read_countries() -> dict[str, str]:
    return {country.code: country.name for country in Institution.objects.countries()}
