"""Titles, names and affiliations as outside sources spell them, to plain text: entities, markup, mojibake, addresses.

Pure, and linear in the length of the text. `$…$` stays as it is, a `<` that starts no tag of the list stays too, and
nothing is guessed beyond these rules. Hyphens are folded only by who compares.
"""

import html
import re
import unicodedata
from collections.abc import Iterable

from researchers.names import is_suffix


def clean_title(text: str) -> str:
    """Without entities and markup; mathematics keeps the text of its leaves, apart from the words it touches."""
    return tidy(_without_markup(unescape(mend_mojibake(text))))


def clean_name(text: str) -> str:
    """A person's or an institution's name."""
    return tidy(_LEADING_MARKS.sub("", _without_markup(unescape(mend_mojibake(text)))))


def clean_affiliation(text: str) -> str:
    """Without mail addresses and the footnote marks before it."""
    text = _MAIL.sub(" ", _without_markup(unescape(mend_mojibake(text))))
    text = tidy(_MAIL_WORD.sub(" ", text))
    text = _FOOTNOTE.sub("", _LEADING_MARKS.sub("", text))
    return _SPACE_BEFORE_COMMA.sub(r"\1", text).strip(" ,;:")


def each_once(texts: Iterable[str]) -> tuple[str, ...]:
    """Affiliations that differ by a full stop, a blank or letter case are one; the first spelling stays."""
    found: dict[str, str] = {}
    for text in texts:
        if text:
            found.setdefault(same_affiliation(text), text)
    return tuple(found.values())


def same_affiliation(text: str) -> str:
    """Equal for affiliations that are spelt alike but for punctuation."""
    return " ".join(_NO_WORD.sub(" ", text).casefold().split()) or text


def given_first(name: str) -> str:
    """`Last, First` turned round, `Last, First, Jr` too; lists and institutions with commas are left alone."""
    parts = [part.strip() for part in name.split(",")]
    if len(parts) == 3 and is_suffix(parts[2]) and parts[1]:
        return f"{parts[1]} {parts[0]} {parts[2]}"
    if len(parts) == 3 and is_suffix(parts[1]) and parts[2]:
        return f"{parts[2]} {parts[0]} {parts[1]}"
    if len(parts) != 2 or not all(parts) or is_suffix(parts[1]) or _DEGREE.fullmatch(parts[1]):
        return name
    longest = max(len(part.split()) for part in parts)
    if longest > 4 or _ORGANISATION.search(name):
        return name
    return f"{parts[1]} {parts[0]}"


def unescape(text: str) -> str:
    """Entities with their semicolon, escaped up to three times, title-cased ones too (`&Apos;`)."""
    for _ in range(3):
        if "&" not in text:
            return text
        before, text = text, _ENTITY.sub(_character, text)
        if text == before:
            return text
    return text


def mend_mojibake(text: str) -> str:
    """`UniversitÃ©` to `Université`: UTF-8 that was read as cp1252, run by run, where that reads as UTF-8 again."""
    for _ in range(2):  # seen twice over
        if not _MOJIBAKE_SIGNS.search(text):
            return text
        mended = _HIGH_RUN.sub(_reread, text)
        if mended == text:
            return text
        text = mended
    return text


def tidy(text: str) -> str:
    """NFC, single blanks, nothing that cannot be seen or stored; joiners stay, they are letters of some scripts."""
    text = _BLANKS.sub(" ", text)
    text = _UNSEEN.sub("", text)
    text = _SURROGATE.sub("\ufffd", text)
    return " ".join(unicodedata.normalize("NFC", text).split())


def _character(entity: re.Match[str]) -> str:
    found = html.unescape(entity[0])
    if found == entity[0] and entity[1][0] != "#":
        lower = f"&{entity[1].lower()};"
        found = html.unescape(lower)
        return entity[0] if found == lower else found
    return found


def _without_markup(text: str) -> str:
    if "<" not in text:
        return text
    parts: list[str] = []
    depth, hidden, at = 0, 0, 0
    for tag in _TAG.finditer(text):
        if tag["name"] is None:
            continue
        if not hidden:
            parts.append(text[at : tag.start()].strip() if depth else text[at : tag.start()])
        at = tag.end()
        name, closes, closed = tag["name"].lower().rpartition(":")[2], bool(tag["close"]), bool(tag["empty"])
        if name in _HIDDEN and not closed:
            hidden = max(hidden + (-1 if closes else 1), 0)
        elif name == "math" and not closed:
            depth = max(depth + (-1 if closes else 1), 0)
            parts.append(_MATH_EDGE)
        elif name in _BREAKS:
            parts.append(" ")
    if not hidden:
        parts.append(text[at:])
    return _EDGES.sub(_edge, "".join(parts))


