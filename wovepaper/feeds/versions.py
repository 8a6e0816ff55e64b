"""Feeds of new versions, `updates.xml`: of all papers, and of each category or archive.

An item is the newest version of a paper that has been replaced, by the day this site first held it. Its id is the
address of the version, so a feed reader shows each version once; the version before leaves the feed.
"""

from dataclasses import replace

from django.conf import settings
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from papers.models import Paper, PaperCategory, Version
from wovepaper.feeds.answers import answer
from wovepaper.feeds.finding import Answered, find_category
from wovepaper.feeds.items import Channel, FeedItem, feed_item
from wovepaper.feeds.selection import newest, with_authors


def latest_updates(request: HttpRequest, suffix: str) -> HttpResponse:
    """`/rss/updates.xml`, `.atom`, `.feed.json`: of all papers."""
    channel = Channel(
        title=f"New versions · {settings.SITE_NAME}",
        description="Papers from arXiv that have a new version, by the day this site first held it.",
        path=reverse("latest-updates", args=[suffix]),
        page=reverse("papers"),
    )
    return _answer(channel, "", suffix)


def category_updates(request: HttpRequest, code: str, suffix: str) -> HttpResponse:
    """`/categories/<code>/updates.xml`, `.atom`, `.json`."""
    try:
        found = find_category(code, f"/updates.{suffix}")
    except Answered as other:
        return other.response
    channel = Channel(
        title=f"{code}: new versions in {found.name} · {settings.SITE_NAME}",
        description=f"Papers in {found.name} ({code}) from arXiv that have a new version, by the day this site first"
        " held it.",
        path=reverse("category-updates", args=[code, suffix]),
        page=found.href,
    )
    return _answer(channel, code, suffix)


def _answer(channel: Channel, category: str, suffix: str) -> HttpResponse:
    replaced = Version.objects.filter(number__gt=1, paper__latest_version__gt=1, paper__removed_at=None)
    versions = replaced.filter(number=F("paper__latest_version"))
    if category:
        versions = versions.filter(paper__in=PaperCategory.objects.filter(category=category).values("paper"))
    chosen = list(newest(versions, "paper__latest_submitted_at"))
    papers = {paper.pk: paper for paper in with_authors(Paper.objects.filter(pk__in=[one.paper_id for one in chosen]))}
    items = [_item(papers[one.paper_id], one) for one in chosen if one.paper_id in papers]
    return answer(channel, items, suffix, max((paper.changed_at for paper in papers.values()), default=None))


def _item(paper: Paper, version: Version) -> FeedItem:
    told = f"Version {version.number} of {version.submitted_at:%-d %B %Y}"
    changed = [name for name in version.changes if version.seen_as_newest]
    item = feed_item(paper, f"{told}. New: {', '.join(changed)}." if changed else f"{told}.")
    return replace(item, id=f"{item.id}v{version.number}", published=version.submitted_at, updated=version.submitted_at)
