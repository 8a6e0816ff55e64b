"""Which affiliation belongs to which author, from the notes in parentheses after the names; pure.

A note is an affiliation as it stands, or labels (`1,2`, `1 and 3`, `a`) that a legend, mostly the last note, explains:
`((1) X, (2) Y)`. Labels that nothing explains are dropped. An affiliation after several names without any holds for all
of them, as arXiv's own reading has it.
"""

import re
from collections.abc import Iterator


class Affiliations:
    """The affiliations of each author of one paper; `notes` are the notes after each name, in order."""

    def __init__(self, notes: list[list[str]]) -> None:
        self._legend: dict[str, str] = {}
        labelled = sum(_LABELS.fullmatch(note) is not None for of_author in notes for note in of_author)
        self._notes = [[note for note in of_author if not self._is_legend(note, labelled > 0)] for of_author in notes]
        self._found = [self._resolved(of_author) for of_author in self._notes]
        self._share_backwards()

    def of(self, number: int) -> tuple[str, ...]:
        """The affiliations of the author at this place, from 0."""
        return self._found[number]

    def _is_legend(self, note: str, labelled: bool) -> bool:
        pattern = _LEGEND if _LEGEND.match(note) else _BARE_LEGEND if labelled and _BARE_LEGEND.match(note) else None
        if pattern is None or _LABELS.fullmatch(note):
            return False
        _, *parts = pattern.split(note)
        for label, text in zip(parts[::2], parts[1::2], strict=True):
            self._legend.setdefault(label, _tidied(text))
        return True

    def _resolved(self, notes: list[str]) -> tuple[str, ...]:
        found: list[str] = []
        for note in notes:
            if _LABELS.fullmatch(note):
                found += [text for label in _labels(note) if (text := self._legend.get(label))]
            elif (text := _tidied(note)) and not _NO_PLACE.fullmatch(text):
                found.append(text)
        return tuple(dict.fromkeys(found))

    def _share_backwards(self) -> None:
        shared: tuple[str, ...] = ()
        for number in reversed(range(len(self._found))):
            if not self._notes[number]:
                self._found[number] = shared
            elif any(_LABELS.fullmatch(note) for note in self._notes[number]):
                shared = ()
            else:
                shared = self._found[number]


def _labels(note: str) -> Iterator[str]:
    for first, last, sign in _ONE_LABEL.findall(note):
        if first and last and int(first) < int(last) <= int(first) + _LONGEST_RANGE:
            yield from map(str, range(int(first), int(last) + 1))
        else:
            yield from filter(None, (first, last, sign))


def _tidied(text: str) -> str:
    return " ".join(text.split()).strip(" ,;").removesuffix(" and").strip(" ,;")


_LONGEST_RANGE = 30
_MARK = r"[0-9]{1,3}|[a-zA-Z]|[*†‡§¶]{1,3}"
_LABELS = re.compile(rf"\s*(?:(?:{_MARK})(?:\s*(?:[,;&/+-]|and)\s*|\s*$|\s+))*", re.IGNORECASE)
_ONE_LABEL = re.compile(r"([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?|\b([a-zA-Z])\b|[*†‡§¶]{1,3}")
_LEGEND = re.compile(rf"(?<![\s,;.])[\s,;.]*+\(\s*({_MARK})\s*\)[\s:]*")
_BARE_LEGEND = re.compile(r"(?:^\s*|[,;]\s*(?:and\s+)?)\[?([0-9]{1,2})\s*[\s:.)\]]\s*(?=[^\W\d_])")
_NO_PLACE = re.compile(r"deceased|editors?|eds?\.?|retired|student|corresponding author|ed\.", re.IGNORECASE)
