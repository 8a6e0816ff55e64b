"""Problem documents (RFC 9457): what a program is told when it gets no answer.

A problem's `type` is an address that explains it: the list of `KINDS` on one page (`wovepaper.api.pages.problems`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NotRequired, TypedDict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.encoding import escape_uri_path

from common.addresses import absolute
from common.http_caching import SEARCH
from common.json_schema import About, Address
from common.open_answers import for_programs

MEDIA_TYPE = "application/problem+json"
PAGE = "/developers/problems"
AWAY_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Kind:
    """`text` is for the page that explains it."""

    status: int
    title: str
    text: str


KINDS = {
    "unknown-parameter": Kind(
        400,
        "Unknown parameter",
        "The address has a parameter that this operation does not take. Nothing is guessed: check its name.",
    ),
    "repeated-parameter": Kind(
        400,
        "Repeated parameter",
        "A parameter stands in the address more than once, and which one is meant cannot be known.",
    ),
    "bad-parameter": Kind(
        400,
        "Bad parameter",
        "The value of a parameter cannot be read; the detail says what it takes.",
    ),
    "unknown-filter": Kind(
        400,
        "Unknown filter",
        "The parameter filter names a filter that this list does not have.",
    ),
    "bad-filter": Kind(
        400,
        "Bad filter",
        "The value of a filter cannot be read; the detail says what it takes.",
    ),
    "unknown-field": Kind(
        400,
        "Unknown field",
        "The parameter select names a field that these objects do not have.",
    ),
    "unknown-sort": Kind(
        400,
        "Unknown order",
        "The parameter sort names an order that this list does not have.",
    ),
    "bad-cursor": Kind(
        400,
        "Bad cursor",
        "The cursor was not made by this site, or was cut. Begin again with cursor=*.",
    ),
    "cursor-of-another-query": Kind(
        400,
        "Cursor of another query",
        "A cursor goes on in the list it was made for: the same address, filters, words and order. Begin "
        "again with cursor=*.",
    ),
    "too-many-ids": Kind(
        400,
        "Too many ids",
        "More ids were asked for at once than may be. Ask for them in parts.",
    ),
    "cut-short": Kind(
        400,
        "Cut short",
        "The body of the request ended before the length that was told.",
    ),
    "not-found": Kind(
        404,
        "Not found",
        "There is no such thing at this address, or this site does not hold it.",
    ),
    "method-not-allowed": Kind(
        405,
        "Method not allowed",
        "This address is only read: ask with GET, HEAD or OPTIONS.",
    ),
    "removed": Kind(
        410,
        "Removed",
        "It was here and was taken down, by its source or on request. It will not come back at this address.",
    ),
    "length-required": Kind(
        411,
        "Length required",
        "The body of the request came in chunks. Send it with a Content-Length.",
    ),
    "too-large": Kind(
        413,
        "Too large",
        "The body of the request has more bytes than are taken.",
    ),
    "too-many-requests": Kind(
        429,
        "Too many requests",
        "Your network has spent its budget. Retry-After says in how many seconds enough of it is back, "
        "RateLimit how much is left. Who needs everything takes the dumps.",
    ),
    "server-error": Kind(
        500,
        "Something went wrong here",
        "A fault of this site, which is noted in its log. The same request may fail again.",
    ),
    "busy": Kind(
        503,
        "Busy",
        "More dear requests are under way than this site can answer at once. Try again after Retry-After.",
    ),
    "away": Kind(
        503,
        "Away",
        "What this answer is made from cannot be reached for the moment. Try again after Retry-After.",
    ),
}


class ProblemDocument(TypedDict):
    """Why there is no answer (RFC 9457)."""

    type: Annotated[Address, About("A page that explains this kind of problem.")]
    title: str
    status: int
    detail: Annotated[str, About("What is wrong here.")]
    instance: Annotated[str, About("The path that was asked for.", format="uri-reference")]
    parameter: NotRequired[Annotated[str, About("Which parameter, filter, field or order is wrong.")]]
    dumps: NotRequired[Annotated[Address, About("Where everything can be had at once.")]]


class Problem(Exception):  # noqa: N818 - the word of RFC 9457
    """An answer cannot be given; `parameter` names what in the request is wrong."""

    def __init__(self, kind: str, detail: str, *, parameter: str = "", retry_after: int = 0) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.parameter = parameter
        self.retry_after = retry_after


def away(detail: str = "The database does not answer.") -> Problem:
    return Problem("away", detail, retry_after=AWAY_SECONDS)


def document(problem: Problem, path: str, dumps: str = "") -> ProblemDocument:
    known = KINDS[problem.kind]
    written: ProblemDocument = {
        "type": absolute(f"{PAGE}#{problem.kind}"),
        "title": known.title,
        "status": known.status,
        "detail": problem.detail,
        "instance": escape_uri_path(path),
    }
    if problem.parameter:
        written["parameter"] = problem.parameter
    if dumps:
        written["dumps"] = dumps
    return written


def problem_response(
    request: HttpRequest, problem: Problem, *, dumps: str = "", headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """What went wrong on our side is kept by nobody; what is wrong with the request as briefly as a search."""
    told = document(problem, request.path, dumps)
    response = JsonResponse(told, status=told["status"], content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store" if told["status"] >= 429 else SEARCH
    if problem.retry_after:
        response.headers["Retry-After"] = str(problem.retry_after)
    for name, value in (headers or {}).items():
        response.headers[name] = value
    return for_programs(response)
