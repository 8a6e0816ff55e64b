"""RSS 2.0 by feedgen. Equal items give equal bytes."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.html import escape
from feedgen.feed import FeedGenerator

from common.addresses import absolute
from wovepaper.feeds.items import Channel, FeedItem

CONTENT_TYPE = "application/rss+xml; charset=utf-8"
MINUTES_KEPT = 60


def rss(channel: Channel, items: Sequence[FeedItem], changed_at: datetime) -> bytes:
    """`changed_at` is the newest change of an item."""
    feed = FeedGenerator()
    feed.load_extension("dc", atom=False, rss=True)
    feed.id(absolute(channel.path))
    feed.title(channel.title)
    feed.description(channel.description)
    feed.language("en")
    feed.generator("wovepaper")
    feed.ttl(MINUTES_KEPT)
    feed.updated(changed_at)  # else feedgen says now
    feed.lastBuildDate(changed_at)
    feed.link(href=absolute(channel.path), rel="self", type="application/rss+xml")
    feed.link(href=absolute(channel.page), rel="alternate")  # the last one becomes the channel's link
    for item in items:
        entry = feed.add_entry(order="append")
        entry.id(item.id)
        entry.guid(item.id, permalink=False)  # after id, which sets it as well
        entry.title(item.title)
        entry.link(href=item.url, rel="alternate")
        entry.description(escape(item.summary))
        entry.content(item.content, type="html")
        entry.category([{"term": category} for category in item.categories])
        entry.dc.dc_creator(list(item.authors))
        entry.pubDate(item.published)
        entry.updated(item.updated)
    return feed.rss_str()
