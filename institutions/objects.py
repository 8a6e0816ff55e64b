"""The API's objects of an institution: what its page answers as JSON, and lists and dumps give a row of.

Null stands for unknown, ids are full addresses.
"""

from typing import Annotated, TypedDict

from django.urls import reverse

from common.addresses import absolute
from common.identifiers import openalex_url
from common.json_schema import About, Address, Moment
from common.moments import rfc3339
from institutions import portrait
from institutions.models import Institution
from institutions.portrait import Relatives
from institutions.querysets import RELATIVES_SHOWN
from institutions.structured_data import ror_url, wikidata_url
from institutions.summaries import Sums


class RelativeObject(TypedDict):
    """An institution above or below another."""

    institution: Address
    name: str


class PartnerObject(TypedDict):
    """Another institution on some of the same papers."""

    institution: Address
    name: str
    papers: int


class FieldCount(TypedDict):
    """How many papers are of a category."""

    category: str
    papers: int


class InstitutionRow(TypedDict):
    """An institution as lists give one: what is known of the place itself, and how many papers name it."""

    id: Annotated[Address, About("Never changes; leads to `url`.")]
    url: Annotated[Address, About("The page here.")]
    name: str
    other_names: list[str]
    kinds: Annotated[list[str], About(example=["education"])]
    status: Annotated[str, About("As ROR tells: active or inactive.")]
    ror: Address | None
    openalex: Address | None
    wikidata: Address | None
    homepage: str | None
    established: int | None
    city: str | None
    region: str | None
    country_code: Annotated[str | None, About(example="CH")]
    latitude: float | None
    longitude: float | None
    paper_count: Annotated[int, About("Of papers held here that name it.")]
    paper_count_with_parts: Annotated[int, About("And those that name one of its parts.")]
    changed_at: Annotated[Moment, About("When a fact of the page last changed.")]


class InstitutionObject(InstitutionRow):
    """An institution, with its relatives and what its papers here add up to."""

    above: list[RelativeObject]
    parts: list[RelativeObject]
    researchers_now: int
    researchers_formerly: int
    fields: list[FieldCount]
    partners: list[PartnerObject]
    counted_at: Annotated[Moment | None, About("When the sums were counted.")]


def row_object(found: Institution) -> InstitutionRow:
    """Of `InstitutionQuerySet.for_page`."""
    return {
        "id": absolute(reverse("institution", args=[found.pk])),
        "url": absolute(found.get_absolute_url()),
        "name": found.name,
        "other_names": portrait.other_names(found),
        "kinds": found.kinds,
        "status": found.status,
        "ror": ror_url(found) or None,
        "openalex": openalex_url(found.openalex_id) if found.openalex_id else None,
        "wikidata": wikidata_url(found) or None,
        "homepage": found.homepage or None,
        "established": found.established,
        "city": found.city or None,
        "region": found.region or None,
        "country_code": found.country_code or None,
        "latitude": found.latitude,
        "longitude": found.longitude,
        "paper_count": found.paper_count,
        "paper_count_with_parts": found.paper_count_with_parts,
        "changed_at": rfc3339(found.changed_at),
    }


def api_object(found: Institution, sums: Sums, kin: Relatives) -> InstitutionObject:
    """`sums` are what its papers add up to, `kin` its relatives."""
    counted_at = found.summary.counted_at if hasattr(found, "summary") else None
    return {
        **row_object(found),
        "above": [_relative(one) for one in kin.above],
        "parts": [_relative(one) for one in kin.parts[:RELATIVES_SHOWN]],
        "researchers_now": sums.now,
        "researchers_formerly": sums.formerly,
        "fields": [{"category": code, "papers": papers} for code, papers in sums.fields],
        "partners": [
            {"institution": absolute(reverse("institution", args=[one.id])), "name": one.name, "papers": one.papers}
            for one in sums.partners
        ],
        "counted_at": rfc3339(counted_at) if counted_at else None,
    }


def _relative(one: Institution) -> RelativeObject:
    return {"institution": absolute(reverse("institution", args=[one.pk])), "name": one.name}
