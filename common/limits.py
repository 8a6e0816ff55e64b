"""Guards of what is made on demand: a budget for each network, kept in Valkey, and how many at once on this host.

`limited` wraps a view. Over its budget a network gets 429, over capacity anybody gets 503, both with Retry-After and
before any work. What a request costs and what a minute allows are settings. Without Valkey nobody is counted; pages
that do not bear the decorator are never limited. Who answers in a form of its own (the API) asks `spend_for`.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.cache import patch_vary_headers

from common import capacity
from common.addresses import absolute
from common.budget import SITE, Spent, spend
from common.error_answers import PROBLEM, error_format
from common.http_caching import is_fragment
from common.negotiation import MARKDOWN
from common.problems import Problem, problem_response

BUSY_SECONDS = 5
_WORDS = {
    429: "Your network has asked for more searches than this site can make at once.",
    503: "More searches are under way than this site can make at once.",
}

_FOR_PROGRAMS = (".json", ".csv", ".bib", ".xml", ".atom", ".png", "/oai", "/suggest")

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def limited(kind: str) -> Callable[[View[P]], View[P]]:
    """Take the cost of this kind (settings.LIMIT_COSTS) from the network's budget, and one of the host's places."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            spent = spend_for(request, kind)
            if spent.wait:
                return _with(refused(request, 429, ceil(spent.wait)), spent)
            place = capacity.take()
            if place is None:
                return refused(request, 503, BUSY_SECONDS)
            try:
                response = view(request, *args, **kwargs)
            except BaseException:
                place.leave()
                raise
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = _Held(response.streaming_content, place)  # left when all is sent
            else:
                place.leave()
            return _with(response, spent)

        return wrapper

    return decorate


def spend_for(request: HttpRequest, kind: str, purse: str = SITE) -> Spent:
    """Take the cost of this kind from the purse of the network that asks, if it is there."""
    return spend(network_of(request), settings.LIMIT_COSTS[kind], purse)


def dumps_address() -> str:
    """Where everything can be had at once; empty on a site that has no dumps."""
    try:
        return absolute(reverse("dumps"))
    except NoReverseMatch:
        return ""


def network_of(request: HttpRequest) -> str:
    """The /24 or /56 that a visitor comes from, as trusted proxies tell it; empty where there is no address."""
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return str(ip_network((address, 24 if address.version == 4 else 56), strict=False))


def refused(request: HttpRequest, status: int, wait: int) -> HttpResponse:
    """In the form that was asked for; kept by nobody."""
    words = f"{_WORDS[status]} Please try again in {wait} second{'' if wait == 1 else 's'}."
    dumps = dumps_address() if status == 429 else ""
    response: HttpResponse
    if is_fragment(request):
        response = HttpResponse(words, status=status, content_type="text/plain; charset=utf-8")
    elif request.path.endswith(_FOR_PROGRAMS) or (chosen := error_format(request)) is PROBLEM:
        problem = Problem("too-many-requests" if status == 429 else "busy", words)
        response = problem_response(request, problem, dumps=dumps)
    elif chosen is MARKDOWN:
        response = HttpResponse(f"{words}\n", status=status, content_type=MARKDOWN.content_type)
    else:
        context = {"words": words, "wait": wait, "too_many": status == 429, "dumps": dumps}
        response = render(request, "limited.html", context, status=status)
    response._has_been_logged = True  # type: ignore[attr-defined]  # a crowd is not to fill the log, one line for each
    response.headers["Retry-After"] = str(wait)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    if dumps:
        response.headers["Link"] = f'<{dumps}>; rel="alternate"; title="Everything at once"'
    patch_vary_headers(response, ["HX-Request", "Accept"])
    return response


def _with(response: HttpResponseBase, spent: Spent) -> HttpResponseBase:
    """Programs are told what is left; pages are the same for everybody, but for the refusal."""
    if response.status_code == 429 or not response.headers.get("Content-Type", "").startswith("text/html"):
        for name, value in spent.headers().items():
            response.headers[name] = value
    return response


class _Held:
    """What is streamed, with the place it holds; Django closes it when all is sent, or the reader is gone."""

    def __init__(self, content: Any, place: capacity.Place) -> None:
        self._content: Iterator[bytes] = iter(content)
        self._place = place

    def __iter__(self) -> "Iterator[bytes]":
        return self

    def __next__(self) -> bytes:
        return next(self._content)

    def close(self) -> None:
        self._place.leave()
