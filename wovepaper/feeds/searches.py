"""Feeds of any search: `/search.xml`, `.atom`, `.feed.json`; the newest matches by first version."""

from dataclasses import replace
from itertools import chain

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from common.http_caching import weak_tag
from common.limits import limited
from common.problems import Problem, away, problem_response
from papers.models import Paper
from search import engine, finding, links
from search.answers import SearchRequest, Sort
from search.labels import labels
from search.parameters import BadParameter, read, written_filters
from wovepaper.feeds.answers import answer
from wovepaper.feeds.items import Channel, feed_item
from wovepaper.feeds.selection import AT_LEAST, with_authors


@require_safe
@limited("feed")
def search_feed(request: HttpRequest, suffix: str) -> HttpResponseBase:
    try:
        parameters = read(request.GET.lists())
    except BadParameter as error:
        return problem_response(request, Problem("bad-parameter", str(error)))
    address = links.feed_address(parameters.request, f".{suffix}")
    asked = replace(links.first_page(parameters.request), sort=Sort.NEWEST)
    if request.get_full_path() != address and not (parameters.is_tidy and _is_default(parameters.request)):
        return HttpResponsePermanentRedirect(address)
    try:
        found = list(chain.from_iterable(stamps for stamps, _ in finding.batches(asked, AT_LEAST, _stamps)))
        etag = _etag(found, address)
        unchanged = get_conditional_response(request, etag)
        response = unchanged if unchanged is not None else _answer(_channel(asked, address), found, suffix)
    except (finding.SearchAway, DatabaseError, InterfaceError):
        return problem_response(request, away(engine.AWAY.notices[0]))
    response.headers["ETag"] = etag
    return response


def _is_default(asked: SearchRequest) -> bool:
    """Unknown parameters are left standing; pages and orders are none of a feed's."""
    return asked == replace(links.first_page(asked), sort=links.default_sort(asked.query))


def _etag(found: list[Paper], address: str) -> str:
    """What is found and when each changed are the only things that tell whether a search found something new."""
    seen = [address, settings.RELEASE, settings.RELEASED_AT, *((one.pk, one.changed_at) for one in found)]
    return weak_tag(repr(seen).encode())


def _answer(channel: Channel, found: list[Paper], suffix: str) -> HttpResponse:
    held = {paper.pk: paper for paper in with_authors(Paper.objects.listed().filter(pk__in=[one.pk for one in found]))}
    papers = [held[one.pk] for one in found if one.pk in held]
    newest_change = max((paper.changed_at for paper in papers), default=None)
    return answer(channel, [feed_item(paper) for paper in papers], suffix, newest_change)


def _channel(asked: SearchRequest, address: str) -> Channel:
    called = labels((), asked.filters, 0)
    filters = [
        " or ".join(called.of(name, one).text or one for one in value.split(","))
        for name, value in written_filters(asked.filters).items()
        if value
    ]
    what = ", ".join([asked.query.text or "all papers", *filters])
    return Channel(
        title=f"{what} · {settings.SITE_NAME}",
        description=f"The newest papers that a search for {what} finds, by first version.",
        path=address,
        page=links.address(replace(asked, sort=links.default_sort(asked.query))),
    )


def _stamps(ids: list[int]) -> dict[int, Paper]:
    return Paper.objects.listed().only("changed_at").in_bulk(ids)
