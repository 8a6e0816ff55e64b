"""Tags that link our own style sheets and scripts, with the hash that the browser checks (SRI)."""

import hashlib
from base64 import b64encode
from collections.abc import Iterable
from functools import lru_cache
from typing import cast

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage, staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from wovepaper.static_files import AT_ONCE, JOINED_SCRIPTS, JOINED_SHEET, STYLE_SHEETS

register = template.Library()

SITE_SCRIPT = "js/site.js"


@register.simple_tag
def style_sheets() -> SafeString:
    """One joined sheet; each sheet by itself with DEBUG on."""
    if settings.DEBUG:
        return format_html_join("\n", '<link rel="stylesheet" href="{}">', ((static(name),) for name in STYLE_SHEETS))
    return format_html(
        '<link rel="stylesheet" href="{}" integrity="{}">', static(JOINED_SHEET), _integrity(JOINED_SHEET)
    )


@register.simple_tag
def site_script() -> SafeString:
    """What every page runs. It blocks the page: its first part must run before anything is painted."""
    if settings.DEBUG:
        parts = (part for part in JOINED_SCRIPTS[SITE_SCRIPT] if part != AT_ONCE)
        return format_html('<script src="{}"></script>\n{}', static(AT_ONCE), _modules(parts))
    return format_html('<script src="{}" integrity="{}"></script>', static(SITE_SCRIPT), _integrity(SITE_SCRIPT))


@register.simple_tag
def script(name: str) -> SafeString:
    """One more of the joined scripts, run when the page is there; each of its parts by itself with DEBUG on."""
    if settings.DEBUG:
        return _modules(JOINED_SCRIPTS[name])
    return format_html('<script src="{}" integrity="{}" defer></script>', static(name), _integrity(name))


def _modules(parts: Iterable[str]) -> SafeString:
    return format_html_join("\n", '<script src="{}" type="module"></script>', ((static(part),) for part in parts))


@lru_cache(maxsize=32)
def _integrity(name: str) -> str:
    storage = cast(ManifestStaticFilesStorage, staticfiles_storage)
    with storage.open(storage.stored_name(name)) as file:
        return "sha384-" + b64encode(hashlib.sha384(file.read()).digest()).decode()
