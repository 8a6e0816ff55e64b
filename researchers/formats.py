"""A researcher in another format than HTML: the answer for each suffix of the page."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from common.addresses import absolute
from common.documents import data_answer
from common.http_caching import allow_any_origin
from common.json_schema import About, Address, Day, Moment
from common.links import Link, link_header, links_of_thing
from common.moments import rfc3339
from common.negotiation import JSON, JSON_LD, MARKDOWN, Format
from researchers import portrait
from researchers.models import Researcher


def in_format(request: HttpRequest, found: Researcher, context: Mapping[str, Any], asked: Format) -> HttpResponse:
    """From the context of the page; not for search engines' indexes."""
    if asked is not MARKDOWN:
        told = api_object(found, context) if asked is JSON else context["structured"]
        response = data_answer(told, asked)
        response.headers["Link"] = link_header([describes(found)])
        return response
    response = render(request, "researchers/detail.md", dict(context), content_type=asked.content_type)
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Link"] = link_header([describes(found)])
    return allow_any_origin(response)


def describes(found: Researcher) -> Link:
    """For the files: whose description they are."""
    return Link(absolute(found.get_absolute_url()), "describes", "text/html")


def page_links(found: Researcher, context: Mapping[str, Any]) -> str:
    """The Link header of the page."""
    page = absolute(found.get_absolute_url())
    files = [(JSON_LD.suffix, JSON_LD.media_type), (JSON.suffix, JSON.media_type)]
    return link_header(links_of_thing(page, "Person", files, (one.url for one in context["elsewhere"])))


class OutsideId(TypedDict):
    """Who the person is elsewhere."""

    source: Annotated[str, About(example="ORCID")]
    id: str
    url: Address


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
    ids: list[OutsideId]
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
        "ids": [{"source": one.source, "id": one.id, "url": one.url} for one in portrait.elsewhere(found)],
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


def api_object(found: Researcher, context: Mapping[str, Any]) -> ResearcherObject:
    """The API's object: null stands for unknown, ids are full addresses."""
    citations = context["citations"]
    return {
        **row_object(found),
        "paper_count": context["total"],
        "other_names": context["other_names"],
        "citations": {"total": citations.total, "papers": citations.papers, "source": citations.source}
        if citations
        else None,
        "fields": [
            {"category": bar.code, "name": bar.label, "papers": bar.number}
            for bar in [*context["fields"], *context["more_fields"]]
        ],
    }
