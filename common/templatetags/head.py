"""Tags for lists of things in the head of a page; made here, since a template would take three times as long."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from common.negotiation import Format

register = template.Library()


@register.simple_tag
def meta_tags(pairs: Iterable[tuple[str, str]] | None) -> SafeString:
    """`<meta>` of each (name, content); Open Graph calls the name a property."""
    return format_html_join(
        "\n",
        '<meta {}="{}" content="{}">',
        (("property" if name.startswith("og:") else "name", name, content) for name, content in pairs or ()),
    )


@register.simple_tag
def alternate_tags(alternates: Iterable[tuple[str, Format]] | None) -> SafeString:
    """A link to each other format of the page: (address, format)."""
    return format_html_join(
        "\n",
        '<link rel="alternate" type="{}" title="{}" href="{}">',
        ((known.media_type, known.label, href) for href, known in alternates or ()),
    )


@register.simple_tag
def feed_tags(feeds: Iterable[tuple[str, str, str]] | None) -> SafeString:
    """A link to each feed of the page: (address, type, label)."""
    return format_html_join(
        "\n",
        '<link rel="alternate" type="{}" title="{}" href="{}">',
        ((kind, label, href) for href, kind, label in feeds or ()),
    )
