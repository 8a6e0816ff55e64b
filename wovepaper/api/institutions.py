"""`/institutions` and `/institutions/{id}`: most papers first, or by name."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, TypedDict

from django.db.models import Max, QuerySet

from common.identifiers import parse_openalex_id
from common.json_schema import fields_of
from institutions.models import Institution
from institutions.objects import InstitutionObject, InstitutionRow, api_object, row_object
from institutions.portrait import relatives
from institutions.summaries import sums_of
from institutions.views.finding import ror_of
from wovepaper.api.listing import Listing, Walk, told_of
from wovepaper.api.lists import ListMeta, selected
from wovepaper.api.named import find_named
from wovepaper.api.numbered_ids import find_all, find_one, get_one, standing
from wovepaper.api.operation import Asked

PATH = "/institutions"
ROW_FIELDS = tuple(fields_of(InstitutionRow))
FIELDS = tuple(fields_of(InstitutionObject))
TAKES = (
    "An institution answers to the number that this site gave, bare or in the address that is its id, to ror:… and to "
    "openalex:I…."
)


class InstitutionList(TypedDict):
    """Institutions, without relatives and what their papers add up to."""

    meta: ListMeta
    results: list[InstitutionRow]


def get_institution(asked: Asked) -> InstitutionObject:
    found = get_one(Institution.objects.for_page(), asked.id, "institution")
    kin = relatives(Institution.objects.relatives(found.pk))
    return selected(api_object(found, sums_of(found), kin), asked.select)


def find_institution(spelling: str) -> int:
    return find_one(spelling, _outside, "institution", TAKES)


def institution_changed_at(asked: Asked) -> datetime | None:
    """None where the answer is another than the institution."""
    return Institution.objects.changes().filter(pk=asked.id).values_list("latest", flat=True).first()


def changed_at(asked: Asked) -> datetime | None:
    return None if asked.q else Institution.objects.aggregate(latest=Max("changed_at"))["latest"]


def _numbers(spellings: Collection[str]) -> dict[str, int]:
    return standing(Institution, find_all(spellings, _outside))


def _narrowed(asked: Asked) -> QuerySet[Institution]:
    rows = Institution.objects.listed()
    if "country" in asked.filter:
        rows = rows.in_country(asked.filter["country"])
    if "kind" in asked.filter:
        rows = rows.filter(kinds__contains=[asked.filter["kind"]])
    return rows


def _find(asked: Asked) -> tuple[list[int], ListMeta]:
    return find_named(asked, PATH, "places", _narrowed(asked))


def _walk(asked: Asked) -> Walk:
    rows = _narrowed(asked)
    narrow = rows.only("id", "paper_count")
    return Walk(narrow, ("-paper_count", "id"), "id", rows.count, many_ties=True)


def _objects(numbers: Sequence[int], select: Sequence[str]) -> dict[int, Any]:
    return told_of(Institution.objects.for_page(), row_object, numbers, select)


def _outside(spellings: Iterable[str]) -> dict[str, int]:
    """Institutions by ROR and OpenAlex ids, in one question for each kind; merged rows by the one that stands."""
    rors: dict[str, str] = {}
    openalex: dict[str, str] = {}
    for spelling in spellings:
        if ror := ror_of(spelling):
            rors[spelling] = ror
        elif (one := parse_openalex_id(spelling)) and one.startswith("I"):
            openalex[spelling] = one
    return _by("ror", rors) | _by("openalex_id", openalex)


def _by(column: str, wanted: dict[str, str]) -> dict[str, int]:
    if not wanted:
        return {}
    rows = Institution.objects.select_related("merged_into").filter(**{f"{column}__in": list(wanted.values())})
    held = {getattr(row, column): row.standing.pk for row in rows}
    return {spelling: held[one] for spelling, one in wanted.items() if one in held}


LISTING = Listing(
    path=PATH,
    orders={"papers": "most papers that name it first"},
    orders_of_found={"relevance": "best match first, with q"},
    numbers=_numbers,
    find=_find,
    walk=_walk,
    objects=_objects,
)
