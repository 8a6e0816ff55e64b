"""Text is sent compressed to who takes gzip: pages, feeds, sitemaps, files. Streams stay streams.

Left as they are: what is compressed already, parts and whole files that can be had in parts (Range), and whatever is
personal, since a secret beside text of a stranger's choice can be guessed from the length (BREACH). Public pages hold
none, so they need no padding either and a page's bytes are the same each time. Validators are weak, so one ETag stands
for both forms, and `Vary` tells caches that there are two.
"""

import re
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

Handler = Callable[[HttpRequest], HttpResponseBase]

_TEXT = re.compile(
    r"text/|image/svg\+xml|application/(?:[\w.-]+\+)?(?:json|xml|yaml|javascript|x-bibtex|x-research-info-systems)"
)
_REFUSED = re.compile(r"(?:^|,)\s*gzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)", re.IGNORECASE)


class Gzip(GZipMiddleware):
    max_random_bytes = 0


def compressed(get_response: Handler) -> Handler:
    gzip = Gzip(get_response)

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code == 304 or _may_be_compressed(response):
            patch_vary_headers(response, ["Accept-Encoding"])
        if not _may_be_compressed(response) or _REFUSED.search(request.headers.get("Accept-Encoding", "")):
            return response
        return gzip.process_response(request, response)

    return middleware


def _may_be_compressed(response: HttpResponseBase) -> bool:
    headers = response.headers
    return (
        response.status_code not in {204, 206, 304}
        and not any(headers.get(name) for name in ("Content-Encoding", "Content-Range", "Accept-Ranges"))
        and "private" not in headers.get("Cache-Control", "")
        and "no-store" not in headers.get("Cache-Control", "")
        and not response.cookies
        and bool(_TEXT.match(headers.get("Content-Type", "")))
    )
