"""Absolute addresses: they start with the setting SITE_URL, never with what the Host header says."""

from urllib.parse import quote

from django.conf import settings


def absolute(path: str) -> str:
    """A path of this site as an absolute address."""
    return settings.SITE_URL + path


def header_safe(url: str) -> str:
    """An address from outside made fit for a header: no blanks, quotes, angle brackets or line breaks."""
    return quote(url, safe="!#$%&'()*+,/:;=?@[]~")
