"""The addresses of sitemaps: the index, and a file, which is streamed row by row."""

from collections.abc import Iterator
from datetime import datetime
from itertools import chain

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.open_answers import for_programs
from wovepaper.sitemaps import lists, things
from wovepaper.sitemaps.writing import CONTENT_TYPE, document, file_line


def sitemap_index(request: HttpRequest) -> HttpResponseBase:
    """One grouped question for each kind of thing, and one for all lists."""
    files = chain(lists.files(), *(things.files(kind) for kind in things.KINDS))
    lines = (file_line(reverse("sitemap-file", args=[name]), latest) for name, latest in files)
    return _xml(HttpResponse(b"".join(document("sitemapindex", lines)), content_type=CONTENT_TYPE))


def sitemap_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """`papers-0`, `months-2024`, …: 404 where it would be empty."""
    kind, _, number = name.rpartition("-")
    lines = _lines(kind, int(number))
    first = next(lines, None)
    if first is None:
        raise Http404(f"There is no sitemap {name}.")
    return _xml(StreamingHttpResponse(document("urlset", chain([first], lines)), content_type=CONTENT_TYPE))


def sitemap_file_changed_at(request: HttpRequest, name: str) -> datetime | None:
    """The newest change in what the file is about; None where there is no such file."""
    kind, _, number = name.rpartition("-")
    if kind in things.KINDS:
        return things.changed_at(kind, int(number))
    return lists.changed_at(kind, int(number)) if kind in lists.KINDS else None


def _lines(kind: str, number: int) -> Iterator[str]:
    if kind in things.KINDS:
        return things.lines(kind, number)
    return lists.lines(kind, number) if kind in lists.KINDS else iter(())


def _xml(response: HttpResponseBase) -> HttpResponseBase:
    return for_programs(response)
