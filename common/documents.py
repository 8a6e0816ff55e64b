"""One set of facts as a page, as Markdown or as data: by suffix, or by what Accept prefers."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from common.links import describes, link_header
from common.negotiation import HTML, JSON, MARKDOWN, Format, preferred, say_negotiated
from common.open_answers import for_programs

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
    for_programs(response)
    return response if asked.suffix else say_negotiated(response, path, chosen)


def thing_as_file(
    request: HttpRequest,
    name: str,
    context: Mapping[str, Any],
    told: Callable[[], Mapping[str, Any]],
    page: str,
    asked: Format,
) -> HttpResponse:
    """What the page of a person or place says, as `name.md`, as JSON (`told`) or as the page's JSON-LD."""
    if asked is MARKDOWN:
        response = for_programs(render(request, f"{name}.md", dict(context), content_type=asked.content_type))
    else:
        response = data_answer(told() if asked is JSON else context["structured"], asked)
    response.headers["Link"] = link_header([describes(page)])
    return response


def data_answer(told: Mapping[str, Any], asked: Format) -> HttpResponse:
    """A file of JSON in some form; not for search engines' indexes, open to pages of other sites."""
    response = HttpResponse(written(told), content_type=asked.content_type)
    return for_programs(response)


def written(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def format_by_accept(request: HttpRequest) -> str:
    """Which of the two the address gives: the `variant` for validators."""
    return preferred(request, FORMATS).suffix
