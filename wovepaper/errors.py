"""Answers to what is not found or went wrong: they keep their status in every format."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader
from django.utils.cache import patch_vary_headers

from common.http_caching import SEARCH
from common.identifiers import arxiv_url
from common.negotiation import HTML, MARKDOWN, preferred
from papers.views.paper import read_spelling

ASKED_SHOWN = 300
WORDS_KEPT = 12
_NOT_WORDS = re.compile(r"[^\w]+")
_PREFIXES = ("/papers/", "/arxiv/", "/doi/", "/categories/", "/researchers/", "/institutions/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404 as HTML, or as Markdown for who prefers that: what was asked, what it may be, ways on."""
    chosen = preferred(request, (MARKDOWN,))
    template = "404.md" if chosen is MARKDOWN else "404.html"
    response = render(request, template, _guidance(request, exception), content_type=chosen.content_type, status=404)
    patch_vary_headers(response, ["Accept"])
    response.headers.setdefault("Cache-Control", SEARCH)
    if chosen is not HTML:
        response.headers["X-Robots-Tag"] = "noindex"
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """500 needs no database and nothing that may have failed."""
    content = loader.get_template("500.html").render({"site_name": settings.SITE_NAME})
    response = HttpResponse(content, status=500)
    response.headers["Cache-Control"] = "no-store"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    content = loader.get_template("400.html").render({"site_name": settings.SITE_NAME})
    return HttpResponse(content, status=400)


def _guidance(request: HttpRequest, exception: Exception) -> dict[str, object]:
    asked = request.path[:ASKED_SHOWN]
    arxiv_id = _arxiv_id_in(asked)
    reason = exception.args[0] if exception.args and isinstance(exception.args[0], str) else ""
    return {
        "asked": asked,
        "reason": reason,
        "arxiv_id": arxiv_id,
        "arxiv_url": arxiv_url(arxiv_id) if arxiv_id else "",
        "words": request.GET.get("q", "")[:ASKED_SHOWN] or _words(asked, arxiv_id),
    }


def _arxiv_id_in(path: str) -> str:
    for prefix in ("/papers/", "/arxiv/", "/abs/", "/pdf/", "/"):
        if path.startswith(prefix) and (found := read_spelling(path.removeprefix(prefix))):
            return found
    return ""


def _words(path: str, arxiv_id: str) -> str:
    """The words of the path, for a search: those of the slug, or of the last part."""
    text = path
    for prefix in _PREFIXES:
        text = text.removeprefix(prefix)
    if arxiv_id:
        text = text.partition("-")[2] if "/" not in arxiv_id else text.partition("/")[2].partition("-")[2]
    words = [word for word in _NOT_WORDS.split(text.replace("_", " ")) if word and not word.isdigit()]
    return " ".join(words[:WORDS_KEPT])
