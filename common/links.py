"""Typed links between things: one list of them makes a Link header (RFC 8288) and a linkset (RFC 9264)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from common.addresses import absolute, header_safe

LONGEST_HEADER = 4_000
_FEEDS = (
    ("xml", "application/rss+xml", "RSS"),
    ("atom", "application/atom+xml", "Atom"),
    ("json", "application/feed+json", "JSON Feed"),
)


@dataclass(frozen=True, slots=True)
class Link:
    """What a page has to do with `href`: relation, and the media type there where told."""

    href: str
    rel: str
    media_type: str = ""


def feeds_of(page: str, name: str = "feed", what: str = "") -> list[tuple[str, str, str]]:
    """Address, media type and label of a feed below a page in each format; `what` is told where it is no new papers."""
    said = f"{what} by " if what else ""
    return [(f"{page}/{name}.{suffix}", media_type, f"{said}{label}") for suffix, media_type, label in _FEEDS]


def describes(page: str) -> Link:
    """For the Link header of a file: whose description it is, by the path of the page."""
    return Link(absolute(page), "describes", "text/html")


def links_of_thing(
    page: str, kind: str, media_types: Iterable[tuple[str, str]], elsewhere: Iterable[str]
) -> list[Link]:
    """Of the page of a person or a place: what describes it, (suffix, type), what it is, and who it is elsewhere."""
    return [
        *(Link(page + suffix, "describedby", media_type) for suffix, media_type in media_types),
        Link(f"https://schema.org/{kind}", "type"),
        Link("https://schema.org/AboutPage", "type"),
        *(Link(address, "related") for address in elsewhere),
    ]


def link_header(links: Iterable[Link]) -> str:
    """The value of a Link header, in order, cut between links before it grows too long for proxies."""
    written = ""
    for link in links:
        one = f'<{header_safe(link.href)}>; rel="{link.rel}"' + (
            f'; type="{link.media_type}"' if link.media_type else ""
        )
        if len(written) + len(one) + 2 > LONGEST_HEADER:
            break
        written = f"{written}, {one}" if written else one
    return written


def linkset(anchor: str, links: Iterable[Link]) -> dict[str, Any]:
    """All links of the page `anchor`, by relation."""
    by_relation: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for link in links:
        by_relation[link.rel].append({"href": link.href} | ({"type": link.media_type} if link.media_type else {}))
    return {"linkset": [{"anchor": anchor, **by_relation}]}
