"""Licences by name. arXiv gives them as addresses, in http and https; older papers have none. Pure."""

import re
from typing import NamedTuple


class Licence(NamedTuple):
    name: str
    url: str


_CREATIVE_COMMONS = re.compile(
    r"https?://creativecommons\.org/(?:licenses/(?P<kind>by(?:-nc)?(?:-sa|-nd)?)/(?P<version>\d\.\d)"
    r"|publicdomain/(?P<waiver>zero)/(?P<waived>\d\.\d)|licenses/(?P<old>publicdomain))/?",
    re.IGNORECASE,
)
_ARXIV = re.compile(
    r"https?://arxiv\.org/licenses/(?P<kind>nonexclusive-distrib|assumed-1991-2003)(?:/\d\.\d)?/?", re.IGNORECASE
)
_ARXIV_NAMES = {
    "nonexclusive-distrib": "arXiv’s own: non-exclusive, to distribute",
    "assumed-1991-2003": "assumed by arXiv for papers of 1991 to 2003, to distribute",
}


def licence(url: str) -> Licence:
    """The name that readers know, and the address in https; an unknown licence is called by its address."""
    if not url:
        return Licence("not stated; arXiv may distribute it", "")
    if match := _CREATIVE_COMMONS.fullmatch(url):
        return Licence(_creative_commons(match), url.replace("http://", "https://", 1))
    if match := _ARXIV.fullmatch(url):
        return Licence(_ARXIV_NAMES[match["kind"].lower()], url.replace("http://", "https://", 1))
    return Licence(url, url if url.startswith(("https://", "http://")) else "")


def _creative_commons(match: re.Match[str]) -> str:
    if match["waiver"]:
        return f"CC0 {match['waived']}"
    if match["old"]:
        return "Public domain"
    return f"CC {match['kind'].upper()} {match['version']}"
