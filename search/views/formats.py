"""`/search.json`, `.csv`, `.bib`: the same search for programs, streamed.

JSON has the pages of the search page; CSV and BibTeX have the first `MOST_ROWS` of the list. What can go wrong goes
wrong before the first byte, or breaks the connection: a file never looks whole that is not.
"""

from collections.abc import Iterator
from itertools import chain

from django.db import DatabaseError, InterfaceError
from django.http import Http404, HttpRequest, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from common.http_caching import SEARCH, cached
from common.limits import limited
from common.list_writing import streamed
from common.negotiation import BIBTEX, CSV, JSON, Format
from common.problems import Problem, away, problem_response
from search import engine, exports, finding, links
from search.answers import DEEPEST_PAGE, PAGE_SIZE, Mode, SearchRequest
from search.merged import for_standing
from search.parameters import BadParameter, read

FORMATS = (JSON, CSV, BIBTEX)
MOST_ROWS = 1_000


@require_safe
@limited("search")
@cached(SEARCH)
def search_as_json(request: HttpRequest) -> HttpResponseBase:
    return _answered(request, JSON)


@require_safe
@limited("file")
@cached(SEARCH)
def search_as_csv(request: HttpRequest) -> HttpResponseBase:
    return _answered(request, CSV)


@require_safe
@limited("file")
@cached(SEARCH)
def search_as_bibtex(request: HttpRequest) -> HttpResponseBase:
    return _answered(request, BIBTEX)


def other_formats(asked: SearchRequest) -> list[tuple[str, Format]]:
    """The address of each for a search; files have no pages."""
    return [
        (links.address(asked if known is JSON else links.first_page(asked), known.suffix), known) for known in FORMATS
    ]


def in_format(request: HttpRequest, asked: SearchRequest, known: Format) -> HttpResponseBase:
    try:
        if known is JSON:
            return streamed(_json(asked), known)
        load = exports.for_cells if known is CSV else exports.for_export
        batches = finding.batches(asked, MOST_ROWS, load)
        found = chain([next(batches, ([], frozenset()))], batches)
    except finding.SearchAway:
        return problem_response(request, away(engine.AWAY.notices[0]))
    except (DatabaseError, InterfaceError):
        return problem_response(request, away())
    rows = exports.as_csv(found, bool(asked.query.text)) if known is CSV else exports.as_bibtex(found)
    return streamed(rows, known, "search")


def _answered(request: HttpRequest, known: Format) -> HttpResponseBase:
    try:
        parameters = read(request.GET.lists())
    except BadParameter as error:
        return problem_response(request, Problem("bad-parameter", str(error)))
    asked = for_standing(parameters.request if known is JSON else links.first_page(parameters.request))
    if not parameters.is_tidy or asked != parameters.request:
        return HttpResponsePermanentRedirect(links.address(asked, known.suffix))
    if asked.page > DEEPEST_PAGE:
        raise Http404(f"Search goes {DEEPEST_PAGE} pages deep: refine it by words, category or year.")
    return in_format(request, asked, known)


def _json(asked: SearchRequest) -> Iterator[str]:
    answer = engine.find(asked)
    if answer.mode is Mode.AWAY:
        raise finding.SearchAway
    total = answer.total + answer.added
    if asked.page > max(1, -(-total // PAGE_SIZE)):
        raise Http404("The list has no such page.")
    has_next = asked.offset + PAGE_SIZE < total and asked.page < DEEPEST_PAGE
    next_href = links.address(links.at_page(asked, asked.page + 1), JSON.suffix) if has_next else ""
    return exports.as_json(asked, answer, finding.in_order(answer.ids, exports.for_export), next_href)
