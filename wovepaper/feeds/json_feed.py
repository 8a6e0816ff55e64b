"""JSON Feed 1.1."""

import json
from collections.abc import Sequence
from datetime import datetime

from common.addresses import absolute
from common.moments import rfc3339
from wovepaper.feeds.items import Channel, FeedItem

CONTENT_TYPE = "application/feed+json; charset=utf-8"


def json_feed(channel: Channel, items: Sequence[FeedItem], changed_at: datetime) -> bytes:
    """The format has no place for `changed_at`; it is taken so that all writers are called alike."""
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": channel.title,
        "description": channel.description,
        "home_page_url": absolute(channel.page),
        "feed_url": absolute(channel.path),
        "language": "en",
        "items": [_item(item) for item in items],
    }
    return json.dumps(feed, ensure_ascii=False, separators=(",", ":")).encode()


def _item(item: FeedItem) -> dict[str, object]:
    return {
        "id": item.id,
        "url": item.url,
        "external_url": item.source_url,
        "title": item.title,
        "summary": item.summary,
        "content_html": item.content,
        "date_published": rfc3339(item.published),
        "date_modified": rfc3339(item.updated),
        "authors": [{"name": author} for author in item.authors],
        "tags": list(item.categories),
    }
