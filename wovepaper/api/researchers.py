"""`/researchers` and `/researchers/{id}`: most papers first, or by name."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, TypedDict

from django.db.models import Max, QuerySet

from common.identifiers import parse_openalex_id, parse_orcid
from common.json_schema import fields_of
from common.problems import Problem
from researchers.models import Profile, Researcher, Stay
from researchers.objects import ResearcherObject, ResearcherRow, api_object, row_object
from wovepaper.api.listing import Listing, Walk, told_of
from wovepaper.api.lists import ListMeta, selected
from wovepaper.api.named import find_named
from wovepaper.api.numbered_ids import find_all, find_one, get_one, standing
from wovepaper.api.operation import Asked

PATH = "/researchers"
ROW_FIELDS = tuple(fields_of(ResearcherRow))
FIELDS = tuple(fields_of(ResearcherObject))
TAKES = (
    "A researcher answers to the number that this site gave, bare or in the address that is its id, to orcid:…, "
    "to openalex:A… and to s2:… with the number of Semantic Scholar's author."
)


class ResearcherList(TypedDict):
    """Researchers, without what their papers add up to."""

    meta: ListMeta
    results: list[ResearcherRow]


def get_researcher(asked: Asked) -> ResearcherObject:
    found = get_one(Researcher.objects.for_page(), asked.id, "researcher")
    if found.hidden_at:
        raise Problem("removed", f"The person objected to a profile, so researcher {asked.id} is not shown.")
    return selected(api_object(found, found.authorships.oeuvre(found.pk)), asked.select)


def find_researcher(spelling: str) -> int:
    return find_one(spelling, _outside, "researcher", TAKES)


def researcher_changed_at(asked: Asked) -> datetime | None:
    """None where the answer is another than the researcher."""
    return Researcher.objects.changes().filter(pk=asked.id).values_list("latest", flat=True).first()


def changed_at(asked: Asked) -> datetime | None:
    return None if asked.q else Researcher.objects.aggregate(latest=Max("changed_at"))["latest"]


def _numbers(spellings: Collection[str]) -> dict[str, int]:
    return standing(Researcher, find_all(spellings, _outside))


def _narrowed(asked: Asked) -> QuerySet[Researcher]:
    rows = Researcher.objects.listed()
    if "category" in asked.filter:
        rows = rows.mainly_in(asked.filter["category"])
    if "country" in asked.filter:
        rows = rows.in_country(asked.filter["country"])
    if "institution" in asked.filter:
        rows = rows.filter(stays__institution=asked.filter["institution"], stays__current=True)
    return rows


def _find(asked: Asked) -> tuple[list[int], ListMeta]:
    return find_named(asked, PATH, "people", _narrowed(asked))


def _walk(asked: Asked) -> Walk:
    """Of an institution by papers there."""
    if "institution" not in asked.filter:
        rows = _narrowed(asked).only("id", "paper_count")
        return Walk(rows, ("-paper_count", "id"), "id", rows.count, many_ties=True)
    there = Stay.objects.listed().filter(institution=asked.filter["institution"], current=True)
    for name, column in (("category", "main_category"), ("country", "country_code")):
        if name in asked.filter:
            there = there.filter(**{f"researcher__{column}": asked.filter[name]})
    stays = there.only("papers", "researcher_id")
    return Walk(stays, ("-papers", "researcher_id"), "researcher_id", stays.count, many_ties=True)


def _objects(numbers: Sequence[int], select: Sequence[str]) -> dict[int, Any]:
    return told_of(Researcher.objects.for_page().filter(hidden_at=None), row_object, numbers, select)


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


LISTING = Listing(
    path=PATH,
    orders={"papers": "most papers here first"},
    orders_of_found={"relevance": "best match first, with q"},
    numbers=_numbers,
    find=_find,
    walk=_walk,
    objects=_objects,
)
