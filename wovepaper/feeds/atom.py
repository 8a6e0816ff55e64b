"""Atom 1.0 (RFC 4287), by hand."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from lxml import etree

from common.addresses import absolute
from common.moments import rfc3339
from wovepaper.feeds.items import Channel, FeedItem

CONTENT_TYPE = "application/atom+xml; charset=utf-8"
NAMESPACE = "http://www.w3.org/2005/Atom"


def atom(channel: Channel, items: Sequence[FeedItem], changed_at: datetime) -> bytes:
    """`changed_at` is the newest change of an item."""
    feed = etree.Element(_name("feed"), {_LANG: "en"}, nsmap={None: NAMESPACE})  # type: ignore[dict-item]  # the default
    feed.extend(
        [
            _text("id", absolute(channel.path)),
            _text("title", channel.title),
            _text("subtitle", channel.description),
            _text("updated", rfc3339(changed_at)),
            _link("self", absolute(channel.path), "application/atom+xml"),
            _link("alternate", absolute(channel.page), "text/html"),
            _text("generator", settings.SITE_NAME),
            *map(_entry, items),
        ]
    )
    return etree.tostring(feed, encoding="UTF-8", xml_declaration=True)


_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def _entry(item: FeedItem) -> etree._Element:
    entry = etree.Element(_name("entry"))
    entry.extend(
        [
            _text("id", item.id),
            _text("title", item.title),
            _text("published", rfc3339(item.published)),
            _text("updated", rfc3339(item.updated)),
            _link("alternate", item.url, "text/html"),
            _link("related", item.source_url, "text/html"),
            *(_author(author) for author in item.authors or (settings.SITE_NAME,)),
            *(_element("category", term=category) for category in item.categories),
            _text("summary", item.summary),
            _text("content", item.content, type="html"),
        ]
    )
    return entry


def _author(name: str) -> etree._Element:
    author = _element("author")
    author.append(_text("name", name))
    return author


def _link(rel: str, href: str, media_type: str) -> etree._Element:
    return _element("link", rel=rel, href=href, type=media_type)


def _text(name: str, text: str, **attributes: str) -> etree._Element:
    element = _element(name, **attributes)
    element.text = text
    return element


def _element(name: str, **attributes: str) -> etree._Element:
    return etree.Element(_name(name), attributes)


def _name(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"
