"""An affiliation as printed, cut into words that know what stood before them; pure."""

import html
import re
import unicodedata
from dataclasses import dataclass

from institutions.names import fold_word, join_initials, plain
from institutions.vocabulary import DROPPED

NONE, WORD, COMMA, END = 0, 1, 2, 3  # what parts a word from the one before: nothing, "and", a comma, a semicolon
LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class Word:
    form: str  # as institutions.names folds it
    plain: str
    raw: str
    gap: int
    link: str = ""  # the dropped words before it: of, and, at
    sign: str = ""  # the punctuation before it


def cut(text: str) -> list[Word]:
    """The words of `text` without articles; mail and web addresses, mark-up and footnote marks fall away."""
    text = unicodedata.normalize("NFC", html.unescape(html.unescape(text[:LONGEST])))
    text = join_initials(_ADDRESS.sub(" ; ", _TAG.sub(" ", text)))
    found: list[Word] = []
    gap, links, sign, after = END, [], "", 0
    for match in _WORD.finditer(text):
        between = text[after : match.start()]
        gap, sign = max(gap, _gap(between)), sign + between.strip()
        after = match.end()
        raw = _MARK.sub("", match[0])
        for part in plain(raw).split():
            if part in DROPPED:
                links.append(part)
                gap = max(gap, WORD) if part in _JOINING else gap
                continue
            found.append(Word(fold_word(part), part, raw, gap, " ".join(links), sign))
            gap, links, sign = NONE, [], ""
    return found


def _gap(between: str) -> int:
    if any(sign in between for sign in ";\n\u2028|•"):
        return END
    return COMMA if _BREAK.search(between) or _WIDE_BLANK.search(between) else NONE


_WORD = re.compile(r"&|[^\W_][\w'’\u200c\u200d]*(?:&(?=[A-Z])\w+)?")
_MARK = re.compile(r"^\d{1,2}(?=[A-Z][a-z]{2})")
_ADDRESS = re.compile(r"\S+@\S+|https?://\S+|www\.\S+", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,40}>|#TAB#")
_BREAK = re.compile(r"[,/():\[\]{}]|\s[-‐-―]+\s|[‒-―]|\*|†|‡|§|¶")
_WIDE_BLANK = re.compile(r"^[ \xa0]{2,}$")  # some publishers part the lines of an address so
_JOINING = frozenset(["and", "et", "und", "y", "e", "och", "og", "en"])
