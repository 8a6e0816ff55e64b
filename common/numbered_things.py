"""Pages of things that this site numbers, people and places: which one an address means, and in which format."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse

from common.negotiation import JSON, JSON_LD, MARKDOWN, PNG, Format, preferred, say_negotiated, split_suffix
from common.slugs import parse_numbered

FORMATS = (MARKDOWN, JSON, JSON_LD)
SUFFIXES = (*FORMATS, PNG)


def one_of(rows: QuerySet[Any], spelling: str, noun: str, below: str) -> Any:
    """The row of an id with or without slug; the way to another where it was merged.

    `below` is what follows the page in the address: a suffix, or a part of the page.
    """
    number = parse_numbered(spelling)
    found = rows.filter(pk=number).first() if number else None
    if found is None:
        raise Http404(f"There is no {noun} {spelling[:80]}.")
    if (stands := found.standing) != found:
        return HttpResponsePermanentRedirect(stands.get_absolute_url() + below)
    return found


def page_changed_at(request: HttpRequest, spelling: str, route: str, stamps: QuerySet[Any, Any]) -> datetime | None:
    """Of pairs of slug and when the facts of the page changed; None where the answer is another than the page."""
    spelling, asked = split_suffix(spelling, SUFFIXES)
    number = parse_numbered(spelling)
    stamp = stamps.filter(pk=number).first() if number else None
    if stamp is None:
        return None
    slug, latest = stamp
    key = f"{number}-{slug}" if slug else str(number)
    changed: datetime = latest
    return changed if request.path == reverse(route, args=[key + asked.suffix]) else None


def format_by_accept(request: HttpRequest) -> str:
    """Which form the address of a page takes: the `variant` for validators."""
    return preferred(request, FORMATS).suffix


def in_format_asked(
    request: HttpRequest,
    page: str,
    asked: Format,
    as_file: Callable[[Format], HttpResponse],
    as_html: Callable[[], HttpResponse],
) -> HttpResponse:
    """By the address's suffix, or else by Accept."""
    if asked.suffix:
        return as_file(asked)
    chosen = preferred(request, FORMATS)
    return say_negotiated(as_file(chosen) if chosen.suffix else as_html(), page, chosen)
