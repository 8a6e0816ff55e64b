"""An institution in another format than HTML: the answer for each suffix of its page."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from common.addresses import absolute
from common.http_caching import allow_any_origin
from common.negotiation import JSON, MARKDOWN, Format
from institutions.models import Institution


def in_format(request: HttpRequest, found: Institution, context: Mapping[str, Any], asked: Format) -> HttpResponse:
    """From the context of the page; not for search engines' indexes."""
    if asked is MARKDOWN:
        response = render(request, "institutions/detail.md", dict(context), content_type=asked.content_type)
    else:
        told = api_object(found, context) if asked is JSON else context["structured"]
        response = HttpResponse(json.dumps(told, ensure_ascii=False, indent=1) + "\n", content_type=asked.content_type)
    response.headers["X-Robots-Tag"] = "noindex"
    return allow_any_origin(response)


def api_object(found: Institution, context: Mapping[str, Any]) -> dict[str, Any]:
    """The API's object: null stands for unknown, ids are full addresses."""
    counted_at = context["counted_at"]
    return {
        "id": absolute(reverse("institution", args=[found.pk])),
        "url": absolute(found.get_absolute_url()),
        "name": found.name,
        "other_names": [*context["other_names"], *context["more_names"]],
        "kinds": found.kinds,
        "status": found.status,
        "ror": context["ror_url"] or None,
        "openalex": f"https://openalex.org/{found.openalex_id}" if found.openalex_id else None,
        "wikidata": context["wikidata_url"] or None,
        "homepage": found.homepage or None,
        "established": found.established,
        "city": found.city or None,
        "region": found.region or None,
        "country_code": found.country_code or None,
        "latitude": found.latitude,
        "longitude": found.longitude,
        "paper_count": found.paper_count,
        "paper_count_with_parts": found.paper_count_with_parts,
        "above": [_relative(one) for one in context["kin"].above],
        "parts": [_relative(one) for one in context["parts"]],
        "researchers_now": context["sums"].now,
        "researchers_formerly": context["sums"].formerly,
        "fields": [{"category": code, "papers": papers} for code, papers in context["sums"].fields],
        "partners": [
            {"institution": absolute(reverse("institution", args=[one.id])), "name": one.name, "papers": one.papers}
            for one in context["sums"].partners
        ],
        "counted_at": counted_at.isoformat() if counted_at else None,
        "changed_at": found.changed_at.isoformat(),
    }


def _relative(one: Institution) -> dict[str, Any]:
    return {"institution": absolute(reverse("institution", args=[one.pk])), "name": one.name}
