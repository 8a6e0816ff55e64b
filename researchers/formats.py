"""A researcher in another format than HTML: the answer for each suffix of the page."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from common.addresses import absolute
from common.documents import thing_as_file
from common.links import link_header, links_of_thing
from common.negotiation import JSON, JSON_LD, Format
from researchers.models import Researcher
from researchers.objects import api_object


def in_format(request: HttpRequest, found: Researcher, context: Mapping[str, Any], asked: Format) -> HttpResponse:
    """From the context of the page."""
    page = found.get_absolute_url()
    return thing_as_file(
        request, "researchers/detail", context, lambda: api_object(found, context["oeuvre"]), page, asked
    )


def page_links(found: Researcher, context: Mapping[str, Any]) -> str:
    """The Link header of the page."""
    page = absolute(found.get_absolute_url())
    files = [(JSON_LD.suffix, JSON_LD.media_type), (JSON.suffix, JSON.media_type)]
    return link_header(links_of_thing(page, "Person", files, (one.url for one in context["outside_ids"])))
