"""Operations over HTTP: method, budget, parameters, 304, answer; whatever goes wrong is a problem document.

Nothing is asked of the database before the request is understood, and nothing but when it changed where it has not.
"""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import ceil
from typing import Any
from urllib.parse import quote

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

from common import capacity
from common.addresses import absolute
from common.budget import Spent
from common.http_caching import PAGE, SEARCH, cached
from common.limits import BUSY_SECONDS, dumps_address, spend_for
from common.open_answers import for_programs
from common.problems import Problem, away, problem_response
from wovepaper.api.operation import Asked, Moved, Operation
from wovepaper.api.parameters import LONGEST_ID, MOST_IDS, read_parameters

ROOT = "/api/v1"
METHODS = "GET, HEAD, OPTIONS"
DESCRIPTION = "/openapi.json"
LONGEST_PATH_ID = MOST_IDS * (LONGEST_ID + 1)  # several may stand there, and are led to the list
_SEEN_BY_SCRIPTS = "Content-Location, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After"

logger = logging.getLogger(__name__)


def view_of(operation: Operation) -> Callable[..., HttpResponseBase]:
    def view(request: HttpRequest, spelling: str = "") -> HttpResponseBase:
        if request.method == "OPTIONS":
            return _headed(preflight(METHODS))
        if request.method not in {"GET", "HEAD"}:
            return _headed(not_allowed(request, METHODS))
        spent = spend_for(request, operation.cost)
        try:
            response = _answered(request, operation, spelling, spent)
        except Problem as problem:
            response = problem_response(request, problem, dumps=dumps_address() if spent.wait else "")
        except (DatabaseError, InterfaceError) as error:
            logger.warning("%s: the database does not answer: %s", operation.id, type(error).__name__)
            response = problem_response(request, away())
        for name, value in spent.headers().items():
            response.headers[name] = value
        return _headed(response)

    view.__name__ = operation.id
    return csrf_exempt(view)  # so that what is not for it is told as a problem too


@csrf_exempt
def no_such_address(request: HttpRequest, rest: str = "") -> HttpResponseBase:
    """Below /api, but no operation."""
    if request.method == "OPTIONS":
        return _headed(preflight(METHODS))
    if request.method not in {"GET", "HEAD"}:
        return _headed(not_allowed(request, METHODS))
    detail = f"There is no operation at this address. {absolute(DESCRIPTION)} tells which there are."
    return _headed(problem_response(request, Problem("not-found", detail)))


def preflight(methods: str) -> HttpResponse:
    """What a browser asks before it lets another site's page ask."""
    response = HttpResponse(status=204)
    response.headers["Allow"] = methods
    response.headers["Access-Control-Allow-Methods"] = methods
    response.headers["Access-Control-Allow-Headers"] = "Content-Type, If-None-Match, If-Modified-Since"
    response.headers["Access-Control-Max-Age"] = "86400"
    response.headers["X-Robots-Tag"] = "noindex"
    del response.headers["Content-Type"]
    return response


def not_allowed(request: HttpRequest, methods: str) -> HttpResponse:
    detail = f"{(request.method or '')[:20]} is not for this address: {methods} are."
    return problem_response(request, Problem("method-not-allowed", detail), headers={"Allow": methods})


def ask(operation: Operation, given: Mapping[str, list[str]], spelling: str = "") -> Asked:
    """What is asked, read; raises a `Problem` that names what cannot be."""
    asked = Asked.of(read_parameters(operation.parameters, given.items()))
    return replace(asked, id=operation.thing.find(spelling)) if operation.thing else asked


def run(operation: Operation, asked: Asked) -> Any:
    """The answer; what is dear takes one of the host's places for it."""
    if not operation.dear:
        return operation.run(asked)
    place = capacity.take()
    if place is None:
        raise Problem("busy", "More searches are under way than this site can make.", retry_after=BUSY_SECONDS)
    try:
        return operation.run(asked)
    finally:
        place.leave()


def _answered(request: HttpRequest, operation: Operation, spelling: str, spent: Spent) -> HttpResponseBase:
    if spent.wait:
        wait = ceil(spent.wait)
        raise Problem("too-many-requests", f"Please try again in {wait} s.", retry_after=wait)
    given = dict(request.GET.lists())
    if operation.thing and "|" in spelling:
        read_parameters(operation.parameters, given.items())
        return _many(operation, spelling, request.META.get("QUERY_STRING", ""))
    asked = ask(operation, given, spelling)

    changed = operation.stamp(asked) if operation.stamp else None
    asked = replace(asked, changed_at=changed)

    @cached(SEARCH if operation.stamp is None else PAGE, (lambda request: changed) if changed else None)
    def answer(request: HttpRequest) -> HttpResponseBase:
        try:
            return _json(request, run(operation, asked))
        except Moved as moved:
            return _moved(request, operation, str(moved.now))

    return answer(request)


def _json(request: HttpRequest, told: Mapping[str, Any]) -> HttpResponse:
    response = HttpResponse(json.dumps(told, ensure_ascii=False) + "\n", content_type="application/json")
    if following := told.get("meta", {}).get("next_cursor"):
        parameters = request.GET.copy()
        parameters["cursor"] = following
        response.headers["Link"] = f'<{absolute(request.path)}?{parameters.urlencode()}>; rel="next"'
    return response


def _moved(request: HttpRequest, operation: Operation, now: str) -> HttpResponse:
    """Kept briefly, for a merge can be undone."""
    query = request.META.get("QUERY_STRING", "")
    path = ROOT + operation.path.replace("{id}", now) + (f"?{query}" if query else "")
    response = HttpResponsePermanentRedirect(path)
    response.headers["Cache-Control"] = SEARCH
    return response


def _many(operation: Operation, spelling: str, query: str) -> HttpResponse:
    """Several ids where one stands: the list has them."""
    if spelling.count("|") >= MOST_IDS:
        detail = f"{spelling.count('|') + 1} ids were asked for, {MOST_IDS} at most may be."
        raise Problem("too-many-ids", detail, parameter="id")
    if len(spelling) > LONGEST_PATH_ID:
        raise Problem("bad-parameter", "These ids are too long.", parameter="id")
    path = f"{ROOT}{operation.path.removesuffix('/{id}')}?ids={quote(spelling, safe='')}"
    response = HttpResponsePermanentRedirect(path + (f"&{query}" if query else ""))
    response.headers["Cache-Control"] = SEARCH
    return response


def _headed(response: HttpResponseBase) -> HttpResponseBase:
    """Open to every site's scripts, in no search engine, with the way to the description."""
    response.headers["Access-Control-Expose-Headers"] = _SEEN_BY_SCRIPTS
    described = f'<{absolute(DESCRIPTION)}>; rel="service-desc"; type="application/json"'
    response.headers["Link"] = ", ".join(one for one in (response.headers.get("Link", ""), described) if one)
    return for_programs(response)
