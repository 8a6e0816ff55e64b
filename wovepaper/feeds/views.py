"""The addresses of feeds of new papers: all of them, and each category or archive, in three formats."""

from datetime import datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from papers.fields import FIELDS
from papers.models import Paper, PaperCategory
from papers.querysets import PaperQuerySet
from papers.views.freshness import lists_changed_at
from wovepaper.feeds.answers import answer
from wovepaper.feeds.finding import Answered, find_category
from wovepaper.feeds.items import Channel, feed_item
from wovepaper.feeds.selection import newest_held


def latest_feed(request: HttpRequest, suffix: str) -> HttpResponse:
    """`/rss/latest.xml`, `.atom`, `.feed.json`: all papers."""
    channel = Channel(
        title=f"New papers · {settings.SITE_NAME}",
        description="The newest papers from arXiv, by the day this site first held them.",
        path=reverse("latest-feed", args=[suffix]),
        page=reverse("papers"),
    )
    return new_papers(channel, Paper.objects.listed(), suffix)


def category_feed(request: HttpRequest, code: str, suffix: str) -> HttpResponse:
    """`/categories/<code>/feed.xml`, `.atom`, `.json`: a category, or an archive with all its categories."""
    try:
        found = find_category(code, f"/feed.{suffix}")
    except Answered as other:
        return other.response
    channel = Channel(
        title=f"{code}: {found.name} · {settings.SITE_NAME}",
        description=f"The newest papers in {found.name} ({code}) from arXiv, by the day this site first held them.",
        path=reverse("category-feed", args=[code, suffix]),
        page=found.href,
    )
    papers = Paper.objects.listed().filter(id__in=PaperCategory.objects.filter(category=code).values("paper"))
    return new_papers(channel, papers, suffix)


def category_feed_changed_at(request: HttpRequest, code: str, suffix: str) -> datetime | None:
    """As the lists of papers; None where there is no such feed."""
    return lists_changed_at(request) if code in FIELDS else None


def new_papers(channel: Channel, papers: PaperQuerySet, suffix: str) -> HttpResponse:
    """The feed of the newest of these papers."""
    chosen = newest_held(papers)
    newest_change = max((paper.changed_at for paper in chosen), default=None)
    return answer(channel, [feed_item(paper) for paper in chosen], suffix, newest_change)
