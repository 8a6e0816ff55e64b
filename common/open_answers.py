"""Answers that programs and pages of other sites may read."""

from typing import TypeVar

from django.http.response import HttpResponseBase

Answer = TypeVar("Answer", bound=HttpResponseBase)


def for_programs(response: Answer) -> Answer:
    """Files, feeds, data: open to all sites, and not for search engines' indexes, which have the page."""
    response.headers["X-Robots-Tag"] = "noindex"
    return allow_any_origin(response)


def allow_any_origin(response: Answer) -> Answer:
    """Let other sites' pages and programs read this answer."""
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response
