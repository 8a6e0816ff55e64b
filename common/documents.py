"""One set of facts as a page, as Markdown or as data: by suffix, or by what Accept prefers."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from common.http_caching import allow_any_origin
from common.negotiation import HTML, MARKDOWN, Format, preferred, say_negotiated

FORMATS = (MARKDOWN,)


def page(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    """Render a page; where its head tells robots something, the header tells it too."""
    response = render(request, name, context)
    if robots := context.get("robots"):
        response.headers["X-Robots-Tag"] = str(robots)
    return response


def page_or_markdown(
    request: HttpRequest, name: str, context: dict[str, Any], asked: Format, path: str
) -> HttpResponse:
    """Render `name.html` or `name.md`. `asked` is the format of the suffix; without one Accept decides at `path`."""
    chosen = asked if asked.suffix else preferred(request, FORMATS)
    if chosen is HTML:
        return say_negotiated(page(request, f"{name}.html", context), path, chosen)
    response = render(request, f"{name}.md", context, content_type=chosen.content_type)
    response.headers["X-Robots-Tag"] = "noindex"
    allow_any_origin(response)
    return response if asked.suffix else say_negotiated(response, path, chosen)


def data_answer(told: Mapping[str, Any], asked: Format) -> HttpResponse:
    """A file of JSON in some form; not for search engines' indexes, open to pages of other sites."""
    response = HttpResponse(written(told), content_type=asked.content_type)
    response.headers["X-Robots-Tag"] = "noindex"
    return allow_any_origin(response)


def written(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def format_by_accept(request: HttpRequest) -> str:
    """Which of the two the address gives: the `variant` for validators."""
    return preferred(request, FORMATS).suffix
