"""Absolute addresses, which start with the setting SITE_URL, never with what the Host header says; values in them."""

import re
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import quote

from django.conf import settings

_UNSAFE = re.compile(r"[^A-Za-z0-9_.~ -]")


def absolute(path: str) -> str:
    """A path of this site as an absolute address."""
    return settings.SITE_URL + path


def query(pairs: Iterable[tuple[str, str]]) -> str:
    """As `urlencode`, for names that need no quoting."""
    return "&".join([f"{name}={query_value(value)}" for name, value in pairs])


@lru_cache(maxsize=1_024)
def query_value(text: str) -> str:
    """As `quote_plus`, which goes through every letter in Python: a list of papers has hundreds of values."""
    return _UNSAFE.sub(lambda match: _quoted(match[0]), text).replace(" ", "+")


def header_safe(url: str) -> str:
    """An address from outside made fit for a header: no blanks, quotes, angle brackets or line breaks."""
    return quote(url, safe="!#$%&'()*+,/:;=?@[]~")


@lru_cache(maxsize=4_096)
def _quoted(sign: str) -> str:
    return quote(sign, safe="")