def _edge(edges: re.Match[str]) -> str:
    """A blank between mathematics and a word or number, none before punctuation or within brackets."""
    before, after = edges.string[: edges.start()][-1:], edges.string[edges.end() : edges.end() + 1]
    return " " if (before.isalnum() or before in ")]") and (after.isalnum() or after in "([") else ""


def _reread(run: re.Match[str]) -> str:
    octets = bytearray()
    for sign in run[0]:
        try:
            octets += sign.encode("cp1252")
        except UnicodeEncodeError:
            if ord(sign) > 255:
                return run[0]
            octets.append(ord(sign))  # the five octets that cp1252 leaves open
    try:
        found = octets.decode()
    except UnicodeDecodeError:
        return run[0]
    return found if len(_MOJIBAKE_SIGNS.findall(found)) < len(_MOJIBAKE_SIGNS.findall(run[0])) else run[0]


_ENTITY = re.compile(r"&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

_MARKUP = (
    "i|b|u|em|strong|it|italic|bold|sub|sup|sc|scp|small|tt|code|br|p|span|div|font|title|alternatives|monospace|roman|"
    "inline-formula|disp-formula|inline-graphic|tex-math|named-content|styled-content|xref|ext-link|sec|"
    "math|semantics|annotation|annotation-xml|menclose|merror|mfenced|mfrac|mi|mmultiscripts|mn|mo|mover|mpadded|"
    "mphantom|mprescripts|mroot|mrow|ms|mspace|msqrt|mstyle|msub|msubsup|msup|mtable|mtd|mtext|mtr|munder|munderover"
)
# Either a name of the list, or any name of the two vocabularies whose prefix says so.
_ATTRIBUTE = r"""\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s<>"'=]+)"""
_TAG = re.compile(
    rf"<(?P<close>/?)(?P<name>(?:mml|jats|m):[a-z][a-z-]{{0,30}}|(?:{_MARKUP}))(?:{_ATTRIBUTE})*\s*(?P<empty>/?)>"
    r"|\$[^$<]*(?:<(?!/)[^$<]*)*\$",  # TeX is passed over, unless a tag ends in it: then those were two prices
    re.IGNORECASE,
)
_HIDDEN = {"annotation", "annotation-xml", "tex-math"}  # the same mathematics once more, as TeX
_BREAKS = {"br", "p", "div", "title", "sec", "mspace"}
_MATH_EDGE = "\ue000"  # of the private use area; removed again before anybody sees it
_EDGES = re.compile(f"{_MATH_EDGE}+")

_MOJIBAKE_SIGNS = re.compile("[ÃÂâ]")
_HIGH_RUN = re.compile(
    r"[\u0080-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]+"
)

_BLANKS = re.compile(r"[\u00a0\u2007\u202f\u2028\u2029\u0085\s]+")
_UNSEEN = re.compile(r"[\u00ad\u200b\ufeff\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NO_WORD = re.compile(r"[\W_]+")

_MAIL = re.compile(
    r"(?<![\w.+{},-])(?:\{[^{}@]{1,200}\}|[\w.+-]{1,64})\s?@\s?[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}",
)
_MAIL_WORD = re.compile(
    r"\b(?:e-?mails?|electronic address(?:es)?)\b\s*[:.]?[\s;,]*$|\be-?mails?\s*:[\s;,]*", re.IGNORECASE
)
_LEADING_MARKS = re.compile(r"^[\s*∗†‡§¶#◦|,;.:·•-]+")
_FOOTNOTE = re.compile(r"^(?:\(\d{1,2}\)|\[\d{1,2}\]|\d{1,2}\)|[a-z]\))\s*")
_SPACE_BEFORE_COMMA = re.compile(r"\s+([,;])")

_DEGREE = re.compile(r"(?:Ph\.?\s?D|M\.?D|M\.?Sc?|B\.?Sc?|M\.?A|Dr|Prof|FRS|Esq|MBA|MPH)\.?", re.IGNORECASE)
_ORGANISATION = re.compile(
    r"\b(?:universit\w*|institut\w*|department|dept|school|college|laborator\w*|labs?|cent(?:er|re)|hospital|faculty|"
    r"academy|collaboration|consortium|team|group|ministry|society|inc|ltd|gmbh|corporation|company)\b",
    re.IGNORECASE,
)
