"""A researcher in another format than HTML: the answer for each suffix of the page."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from common.addresses import absolute
from common.http_caching import allow_any_origin
from common.negotiation import JSON, MARKDOWN, Format
from researchers.models import Researcher


def in_format(request: HttpRequest, found: Researcher, context: Mapping[str, Any], asked: Format) -> HttpResponse:
    """From the context of the page; not for search engines' indexes."""
    if asked is MARKDOWN:
        response = render(request, "researchers/detail.md", dict(context), content_type=asked.content_type)
    else:
        told = api_object(found, context) if asked is JSON else context["structured"]
        response = HttpResponse(json.dumps(told, ensure_ascii=False, indent=1) + "\n", content_type=asked.content_type)
    response.headers["X-Robots-Tag"] = "noindex"
    return allow_any_origin(response)


def api_object(found: Researcher, context: Mapping[str, Any]) -> dict[str, Any]:
    """The API's object: null stands for unknown, ids are full addresses."""
    citations = context["citations"]
    return {
        "id": absolute(reverse("researcher", args=[found.pk])),
        "url": absolute(found.get_absolute_url()),
        "name": found.name,
        "given": found.given or None,
        "family": found.family or None,
        "other_names": context["other_names"],
        "ids": [{"source": one.source, "id": one.id, "url": one.url} for one in context["elsewhere"]],
        "paper_count": context["total"],
        "first_year": found.first_year,
        "last_year": found.last_year,
        "citations": {"total": citations.total, "papers": citations.papers, "source": citations.source}
        if citations
        else None,
        "fields": [
            {"category": bar.code, "name": bar.label, "papers": bar.number}
            for bar in [*context["fields"], *context["more_fields"]]
        ],
        "affiliations": [
            {
                "institution": absolute(reverse("institution", args=[place.institution])),
                "name": place.name,
                "papers": place.papers,
                "first": place.first.isoformat(),
                "last": place.last.isoformat(),
                "current": place.current,
            }
            for place in [*context["places"], *context["places_before"]]
        ],
        "changed_at": found.changed_at.isoformat(),
    }
