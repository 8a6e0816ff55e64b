"""The words found, marked in titles and in the part of an abstract where they are. Pure.

Takes the HTML that `common.tex` stored and gives HTML again: text is unescaped and escaped anew, formulas stand whole
or not at all, of elements only those of `KEPT` remain, all closed where they were opened. Nothing is cut within a word.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape, unescape

from django.utils.safestring import SafeString, mark_safe

KEPT = ("em", "strong", "sub", "sup")
TEASER = 320  # signs; two lines show about half of them
NEAR = 150  # words so far from the beginning need no later start
BEFORE = 40  # what stands before the first word found
FORMULA = "\ufffc"  # stands for each sign of a formula in the text that is searched

Span = tuple[int, int]

_PART = re.compile(
    r"(?P<formula><math\b.*?</math>|<code class=\"tex\">[^<]*</code>)|<(?P<closing>/?)(?P<name>[a-z]+)[^>]*>|[^<]+|<",
    re.DOTALL,
)
_TAG = re.compile(r"<[^>]*>")
_FIRST_LETTER = re.compile(r"(?<=[.!?]\s)\S")


@dataclass(frozen=True, slots=True)
class Flat:
    """`text` as readers see it, formulas as `FORMULA` signs; `parts` are (where it begins, formula or tag, or text)."""

    text: str
    parts: tuple[tuple[int, str, str], ...]  # position; kind: text, formula, open, close; its text, HTML or name


@lru_cache(maxsize=512)
def flatten(html: str) -> Flat:
    """Once for a paper and not for each search that finds it."""
    seen: list[str] = []
    parts: list[tuple[int, str, str]] = []
    at = 0
    for match in _PART.finditer(html):
        name = match["name"]
        if formula := match["formula"]:
            shown = FORMULA * max(1, len(unescape(_TAG.sub("", formula))))
            parts.append((at, "formula", formula))
        elif name is None:
            shown = unescape(match[0])
            parts.append((at, "text", shown))
        elif name in KEPT:
            parts.append((at, "close" if match["closing"] else "open", name))
            continue
        elif name == "p" and match["closing"]:
            shown = " "
            parts.append((at, "text", shown))
        else:
            continue
        seen.append(shown)
        at += len(shown)
    return Flat("".join(seen), tuple(parts))


def marked(flat: Flat, found: Sequence[Span]) -> SafeString:
    """All of it with the spans marked."""
    return _written(flat, 0, len(flat.text), found)


def teaser(flat: Flat, found: Sequence[Span]) -> SafeString:
    """About `TEASER` signs: the beginning, or where most of the words found stand."""
    text = flat.text
    start = _start(text, found)
    end = _end(text, start)
    before = "… " if start else ""
    after = " …" if end < len(text.rstrip()) else ""
    return mark_safe(before + _written(flat, start, end, found) + after)  # noqa: S308 - both are safe


def _start(text: str, found: Sequence[Span]) -> int:
    """The window with most different words, then with most; the beginning where it is as good."""
    if not found or found[-1][1] <= NEAR:
        return 0
    starts = [start for start, _ in found]
    words = [text[start:end].lower() for start, end in found]
    best, chosen = (0, 0), 0
    for first, start in enumerate([0, *starts]):
        inside = words[first - 1 if first else 0 : bisect_left(starts, start + NEAR)]
        score = len(set(inside)), len(inside)
        if score > best:
            best, chosen = score, start
    if chosen <= BEFORE:
        return 0
    sentences = [match.start() for match in _FIRST_LETTER.finditer(text, max(0, chosen - NEAR // 2), chosen + 1)]
    if sentences:
        return sentences[-1]
    blank = text.find(" ", chosen - BEFORE, chosen)
    return blank + 1 if blank >= 0 else chosen


def _end(text: str, start: int) -> int:
    end = start + TEASER
    if end >= len(text):
        return len(text.rstrip())
    blank = text.rfind(" ", start, end + 1)
    if blank <= start:  # one word or formula as long as this: whole
        blank = text.find(" ", end)
    return len(text.rstrip()) if blank < 0 else blank


def _written(flat: Flat, start: int, end: int, found: Sequence[Span]) -> SafeString:
    written: list[str] = []
    opened: list[str] = []  # elements around the text at this place
    spans = [(max(first, start), min(last, end)) for first, last in found if first < end and last > start]
    begun = False
    for position, kind, value in flat.parts:
        if position >= end and kind != "close":
            break
        if kind == "open":
            opened.append(value)
            if begun:
                written.append(f"<{value}>")
        elif kind == "close":
            if value in opened:  # what was opened within it closes with it
                while (inner := opened.pop()) != value:
                    written.append(f"</{inner}>" if begun else "")
                written.append(f"</{value}>" if begun else "")
        elif position + (len(value) if kind == "text" else _length(flat, position)) > start:
            if not begun:
                begun = True
                written += [f"<{name}>" for name in opened]
            written.append(value if kind == "formula" else _with_marks(value, position, start, end, spans))
    written += [f"</{name}>" for name in reversed(opened)] if begun else []
    return mark_safe("".join(written))  # noqa: S308 - escaped text, our elements, formulas of common.tex


def _length(flat: Flat, position: int) -> int:
    """Of the formula there; it is not beside another, since blanks or text part them, or they count as one."""
    text, end = flat.text, position
    while end < len(text) and text[end] == FORMULA:
        end += 1
    return end - position


def _with_marks(text: str, position: int, start: int, end: int, spans: Sequence[Span]) -> str:
    """The part of `text`, which stands at `position`, between start and end."""
    at = max(start - position, 0)
    last = min(end - position, len(text))
    pieces: list[str] = []
    for first, final in spans:
        begin, stop = max(first - position, at), min(final - position, last)
        if begin >= stop:
            continue
        pieces += (_escaped(text[at:begin]), "<mark>", _escaped(text[begin:stop]), "</mark>")
        at = stop
    pieces.append(_escaped(text[at:last]))
    return "".join(pieces)


def _escaped(text: str) -> str:
    """Most text needs nothing."""
    return escape(text, quote=False) if "&" in text or "<" in text or ">" in text else text
