"""The addresses of feeds of new papers: all of them, and each category or archive, in three formats."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse

from papers.fields import FIELDS
from papers.models import Paper
from papers.querysets import PaperQuerySet
from papers.views.freshness import lists_changed_at
from wovepaper.feeds import channels
from wovepaper.feeds.answers import answer
from wovepaper.feeds.finding import find_category, led_on
from wovepaper.feeds.items import Channel, feed_item
from wovepaper.feeds.selection import newest_held


def latest_feed(request: HttpRequest, suffix: str) -> HttpResponse:
    """`/rss/latest.xml`, `.atom`, `.feed.json`: all papers."""
    told = "The newest papers from arXiv, by the day this site first held them."
    channel = channels.of_all("New papers", told, "latest-feed", suffix)
    return new_papers(channel, Paper.objects.listed(), suffix)


@led_on
def category_feed(request: HttpRequest, code: str, suffix: str) -> HttpResponse:
    """`/categories/<code>/feed.xml`, `.atom`, `.json`: a category, or an archive with all its categories."""
    found = find_category(code, f"/feed.{suffix}")
    told = f"The newest papers in {found.name} ({code}) from arXiv, by the day this site first held them."
    channel = channels.of_category(found, found.name, told, "category-feed", suffix)
    return new_papers(channel, Paper.objects.listed().filter(id__in=channels.papers_in(found)), suffix)


def category_feed_changed_at(request: HttpRequest, code: str, suffix: str) -> datetime | None:
    """As the lists of papers; None where there is no such feed."""
    return lists_changed_at(request) if code in FIELDS else None


def new_papers(channel: Channel, papers: PaperQuerySet, suffix: str) -> HttpResponse:
    """The feed of the newest of these papers."""
    chosen = newest_held(papers)
    newest_change = max((paper.changed_at for paper in chosen), default=None)
    return answer(channel, [feed_item(paper) for paper in chosen], suffix, newest_change)
