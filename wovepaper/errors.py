"""Answers to what is not found or went wrong: they keep their status in every format."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template import loader

from common.error_answers import PROBLEM, error_answer, error_format
from common.http_caching import SEARCH
from common.identifiers import arxiv_url
from common.negotiation import split_suffix
from common.problems import Problem, problem_response
from papers.formats import PAPER_FORMATS
from papers.views.paper import read_spelling

ASKED_SHOWN = 300
WORDS_KEPT = 12
_NOT_WORDS = re.compile(r"[^\w]+")
_PREFIXES = ("/papers/", "/arxiv/", "/doi/", "/categories/", "/researchers/", "/institutions/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: what was asked, what it may be, ways on."""
    context = _guidance(request, exception)
    problem = Problem("not-found", str(context["reason"]) or "There is nothing at this address.")
    response = error_answer(request, problem, "404", context, 404)
    response.headers.setdefault("Cache-Control", SEARCH)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """500 needs no database and nothing that may have failed."""
    if error_format(request) is PROBLEM:
        return problem_response(request, Problem("server-error", "It has been noted."))
    content = loader.get_template("500.html").render({"site_name": settings.SITE_NAME})
    response = HttpResponse(content, status=500)
    response.headers["Cache-Control"] = "no-store"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if error_format(request) is PROBLEM:
        return problem_response(request, Problem("bad-parameter", "The address is none that this site understands."))
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
    path, _ = split_suffix(path, PAPER_FORMATS)
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
