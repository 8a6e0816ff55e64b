"""`/institutions` and `/institutions/{id}`: most papers first, or by name."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, TypedDict

from django.db.models import Max
from django.db.models.functions import Coalesce, Greatest

from common.identifiers import parse_openalex_id
from common.json_schema import fields_of
from common.problems import Problem
from institutions.models import Institution
from institutions.objects import InstitutionObject, InstitutionRow, api_object, row_object
from institutions.portrait import relatives
from institutions.summaries import sums_of
from institutions.views.finding import ror_of
from wovepaper.api.lists import ListMeta, alone, counted, page_by_key, selected
from wovepaper.api.named import find_named
from wovepaper.api.numbered_ids import find_one, list_named
from wovepaper.api.operation import Asked, Moved

PATH = "/institutions"
ROW_FIELDS = tuple(fields_of(InstitutionRow))
FIELDS = tuple(fields_of(InstitutionObject))
ORDERS = {"papers": "most papers that name it first", "relevance": "best match first, with q"}
TAKES = (
    "An institution answers to the number that this site gave, bare or in the address that is its id, to ror:… and to "
    "openalex:I…."
)


class InstitutionList(TypedDict):
    """Institutions, without relatives and what their papers add up to."""

    meta: ListMeta
    results: list[InstitutionRow]


def list_institutions(asked: Asked) -> InstitutionList:
    if asked["ids"]:
        alone(asked)
        results, meta = list_named(asked, Institution, _outside, lambda ids: _objects(ids, asked["select"]))
        return {"meta": meta, "results": results}
    rows = Institution.objects.listed()
    filters = asked["filter"] or {}
    if "country" in filters:
        rows = rows.in_country(filters["country"])
    if "kind" in filters:
        rows = rows.filter(kinds__contains=[filters["kind"]])
    if asked["q"]:
        ids, meta = find_named(asked, PATH, "places", rows)
        return {"meta": meta, "results": list(_objects(ids, asked["select"]).values())}
    if asked["sort"] == "relevance":
        raise Problem("unknown-sort", "relevance sorts what is found by words: it needs q.", parameter="sort")
    narrow = rows.only("id", "paper_count")
    page, following = page_by_key(asked, PATH, narrow, ("-paper_count", "id"), many_ties=True)
    count = counted(asked, PATH, rows.count)
    return {
        "meta": {"count": count, "per_page": asked["per-page"], "next_cursor": following},
        "results": list(_objects([row.pk for row in page], asked["select"]).values()),
    }


def get_institution(asked: Asked) -> InstitutionObject:
    found = Institution.objects.for_page().filter(pk=asked["id"]).first()
    if found is None:
        raise Problem("not-found", f"There is no institution {asked['id']}.")
    if (stands := found.standing) != found:
        raise Moved(stands.pk)
    kin = relatives(Institution.objects.relatives(found.pk))
    return selected(api_object(found, sums_of(found), kin), asked["select"])  # type: ignore[return-value]


def find_institution(spelling: str) -> int:
    return find_one(spelling, _outside, "institution", TAKES)


def institution_changed_at(asked: Asked) -> datetime | None:
    """None where the answer is another than the institution."""
    latest = Greatest("changed_at", Coalesce("summary__counted_at", "changed_at"))
    return Institution.objects.filter(pk=asked["id"], merged_into=None).values_list(latest, flat=True).first()


def changed_at(asked: Asked) -> datetime | None:
    return None if asked["q"] else Institution.objects.aggregate(latest=Max("changed_at"))["latest"]


def _objects(ids: Sequence[int], select: Sequence[str] | None) -> dict[int, Any]:
    """By our number, in this order."""
    held = Institution.objects.for_page().in_bulk(list(ids)) if ids else {}
    return {one: selected(row_object(held[one]), select) for one in ids if one in held}


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
