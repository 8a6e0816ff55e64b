"""Whether a printed affiliation speaks of the institution that a source saw in it; pure.

Enough is a word that only this institution's name has, its acronym in capitals, or its town beside the kind of
institution that it is. The town alone, or words that any department has, are not enough: `Tsinghua University, Beijing`
does not speak of the Beijing Institute of Technology.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import chain

from researchers.names import fold


@dataclass(frozen=True, slots=True)
class Named:
    """An institution's names of all kinds, and the words of its place."""

    names: tuple[str, ...]
    places: tuple[str, ...] = ()


def support(named: Named, text: str) -> float:
    """From 0, nothing there speaks of it, to 1, it is named in full."""
    parts = [fold(part).split() for part in _CUT.split(text)]
    parts = [part for part in parts if part]
    places = {word for place in named.places for word in fold(place).split()}
    return max((_support(name, text, parts, places) for name in named.names), default=0.0)


def _support(name: str, text: str, parts: Collection[list[str]], places: set[str]) -> float:
    if _ACRONYM.fullmatch(name.strip()):
        return 0.8 if re.search(rf"(?<!\w){re.escape(name.strip())}(?!\w)", text) else 0.0
    words = [word for word in fold(name).split() if word not in _SMALL]
    own = {word for word in words if _kind(word) is None}
    kinds = {_kind(word) for word in words} - {None}
    if not own:
        return 1.0 if any(_contains(part, words) for part in parts) else 0.0
    best = 0.0
    for part in [*parts, list(chain.from_iterable(parts))]:
        found = own & set(part)
        if not found:
            continue
        alone = found <= places
        if alone and (len(part) > _LONG or not kinds & {_kind(word) for word in part}):
            continue
        best = max(best, len(found) / len(own))
    return best if best >= _ENOUGH else 0.0


def _contains(part: list[str], words: list[str]) -> bool:
    return any(part[start : start + len(words)] == words for start in range(len(part) - len(words) + 1))


def _kind(word: str) -> str | None:
    """What kind of institution a word tells, in a few languages; None for a word of its own."""
    for kind, beginnings in _KINDS.items():
        if word.startswith(beginnings):
            return kind
    return None


def each_place(*places: str) -> tuple[str, ...]:
    return tuple(place for place in places if place)


def names_of(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))


_CUT = re.compile(r"[,;/()\n]|\s-\s")
_ACRONYM = re.compile(r"[A-Z][A-Z0-9.&-]{1,9}")
_SMALL = frozenset(
    ["of", "the", "and", "for", "de", "di", "du", "des", "der", "la", "le", "et", "und", "at", "in", "y"]
)
_LONG = 8  # words of a part that is rather a whole address
_ENOUGH = 0.5
_KINDS = {
    "university": ("univ", "uniwers", "egyetem", "yliopisto"),
    "institute": ("instit", "inst", "istitut"),
    "college": ("colleg", "colegi"),
    "school": ("school", "ecole", "schule", "escuela", "escola"),
    "academy": ("academ", "akadem", "accadem"),
    "laboratory": ("laborator", "lab", "labs", "laborato"),
    "centre": ("cent", "zentrum"),
    "hospital": ("hospital", "klinik", "clinic", "ospedale", "hopital"),
    "technology": ("technolog", "techni", "tecnolog", "polytech", "politec"),
    "science": ("scien", "wissenschaft"),
    "research": ("research", "recherche", "forschung", "ricerc"),
    "national": ("national", "nacional", "nazional"),
    "department": ("depart", "dept", "facult", "fakult", "division", "school"),
    "physics": ("physic", "physik", "fisic", "math", "comput", "engineer", "medic", "chemi", "astro", "biolog"),
}
