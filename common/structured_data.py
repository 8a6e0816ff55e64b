"""Structured data that every page has: the site, who runs it, the way to the page, rows of a list, social tags.

Nodes are dicts of one JSON-LD `@graph`; each has an absolute `@id`, and `graph` drops keys without a value.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings

from common.addresses import absolute
from common.negotiation import PNG
from common.pictures.card import HEIGHT, WIDTH

Node = dict[str, Any]
Crumb = tuple[str, str]  # name, path

MAIL = "@"


def graph(*nodes: Node) -> Node:
    """The whole script of a page, with the site and its operator added."""
    return {
        "@context": "https://schema.org",
        "@graph": [_without_empty(node) for node in [*nodes, website(), operator()]],
    }


def website() -> Node:
    return {
        "@type": "WebSite",
        "@id": absolute("/#website"),
        "url": absolute("/"),
        "name": settings.SITE_NAME,
        "inLanguage": "en",
        "publisher": {"@id": absolute("/#organization")},
        "potentialAction": {
            "@type": "SearchAction",
            "@id": absolute("/#search"),
            "target": {
                "@type": "EntryPoint",
                "@id": absolute("/#search-entry"),
                "urlTemplate": absolute("/search?q={search_term_string}"),
            },
            "query-input": "required name=search_term_string",
        },
    }


def operator() -> Node:
    """Who runs this site; the contact is a mail address or a web address."""
    contact = settings.OPERATOR_CONTACT
    return {
        "@type": "Organization",
        "@id": absolute("/#organization"),
        "name": settings.OPERATOR_NAME,
        "url": absolute("/contact"),
        "logo": {
            "@type": "ImageObject",
            "@id": absolute("/#logo"),
            "url": absolute(f"{settings.STATIC_URL}icons/mark.svg"),
        },
        "contactPoint": {
            "@type": "ContactPoint",
            "@id": absolute("/#contact"),
            "contactType": "customer support",
            ("email" if MAIL in contact and "//" not in contact else "url"): contact,
        }
        if contact
        else None,
    }


def breadcrumb(page: str, crumbs: Sequence[Crumb]) -> Node:
    """The way from home to the page at path `page`; `crumbs` are (name, path) without home, the page itself last."""
    steps = [(settings.SITE_NAME, "/"), *crumbs]
    return {
        "@type": "BreadcrumbList",
        "@id": f"{absolute(page)}#breadcrumb",
        "itemListElement": [
            {
                "@type": "ListItem",
                "@id": f"{absolute(page)}#step-{position}",
                "position": position,
                "name": name,
                "item": absolute(path),
            }
            for position, (name, path) in enumerate(steps, 1)
        ],
    }


def collection(
    page: str, name: str, description: str, rows: Iterable[Crumb], start: int = 1, kind: str = "CollectionPage"
) -> Node:
    """A list page: `rows` are (name, path) of the things shown, the first at place `start` of the whole list."""
    items = [
        {
            "@type": "ListItem",
            "@id": f"{absolute(page)}#row-{position}",
            "position": position,
            "name": row,
            "url": absolute(path),
        }
        for position, (row, path) in enumerate(rows, start)
    ]
    return {
        "@type": kind,
        "@id": f"{absolute(page)}#page",
        "url": absolute(page),
        "name": name,
        "description": description,
        "isPartOf": {"@id": absolute("/#website")},
        "mainEntity": {
            "@type": "ItemList",
            "@id": f"{absolute(page)}#list",
            "numberOfItems": len(items),
            "itemListElement": items,
        },
    }


def web_page(page: str, name: str, description: str = "", kind: str = "WebPage") -> Node:
    """A page that is about the site itself; `kind` is WebPage, AboutPage or ContactPage."""
    return {
        "@type": kind,
        "@id": f"{absolute(page)}#page",
        "url": absolute(page),
        "name": name,
        "description": description,
        "isPartOf": {"@id": absolute("/#website")},
    }


def open_graph(
    title: str, description: str, page: str, kind: str = "website", *, picture: str = ""
) -> list[tuple[str, str]]:
    """Pairs of property and content: `kind` is article on papers, profile on people, website elsewhere.

    `picture` is the path of the thing that has one of its own; other pages share one.
    """
    image = absolute(f"{picture or '/picture'}{PNG.suffix}")
    pairs = [
        ("og:type", kind),
        ("og:title", title),
        ("og:description", description),
        ("og:url", absolute(page)),
        ("og:site_name", settings.SITE_NAME),
        ("og:locale", "en_GB"),
        ("og:image", image),
        ("og:image:type", PNG.media_type),
        ("og:image:width", str(WIDTH)),
        ("og:image:height", str(HEIGHT)),
        ("og:image:alt", f"{title}, on {settings.SITE_NAME}"),
        ("twitter:card", "summary_large_image"),
        ("application-name", settings.SITE_NAME),
    ]
    return [(name, content) for name, content in pairs if content]


def summary(text: str, length: int = 155) -> str:
    """The beginning of a text on one line, cut between words."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    cut = line[: length - 1]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut else cut}…"


def _without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: _without_empty(part) for key, part in value.items()}
        return {key: part for key, part in kept.items() if part not in (None, "", [], {})}
    if isinstance(value, list):
        return [part for item in value if (part := _without_empty(item)) not in (None, "", [], {})]
    return value
