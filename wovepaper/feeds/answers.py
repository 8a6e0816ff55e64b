"""A feed's items as an answer in one of the formats."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.conf import settings
from django.http import HttpResponse

from common.open_answers import for_programs
from wovepaper.feeds.atom import CONTENT_TYPE as ATOM
from wovepaper.feeds.atom import atom
from wovepaper.feeds.items import Channel, FeedItem
from wovepaper.feeds.json_feed import CONTENT_TYPE as JSON_FEED
from wovepaper.feeds.json_feed import json_feed
from wovepaper.feeds.rss import CONTENT_TYPE as RSS
from wovepaper.feeds.rss import rss

Writer = Callable[[Channel, Sequence[FeedItem], datetime], bytes]

WRITERS: dict[str, tuple[Writer, str]] = {
    "xml": (rss, RSS),
    "atom": (atom, ATOM),
    "feed.json": (json_feed, JSON_FEED),
    "json": (json_feed, JSON_FEED),
}


def answer(channel: Channel, items: Sequence[FeedItem], suffix: str, changed_at: datetime | None) -> HttpResponse:
    """`changed_at` is the newest change of an item; where there is none, the site has said so since its release."""
    write, content_type = WRITERS[suffix]
    content = write(channel, items, changed_at or settings.RELEASED_AT)
    response = HttpResponse(content, content_type=content_type)
    return for_programs(response)
