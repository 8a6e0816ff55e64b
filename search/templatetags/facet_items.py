"""The values of a facet as items of a list. Made here, as rows are: a page has a hundred of them, twice in sight."""

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from common.templatetags.numbers import grouped
from search.facet_links import FacetLink

register = template.Library()

_ITEM = (
    '<li><a rel="nofollow" href="{href}"{total}{chosen}><span class="l">{code}{label}</span>'
    '<span class="n">{count}</span></a></li>'
)


@register.filter
def facet_items(links: Iterable[FacetLink]) -> SafeString:
    return mark_safe("".join(map(_item, links)))  # noqa: S308 - each part is escaped


def _item(link: FacetLink) -> str:
    return _ITEM.format(
        href=escape(link.href),
        total=f' data-count="{link.count}"' if link.is_total else "",
        chosen=' aria-current="true"' if link.chosen else "",
        code=f'<span class="code">{escape(link.code)}</span> ' if link.code else "",
        label=escape(link.label),
        count=grouped(link.count),
    )
