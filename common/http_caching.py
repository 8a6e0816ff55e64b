"""Cache headers and validators for answers that are the same for everybody.

`cached` wraps a view: it answers 304 before the view runs, from one question (when did the facts last change?) and
the release; it says how long caches may keep what the view gives. An ETag alone and a date alone are both honoured.
"""

import hashlib
import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import http_date

PAGE = "public, max-age=60, s-maxage=600, stale-while-revalidate=86400, stale-if-error=604800"
SEARCH = "public, max-age=60, s-maxage=300"  # also redirects to a thing's page, since a merge can be undone
MACHINE = "public, max-age=3600, stale-if-error=604800"  # feeds, sitemaps, robots.txt and the like
PRIVATE = "private, no-store"

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def cached(
    policy: str,
    changed_at: Callable[..., datetime | None] | None = None,
    *,
    vary: Sequence[str] = (),
    variant: Callable[[HttpRequest], str] | None = None,
) -> Callable[[View[P]], View[P]]:
    """Say `policy` on what the view gives, and answer 304 where nothing has changed.

    `changed_at` takes what the view takes and answers when the facts of this answer last changed, in one query; None
    where that is unknown or there is no such thing: the view then always runs. Without it the bytes decide, by ETag
    alone. `vary` names the request headers that the answer depends on; `variant` tells in a word which of the possible
    answers this request gets.
    Redirects and errors are kept as briefly as searches.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            changed = changed_at(request, *args, **kwargs) if changed_at and request.method in {"GET", "HEAD"} else None
            if changed is None:
                response = view(request, *args, **kwargs)
                if changed_at is None:
                    response = _by_content(request, response)
            else:
                etag = entity_tag(changed, variant(request) if variant else "")
                modified = last_modified(changed)
                unchanged = get_conditional_response(request, etag, modified)
                response = unchanged if unchanged is not None else view(request, *args, **kwargs)
                if response.status_code in {200, 304}:
                    response.headers.setdefault("ETag", etag)
                    response.headers.setdefault("Last-Modified", http_date(modified))
            kept = policy if response.status_code in {200, 304} or policy == PRIVATE else SEARCH
            response.headers.setdefault("Cache-Control", kept)
            if vary:
                patch_vary_headers(response, vary)
            return response

        return wrapper

    return decorate


def entity_tag(changed_at: datetime, variant: str = "") -> str:
    """Weak, since compression may change the bytes: the same facts shown by the same release in the same form."""
    seen = f"{changed_at.astimezone(UTC).isoformat()}|{settings.RELEASE}|{_released_at()}|{variant}"
    return weak_tag(seen.encode())


def weak_tag(seen: bytes) -> str:
    """The ETag of whatever makes an answer what it is."""
    return f'W/"{hashlib.sha256(seen).hexdigest()[:20]}"'


def last_modified(changed_at: datetime) -> int:
    """In seconds, rounded up; a page is as young as the release that shows it."""
    return max(math.ceil(changed_at.timestamp()), _released_at())


def is_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for a part; boosted links and restored history get the whole page."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and not (
        headers.get("HX-Boosted") == "true" or headers.get("HX-History-Restore-Request") == "true"
    )


def _by_content(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """304 for who has these bytes: of small files and pages whose facts are settings and a few words."""
    if not isinstance(response, HttpResponse) or response.status_code != 200 or response.has_header("ETag"):
        return response
    etag = weak_tag(response.content)
    response.headers["ETag"] = etag
    return get_conditional_response(request, etag, response=response) or response


def _released_at() -> int:
    return math.ceil(settings.RELEASED_AT.timestamp())
