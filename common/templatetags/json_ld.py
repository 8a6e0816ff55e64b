"""Print a dict as a JSON-LD script that no text in it can leave."""

import json
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_ESCAPES = [(sign, f"\\u{ord(sign):04x}") for sign in "<>&\u2028\u2029"]


@register.simple_tag
def json_ld(graph: dict[str, Any]) -> SafeString:
    """`<script type="application/ld+json">…</script>`."""
    return mark_safe(f'<script type="application/ld+json">{script_safe(graph)}</script>')  # noqa: S308


def script_safe(graph: dict[str, Any]) -> str:
    """JSON in which no sign means anything to an HTML parser; it reads back as the same data."""
    written = json.dumps(graph, ensure_ascii=False, separators=(",", ":"))
    for sign, escape in _ESCAPES:  # several times faster than str.translate
        written = written.replace(sign, escape)
    return written
