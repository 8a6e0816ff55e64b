"""The readable half of an address: build a slug, and read the id of a paper in front of one.

The id decides, the slug is for people: ASCII letters, digits and hyphens, at most `LONGEST_SLUG`, cut between words.
It may be empty; then the address is the id alone. Pure; redirecting is the view's.
"""

import re
import unicodedata

from common.identifiers import match_paper_path
from common.tex import plain
from common.tex.symbols import GREEK

LONGEST_SLUG = 80
_MOST_READ = 1_000  # a title longer than this has long filled its slug

_LETTERS = {
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l",
    "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i", "ȷ": "j", "ħ": "h", "Ħ": "h", "ℏ": "h",
    "ŋ": "n", "ĸ": "k", "∞": " infinity ", "×": " x ", "'": "", "’": "", "‘": "",
}  # fmt: skip
_GREEK = {sign: name for name, sign in GREEK.items() if not name.startswith("var")} | {
    "ς": "sigma",
    "ϑ": "theta",
    "ϕ": "phi",
    "ϵ": "epsilon",
}
_TABLE = str.maketrans(_LETTERS | {sign: f" {name} " for sign, name in _GREEK.items()})
_MARKS = re.compile(r"[\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f]+")
_NUMBERED = re.compile(r"([1-9][0-9]{0,17})(?:-|$)", re.ASCII)
_NOT_KEPT = re.compile(r"[^a-z0-9]+")


def slug(text: str) -> str:
    """`text` (plain, or TeX as in a title) as `[a-z0-9-]`; accents fall, Greek letters get their names."""
    text = text[:_MOST_READ]
    if "$" in text or "\\" in text or "{" in text:
        text = plain(text)
    if not text.isascii():
        text = _ascii(text)
    words = _NOT_KEPT.sub("-", text.lower().replace("'", "")).strip("-")
    if len(words) <= LONGEST_SLUG:
        return words
    cut = words.rfind("-", 0, LONGEST_SLUG + 1)
    return words[: cut if cut > 0 else LONGEST_SLUG]


def paper_path(arxiv_id: str, slug: str) -> str:
    """The canonical address of a paper, below SITE_URL."""
    return f"/papers/{arxiv_id}-{slug}" if slug else f"/papers/{arxiv_id}"


def numbered_path(listing: str, number: int, slug: str) -> str:
    """The canonical address of a row by our own id, below SITE_URL: `/researchers/12-ada-lovelace`."""
    return f"/{listing}/{number}-{slug}" if slug else f"/{listing}/{number}"


def parse_slugged_arxiv_id(path: str) -> tuple[str, int | None, str] | None:
    """Read `/papers/<id>[vN][-slug]` (the leading `/papers/` may lack) to (canonical id, version, slug as given).

    The id may come with `arXiv:`, a subject class or in upper case. The caller compares `paper_path` with what was
    asked and redirects where they differ. A `v2` at the end of a slug is part of the slug: it may well be a word.
    """
    path = path.lstrip("/")
    if path[:7].lower() == "papers/":
        path = path[7:]
    found = match_paper_path(path.rstrip("/"))
    if found is None:
        return None
    arxiv_id, slug_part = found
    return arxiv_id.id, arxiv_id.version, slug_part


def parse_numbered(spelling: str) -> int | None:
    """The id in `123-any-slug` or `123`; None for a name."""
    match = _NUMBERED.match(spelling)
    return int(match[1]) if match else None


def _ascii(text: str) -> str:
    text = unicodedata.normalize("NFKD", text.lower().translate(_TABLE))
    # Letters such as mathematical italic alpha become Greek only after normalising.
    return _MARKS.sub("", text).lower().translate(_TABLE)
