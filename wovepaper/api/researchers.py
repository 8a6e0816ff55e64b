"""`/researchers` and `/researchers/{id}`: most papers first, or by name."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, TypedDict

from django.db.models import Max, QuerySet
from django.db.models.functions import Greatest

from common.identifiers import parse_openalex_id, parse_orcid
from common.json_schema import fields_of
from common.problems import Problem
from researchers.models import Profile, Researcher, Stay
from researchers.objects import ResearcherObject, ResearcherRow, api_object, row_object
from wovepaper.api.lists import ListMeta, alone, counted, page_by_key, selected
from wovepaper.api.named import find_named
from wovepaper.api.numbered_ids import find_one, list_named
from wovepaper.api.operation import Asked, Moved

PATH = "/researchers"
ROW_FIELDS = tuple(fields_of(ResearcherRow))
FIELDS = tuple(fields_of(ResearcherObject))
ORDERS = {"papers": "most papers here first", "relevance": "best match first, with q"}
TAKES = (
    "A researcher answers to the number that this site gave, bare or in the address that is its id, to orcid:…, "
    "to openalex:A… and to s2:… with the number of Semantic Scholar's author."
)


class ResearcherList(TypedDict):
    """Researchers, without what their papers add up to."""

    meta: ListMeta
    results: list[ResearcherRow]


def list_researchers(asked: Asked) -> ResearcherList:
    if asked["ids"]:
        alone(asked)
        results, meta = list_named(asked, Researcher, _outside, lambda ids: _objects(ids, asked["select"]))
        return {"meta": meta, "results": results}
    listed = _narrowed(Researcher.objects.listed(), asked["filter"] or {})
    if asked["q"]:
        ids, meta = find_named(asked, PATH, "people", listed)
        return {"meta": meta, "results": list(_objects(ids, asked["select"]).values())}
    if asked["sort"] == "relevance":
        raise Problem("unknown-sort", "relevance sorts what is found by words: it needs q.", parameter="sort")
    rows, of, key = _walk(asked["filter"] or {}, listed)
    page, following = page_by_key(asked, PATH, rows, key, many_ties=True)
    count = counted(asked, PATH, rows.count)
    return {
        "meta": {"count": count, "per_page": asked["per-page"], "next_cursor": following},
        "results": list(_objects([getattr(row, of) for row in page], asked["select"]).values()),
    }


def get_researcher(asked: Asked) -> ResearcherObject:
    found = Researcher.objects.for_page().filter(pk=asked["id"]).first()
    if found is None:
        raise Problem("not-found", f"There is no researcher {asked['id']}.")
    if (stands := found.standing) != found:
        raise Moved(stands.pk)
    if found.hidden_at:
        raise Problem("removed", f"The person objected to a profile, so researcher {asked['id']} is not shown.")
    return selected(api_object(found, found.authorships.oeuvre(found.pk)), asked["select"])  # type: ignore[return-value]


def find_researcher(spelling: str) -> int:
    return find_one(spelling, _outside, "researcher", TAKES)


def researcher_changed_at(asked: Asked) -> datetime | None:
    """None where the answer is another than the researcher."""
    shown = Researcher.objects.filter(pk=asked["id"], merged_into=None, hidden_at=None).order_by("pk").values("pk")
    latest = Greatest(
        "changed_at", "recounted_at", Max("authorships__paper__changed_at"), Max("authorships__paper__recounted_at")
    )
    return shown.annotate(latest=latest).values_list("latest", flat=True).first()


def changed_at(asked: Asked) -> datetime | None:
    return None if asked["q"] else Researcher.objects.aggregate(latest=Max("changed_at"))["latest"]


def _narrowed(rows: Any, filters: dict[str, Any]) -> Any:
    if "category" in filters:
        rows = rows.mainly_in(filters["category"])
    if "country" in filters:
        rows = rows.in_country(filters["country"])
    if "institution" in filters:
        rows = rows.filter(stays__institution=filters["institution"], stays__current=True)
    return rows


def _walk(filters: dict[str, Any], listed: QuerySet[Any]) -> tuple[QuerySet[Any], str, tuple[str, str]]:
    """The list in an index's order, which of its columns is the researcher. Of an institution by papers there."""
    if "institution" not in filters:
        return listed.only("id", "paper_count"), "id", ("-paper_count", "id")
    there = Stay.objects.listed().filter(institution=filters["institution"], current=True)
    for name, column in (("category", "main_category"), ("country", "country_code")):
        if name in filters:
            there = there.filter(**{f"researcher__{column}": filters[name]})
    return there.only("papers", "researcher_id"), "researcher_id", ("-papers", "researcher_id")


def _objects(ids: Sequence[int], select: Sequence[str] | None) -> dict[int, Any]:
    """By our number, in this order."""
    held = Researcher.objects.for_page().filter(hidden_at=None).in_bulk(list(ids)) if ids else {}
    return {one: selected(row_object(held[one]), select) for one in ids if one in held}


def _outside(spellings: Iterable[str]) -> dict[str, int]:
    """Researchers by ORCID or profile, in two questions for each kind at most."""
    orcids: dict[str, str] = {}
    profiles: dict[tuple[str, str], str] = {}
    for spelling in spellings:
        prefix, _, rest = spelling.partition(":")
        if orcid := parse_orcid(spelling):
            orcids[spelling] = orcid
        elif (openalex := parse_openalex_id(spelling)) and openalex.startswith("A"):
            profiles[Profile.Source.OPENALEX, openalex] = spelling
        elif prefix.lower() == "s2" and rest.isascii() and rest.isdecimal() and len(rest) <= 12:
            profiles[Profile.Source.SEMANTIC_SCHOLAR, rest] = spelling
    return _by_orcid(orcids) | _by_profile(profiles)


def _by_orcid(orcids: dict[str, str]) -> dict[str, int]:
    if not orcids:
        return {}
    listed = Researcher.objects.listed()
    wanted = list(orcids.values())
    told = listed.filter(profiles__orcid__in=wanted, profiles__gone_at=None).order_by("-id")
    held: dict[Any, int] = dict(told.values_list("profiles__orcid", "id"))
    held |= dict(listed.filter(orcid__in=wanted).values_list("orcid", "id"))
    return {spelling: held[orcid] for spelling, orcid in orcids.items() if orcid in held}


def _by_profile(profiles: dict[tuple[str, str], str]) -> dict[str, int]:
    if not profiles:
        return {}
    ids = [outside_id for _, outside_id in profiles]
    rows = Profile.objects.filter(outside_id__in=ids, researcher__hidden_at=None, researcher__isnull=False)
    told = rows.values_list("source", "outside_id", "researcher_id")
    return {profiles[source, one]: pk for source, one, pk in told if pk and (source, one) in profiles}
