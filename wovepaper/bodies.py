"""Bodies of requests are read here, whole and few at a time, before any view.

A thread of the web server that reads a body waits as long as its sender likes, and nothing can wake it: a few senders
who never send theirs would hold all threads. So only so many on this host wait at once; whoever comes meanwhile is
refused unread, and pages, which read no bodies, go on. A proxy that waits for bodies by itself makes this needless.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.request import UnreadablePostError
from django.http.response import HttpResponseBase

from common import capacity
from common.problems import Problem, problem_response

READ_AT_ONCE = 2  # of the four threads that the smallest host has
BUSY_SECONDS = 5

Handler = Callable[[HttpRequest], HttpResponseBase]


def whole_bodies(get_response: Handler) -> Handler:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method in {"GET", "HEAD"}:
            return get_response(request)  # nobody reads what comes with these
        try:
            _read(request)
        except Problem as problem:
            response = problem_response(request, problem)
            response._has_been_logged = True  # type: ignore[attr-defined]  # a crowd is not to fill the log
            return response
        return get_response(request)

    return middleware


def _read(request: HttpRequest) -> None:
    """From here on `request.body` waits for nobody; or a Problem."""
    told, most = request.headers.get("Content-Length", ""), settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if not told and "Transfer-Encoding" in request.headers:
        raise Problem("length-required", "A body comes with its Content-Length here, not in chunks.")
    if told in {"", "0"}:
        return
    if not (told.isascii() and told.isdecimal()) or int(told[:20]) > most:
        raise Problem("too-large", f"A body has {most:,} bytes at most.")
    place = capacity.take("bodies", READ_AT_ONCE)
    if place is None:
        raise Problem("busy", "Other requests have not sent their bodies yet.", retry_after=BUSY_SECONDS)
    try:
        len(request.body)
    except UnreadablePostError as error:
        raise Problem("cut-short", "The body did not come whole.") from error
    finally:
        place.leave()
