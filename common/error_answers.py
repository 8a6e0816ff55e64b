"""An error in the form that was asked for: a page for readers, Markdown, or a problem document; its status stays.

A suffix decides, else Accept. Who asks for a file that can tell no error (BibTeX, CSV) gets Markdown, unless it is a
browser.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from common.negotiation import CSL_JSON, HTML, JSON, JSON_LD, LINKSET, MARKDOWN, Format, preferred
from common.problems import MEDIA_TYPE, Problem, problem_response

PROBLEM = Format("", MEDIA_TYPE, "Problem")
_JSON = (PROBLEM, JSON, JSON_LD, CSL_JSON, LINKSET)
_TELLS_NO_ERROR = (".bib", ".ris", ".csv", ".png", ".pdf")


def error_answer(
    request: HttpRequest, problem: Problem, name: str, context: dict[str, Any], status: int
) -> HttpResponse:
    """`name` is that of the templates of the page and of its Markdown, without their suffix."""
    chosen = error_format(request)
    if chosen is PROBLEM:
        response = problem_response(request, problem)
    else:
        suffix = MARKDOWN.suffix if chosen is MARKDOWN else ".html"
        response = render(request, name + suffix, context, content_type=chosen.content_type, status=status)
    patch_vary_headers(response, ["Accept"])
    if chosen is not HTML:
        response.headers["X-Robots-Tag"] = "noindex"
    return response


def error_format(request: HttpRequest) -> Format:
    """HTML, MARKDOWN or PROBLEM."""
    path = request.path
    if path.startswith("/api/") or path.endswith((JSON.suffix, JSON_LD.suffix)):
        return PROBLEM
    if path.endswith(MARKDOWN.suffix):
        return MARKDOWN
    if path.endswith(_TELLS_NO_ERROR) and HTML.media_type not in request.headers.get("Accept", ""):
        return MARKDOWN
    chosen = preferred(request, (MARKDOWN, *_JSON))
    return PROBLEM if chosen in _JSON else chosen
