"""arXiv's author string to an ordered list of persons and groups; pure, never raises, time linear in its length.

Names are parted by commas, semicolons and the word `and`, outside parentheses. Parentheses after a name hold its
affiliation, or labels (`1,2`) that a legend at the end explains (`affiliations.py`). Collaborations stand before a
colon, in the list, after `for the`, or in parentheses, and come out as groups of their own after whom they follow.
Text comes out as Unicode; `et al.` says nothing of anybody and is dropped.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from common.tex import to_unicode
from harvest.records import AuthorKind, AuthorRecord
from harvest.sources.arxiv.affiliations import Affiliations
from researchers import names


@dataclass(slots=True)
class _Entry:
    """What stands between two separators: a name, and the insides of the parentheses after it."""

    text: str
    notes: list[str] = field(default_factory=list)


def split_authors(raw: str) -> tuple[AuthorRecord, ...]:
    """The authors of a paper, in order, from its author string in TeX."""
    text = _unicode(raw)
    entries = _joined(_entries(text, nested=True))
    if "(" not in text:
        return tuple(_record(entry.text) for entry in entries)
    return tuple(_with_affiliations(entries))


def _unicode(raw: str) -> str:
    if _TEX.search(raw):
        raw = to_unicode(_LABEL_ABOVE.sub("", raw))
    return " ".join(raw.split())


def _entries(text: str, nested: bool) -> list[_Entry]:
    """Cut at separators outside parentheses; where a parenthesis never closes, read again without nesting."""
    found: list[_Entry] = []
    pieces: list[str] = []
    notes: list[str] = []
    depth = start = 0

    for mark in _MARK.finditer(text):
        sign = mark[0]
        if sign == "(":
            if depth == 0:
                pieces.append(text[start : mark.start()])
                start = mark.end()
            depth = depth + 1 if nested else 1
        elif sign == ")":
            if depth == 1:
                notes.append(text[start : mark.start()])
            elif depth == 0:
                pieces.append(text[start : mark.start()])
            if depth <= 1:
                start = mark.end()
            depth = max(depth - 1, 0)
        elif depth == 0:
            piece = text[start : mark.start()]
            if sign == ":" and not is_group(piece):
                continue
            found.extend(_from_pieces([*pieces, piece], notes))
            pieces, notes, start = [], [], mark.end()
    if depth and nested:
        return _entries(text, nested=False)
    if depth:
        notes.append(text[start:])
    else:
        pieces.append(text[start:])
    found.extend(_from_pieces(pieces, notes))
    return found


def _from_pieces(pieces: list[str], notes: list[str]) -> Iterator[_Entry]:
    """One entry, or several where the separator after a parenthesis was forgotten.

    A parenthesis within a name (`William (Bill) Smith`) stays part of it; one that only closes is dropped.
    """
    texts = [text for piece in pieces if (text := piece.strip())]
    if len(texts) < 2:
        yield from _without_phrases(texts[0] if texts else "", notes)
    elif all(" " in text for text in texts):
        for number, text in enumerate(texts):
            last = number == len(texts) - 1
            yield from _without_phrases(text, notes[number:] if last else notes[number : number + 1])
    else:
        within = f" ({notes[0]}) " if notes else " "
        yield from _without_phrases(texts[0] + within + " ".join(texts[1:]), notes[1:])


def _without_phrases(text: str, notes: list[str]) -> Iterator[_Entry]:
    """`A. One for the ABC Collaboration` is two entries; `et al.` is none; `with an appendix by` no name."""
    text = _LEAD.sub("", _trimmed(_OTHERS.sub("", text)))
    if unparted := _GROUP_FIRST.match(text):
        yield _Entry(unparted[1])
        text = unparted[2]
    phrase = None if _FOR.match(text) else _FOR_WITHIN.search(text)
    if phrase and (is_group(text) or phrase[1] != "for"):
        yield _Entry(_trimmed(text[: phrase.start()]), notes)
        yield _Entry(text[phrase.start() + 1 :])
    else:
        yield _Entry(text, notes)


def _trimmed(text: str) -> str:
    """Without footnote marks and stray punctuation at the ends; the point of an initial or of `Jr.` stays."""
    text = _FOOTNOTE.sub("", text.lstrip(_STRAY + ".").rstrip(_STRAY))
    return text if _POINTED.search(text) else text.rstrip(_STRAY + ".")


def _joined(entries: list[_Entry]) -> list[_Entry]:
    """With `, Jr.` given back to its name, `H1 and ZEUS Collaborations` made one, and nameless notes moved up."""
    found: list[_Entry] = []
    for entry in entries:
        previous = found[-1] if found else None
        if not _LETTER.search(entry.text) or _HONOUR.fullmatch(entry.text):
            if previous:
                previous.notes.extend(entry.notes)
        elif previous and _continues(previous.text, entry.text):
            previous.text += f" {entry.text}"
            previous.notes.extend(entry.notes)
        elif previous and _PLURAL.search(entry.text) and _ACRONYM.fullmatch(previous.text):
            previous.text += f" and {entry.text}"
            previous.notes.extend(entry.notes)
        else:
            found.append(entry)
    return found


def _continues(before: str, text: str) -> bool:
    """Whether a comma stands within a name: `Forney, Jr.`, `Genome Study, Consortium`. Once for each name."""
    if names.is_suffix(text):
        return not names.is_suffix(before[-4:].split()[-1])
    return _BARE_GROUP.fullmatch(text) is not None and not is_group(before)


def _with_affiliations(entries: list[_Entry]) -> Iterator[AuthorRecord]:
    groups = [[note for note in entry.notes if _is_group_note(note)] for entry in entries]
    affiliations = Affiliations(
        [
            [note for note in entry.notes if note not in of_entry]
            for entry, of_entry in zip(entries, groups, strict=True)
        ]
    )
    for number, entry in enumerate(entries):
        yield _record(entry.text, affiliations.of(number))
        for note in groups[number]:
            yield _record(_trimmed(note))


def _record(text: str, affiliations: tuple[str, ...] = ()) -> AuthorRecord:
    phrase = _FOR.match(text)
    if phrase or is_group(text):
        name = text[phrase.end() :] if phrase else text
        return AuthorRecord(_trimmed(_THE.sub("", name)) or _trimmed(text), AuthorKind.GROUP, affiliations=affiliations)
    given, family, suffix = names.split(_NICKNAME.sub(" ", text))
    return AuthorRecord(text, AuthorKind.PERSON, given, family, suffix, affiliations)


def is_group(text: str) -> bool:
    """Whether an entry names a collaboration or the like instead of a person."""
    return _GROUP.search(text) is not None


def _is_group_note(note: str) -> bool:
    return _FOR.match(note) is not None or (len(note) < _LONGEST_GROUP and _GROUP_NOTE.search(note) is not None)


_LONGEST_GROUP = 100
_STRAY = " ,;:*-"
_POINTED = re.compile(r"(?:\b[^\W\d_]{1,2}|Jr|Sr)\.$", re.IGNORECASE)
_TEX = re.compile(r"[\\{}$~`^\"]")
_LABEL_ABOVE = re.compile(r"\$\s*(?:\{\s*\})?\^[^$]{1,40}\$|(?<!\\)\^(?:\{[^{}]{1,40}\}|\d)")
_MARK = re.compile(r"[(),;:&]|(?<![^\s)])(?:and|AND|And)(?=\s)")
_OTHERS = re.compile(r"(?:^|[\s,])(?:et\.? ?al\b\.?|and others\b|others$|\.\.\.)", re.IGNORECASE)
_LEAD = re.compile(
    r"^(?:and |with (?:an )?(?:appendix|appendices|contributions?) (?:by|from) |appendix by |by )+", re.IGNORECASE
)
_FOOTNOTE = re.compile(r"(?<=[a-z]{2})\d$")
_HONOUR = re.compile(r"(?:(?:(?:Graduate )?Student|Senior|Life) )?(?:Member|Fellow)|IEEE|Ph\.? ?D\.?|M\.? ?D\.")
_BARE_GROUP = re.compile(r"collaborations?|consortium|team", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_FOR = re.compile(r"(?:for and on behalf of|for|on behalf of|representing|in collaboration with) (?=\S)", re.IGNORECASE)
_FOR_WITHIN = re.compile(r" (for|on behalf of) the ", re.IGNORECASE)
_THE = re.compile(r"^(?:the |its )", re.IGNORECASE)
_GROUP = re.compile(
    r"\bcollaborations?\b|\b(?:consorti(?:um|a)|teams?|(?:working |study |research )?groups?|project|survey|network"
    r"|task force|committee|alliance|initiative|experiment|coalition)$",
    re.IGNORECASE,
)
_GROUP_FIRST = re.compile(r"([^.]*\bCollaboration) ((?:[^\W\d_]\.[ -]?)+[^\W\d_].*)")
_GROUP_NOTE = re.compile(r"\bcollaborations?$", re.IGNORECASE)
_PLURAL = re.compile(r"\b(?:Collaborations|Groups|Teams|Consortia)$", re.IGNORECASE)
_ACRONYM = re.compile(r"(?:(?:for|on behalf of) )?(?:[Tt]he )?(?:[A-Z][\w/+-]*|\w*[A-Z0-9]{2}[\w/+-]*)")
_NICKNAME = re.compile(r" \([^()]*\) ")
