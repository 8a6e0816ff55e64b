"""Feeds of new versions, `updates.xml`: of all papers, and of each category or archive.

An item is the newest version of a paper that has been replaced, by the day this site first held it. Its id is the
address of the version, so a feed reader shows each version once; the version before leaves the feed.
"""

from dataclasses import replace

from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse

from papers.models import Paper, Version
from wovepaper.feeds import channels
from wovepaper.feeds.answers import answer
from wovepaper.feeds.finding import find_category, led_on
from wovepaper.feeds.items import Channel, FeedItem, feed_item
from wovepaper.feeds.selection import newest, with_authors


def latest_updates(request: HttpRequest, suffix: str) -> HttpResponse:
    """`/rss/updates.xml`, `.atom`, `.feed.json`: of all papers."""
    told = "Papers from arXiv that have a new version, by the day this site first held it."
    channel = channels.of_all("New versions", told, "latest-updates", suffix)
    return _answer(channel, _replaced(), suffix)


@led_on
def category_updates(request: HttpRequest, code: str, suffix: str) -> HttpResponse:
    """`/categories/<code>/updates.xml`, `.atom`, `.json`."""
    found = find_category(code, f"/updates.{suffix}")
    told = f"Papers in {found.name} ({code}) from arXiv that have a new version, by the day this site first held it."
    channel = channels.of_category(found, f"new versions in {found.name}", told, "category-updates", suffix)
    return _answer(channel, _replaced().filter(paper__in=channels.papers_in(found)), suffix)


def _replaced() -> QuerySet[Version]:
    """The newest version of each paper that has more than one."""
    replaced = Version.objects.filter(number__gt=1, paper__latest_version__gt=1, paper__removed_at=None)
    return replaced.filter(number=F("paper__latest_version"))


def _answer(channel: Channel, versions: QuerySet[Version], suffix: str) -> HttpResponse:
    chosen = list(newest(versions, "paper__latest_submitted_at"))
    papers = {paper.pk: paper for paper in with_authors(Paper.objects.filter(pk__in=[one.paper_id for one in chosen]))}
    items = [_item(papers[one.paper_id], one) for one in chosen if one.paper_id in papers]
    return answer(channel, items, suffix, max((paper.changed_at for paper in papers.values()), default=None))


def _item(paper: Paper, version: Version) -> FeedItem:
    told = f"Version {version.number} of {version.submitted_at:%-d %B %Y}"
    changed = [name for name in version.changes if version.seen_as_newest]
    item = feed_item(paper, f"{told}. New: {', '.join(changed)}." if changed else f"{told}.")
    return replace(item, id=f"{item.id}v{version.number}", published=version.submitted_at, updated=version.submitted_at)
