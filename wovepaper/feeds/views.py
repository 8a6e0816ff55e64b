"""The addresses of feeds: all papers, and each category or archive, in three formats."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse

from common.http_caching import allow_any_origin
from papers.models import Paper, PaperCategory
from papers.querysets import PaperQuerySet
from papers.taxonomy import ARCHIVE_BY_CODE, CATEGORY_BY_CODE, canonical
from papers.views.freshness import lists_changed_at
from wovepaper.feeds.atom import CONTENT_TYPE as ATOM
from wovepaper.feeds.atom import atom
from wovepaper.feeds.items import Channel, FeedItem, feed_item
from wovepaper.feeds.json_feed import CONTENT_TYPE as JSON_FEED
from wovepaper.feeds.json_feed import json_feed
from wovepaper.feeds.rss import CONTENT_TYPE as RSS
from wovepaper.feeds.rss import rss
from wovepaper.feeds.selection import newest_held

Writer = Callable[[Channel, Sequence[FeedItem], datetime], bytes]

WRITERS: dict[str, tuple[Writer, str]] = {
    "xml": (rss, RSS),
    "atom": (atom, ATOM),
    "feed.json": (json_feed, JSON_FEED),
    "json": (json_feed, JSON_FEED),
}


def latest_feed(request: HttpRequest, suffix: str) -> HttpResponse:
    """`/rss/latest.xml`, `.atom`, `.feed.json`: all papers."""
    channel = Channel(
        title=f"New papers · {settings.SITE_NAME}",
        description="The newest papers from arXiv, by the day this site first held them.",
        path=reverse("latest-feed", args=[suffix]),
        page=reverse("papers"),
    )
    return answer(channel, Paper.objects.listed(), suffix)


def category_feed(request: HttpRequest, code: str, suffix: str) -> HttpResponse:
    """`/categories/<code>/feed.xml`, `.atom`, `.json`: a category, or an archive with all its categories."""
    current = _current(code)
    if current is None:
        raise Http404(f"arXiv has no category {code}.")
    if current != code:
        return HttpResponsePermanentRedirect(reverse("category-feed", args=[current, suffix]))
    known = CATEGORY_BY_CODE.get(code) or ARCHIVE_BY_CODE[code]
    channel = Channel(
        title=f"{code}: {known.name} · {settings.SITE_NAME}",
        description=f"The newest papers in {known.name} ({code}) from arXiv, by the day this site first held them.",
        path=reverse("category-feed", args=[code, suffix]),
        page=reverse("category", args=[code]),
    )
    papers = Paper.objects.listed().filter(id__in=PaperCategory.objects.filter(category=code).values("paper"))
    return answer(channel, papers, suffix)


def category_feed_changed_at(request: HttpRequest, code: str, suffix: str) -> datetime | None:
    """As the lists of papers; None where there is no such feed."""
    return lists_changed_at(request) if _current(code) == code else None


def _current(code: str) -> str | None:
    """The code in use for a category's or archive's code."""
    return canonical(code) or (code if code in ARCHIVE_BY_CODE else None)


def answer(channel: Channel, papers: PaperQuerySet, suffix: str) -> HttpResponse:
    """The feed of these papers in one of the formats."""
    write, content_type = WRITERS[suffix]
    chosen = newest_held(papers)
    changed_at = max((paper.changed_at for paper in chosen), default=settings.RELEASED_AT)
    response = HttpResponse(
        write(channel, [feed_item(paper) for paper in chosen], changed_at), content_type=content_type
    )
    response.headers["X-Robots-Tag"] = "noindex"
    return allow_any_origin(response)
