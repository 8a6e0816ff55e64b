"""The API's objects of a researcher: what the page answers as JSON, and lists and dumps give a row of.

Null stands for unknown, ids are full addresses.
"""

from typing import Annotated, Any, TypedDict

from django.urls import reverse

from common.addresses import absolute
from common.json_schema import About, Address, Day, Moment
from common.moments import rfc3339
from common.outside_ids import OutsideIdObject, outside_id_objects
from researchers import portrait
from researchers.models import Researcher


class AffiliationObject(TypedDict):
    """Where papers say the person is or was."""

    institution: Address
    name: str
    papers: int
    first: Day
    last: Day
    current: bool


class FieldObject(TypedDict):
    """How many papers are of a category."""

    category: str
    name: str
    papers: int


class CitationsObject(TypedDict):
    """Citations of the papers here that `source` counts."""

    total: int
    papers: Annotated[int, About("Over so many papers.")]
    source: str


class ResearcherRow(TypedDict):
    """A researcher as lists give one: all that is known without reading each of their papers."""

    id: Annotated[Address, About("Never changes; leads to `url`.")]
    url: Annotated[Address, About("The page here.")]
    name: str
    given: str | None
    family: str | None
    ids: Annotated[list[OutsideIdObject], About("In other sources.")]
    paper_count: Annotated[int, About("Of papers held here.")]
    first_year: int | None
    last_year: int | None
    affiliations: list[AffiliationObject]
    changed_at: Annotated[Moment, About("When a fact of the page last changed.")]


class ResearcherObject(ResearcherRow):
    """A researcher, with what their papers here add up to."""

    other_names: Annotated[list[str], About("As printed on papers.")]
    citations: CitationsObject | None
    fields: list[FieldObject]


def row_object(found: Researcher) -> ResearcherRow:
    """Of `ResearcherQuerySet.for_page`."""
    return {
        "id": absolute(reverse("researcher", args=[found.pk])),
        "url": absolute(found.get_absolute_url()),
        "name": found.name,
        "given": found.given or None,
        "family": found.family or None,
        "ids": outside_id_objects(portrait.outside_ids(found)),
        "paper_count": found.paper_count,
        "first_year": found.first_year,
        "last_year": found.last_year,
        "affiliations": [
            {
                "institution": absolute(reverse("institution", args=[place.institution])),
                "name": place.name,
                "papers": place.papers,
                "first": place.first.isoformat(),
                "last": place.last.isoformat(),
                "current": place.current,
            }
            for place in portrait.places(found)
        ],
        "changed_at": rfc3339(found.changed_at),
    }


def api_object(found: Researcher, oeuvre: Any) -> ResearcherObject:
    """`oeuvre` is what their papers add up to (`found.authorships.oeuvre`), which the app above makes."""
    citations = oeuvre.citations()
    return {
        **row_object(found),
        "paper_count": len(oeuvre.papers),
        "other_names": oeuvre.other_names(found.name),
        "citations": {"total": citations.total, "papers": citations.papers, "source": citations.source}
        if citations
        else None,
        "fields": [{"category": code, "name": name, "papers": papers} for code, name, papers in oeuvre.fields()],
    }
