"""Feeds of any search: `/search.xml`, `.atom`, `.feed.json`; the newest matches by first version."""

from dataclasses import replace
from hashlib import sha256
from itertools import chain

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from common.http_caching import allow_any_origin
from common.limits import limited
from papers.models import Paper
from search import engine, finding, links
from search.answers import SearchRequest, Sort
from search.labels import labels
from search.parameters import BadParameter, read, written_filters
from wovepaper.feeds.items import Channel, feed_item
from wovepaper.feeds.selection import AT_LEAST, with_authors
from wovepaper.feeds.views import WRITERS


@require_safe
@limited("feed")
def search_feed(request: HttpRequest, suffix: str) -> HttpResponseBase:
    try:
        parameters = read(request.GET.lists())
    except BadParameter as error:
        return HttpResponse(f"{error}\n", status=400, content_type="text/plain; charset=utf-8")
    address = links.feed_address(parameters.request, f".{suffix}")
    asked = replace(links.first_page(parameters.request), sort=Sort.NEWEST)
    if request.get_full_path() != address and not (parameters.is_tidy and _is_default(parameters.request)):
        return HttpResponsePermanentRedirect(address)
    try:
        papers = list(chain.from_iterable(found for found, _ in finding.batches(asked, AT_LEAST, _with_authors)))
        channel = _channel(asked, address)
    except (finding.SearchAway, DatabaseError, InterfaceError):
        return HttpResponse(
            f"{engine.AWAY.notices[0]}\n",
            status=503,
            content_type="text/plain; charset=utf-8",
            headers={"Retry-After": "60", "Cache-Control": "no-store"},
        )
    return _answer(request, channel, papers, suffix)


def _is_default(asked: SearchRequest) -> bool:
    """Unknown parameters are left standing; pages and orders are none of a feed's."""
    return asked == replace(links.first_page(asked), sort=links.default_sort(asked.query))


def _answer(request: HttpRequest, channel: Channel, papers: list[Paper], suffix: str) -> HttpResponseBase:
    """304 for who has these bytes already: they are the only thing that tells whether a search found something new."""
    write, content_type = WRITERS[suffix]
    changed_at = max((paper.changed_at for paper in papers), default=settings.RELEASED_AT)
    content = write(channel, [feed_item(paper) for paper in papers], changed_at)
    response = HttpResponse(content, content_type=content_type)
    response.headers["X-Robots-Tag"] = "noindex"
    etag = f'W/"{sha256(content).hexdigest()[:20]}"'
    response.headers["ETag"] = etag
    return get_conditional_response(request, etag, response=allow_any_origin(response)) or response


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


def _with_authors(ids: list[int]) -> dict[int, Paper]:
    return {paper.id: paper for paper in with_authors(Paper.objects.listed().filter(id__in=ids))}
