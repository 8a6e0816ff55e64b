"""Whether a printed affiliation speaks of the institution that a source saw in it; pure.

Enough is a word that only this institution's name has, its acronym in capitals, or its town beside the kind of
institution that it is. The town alone, or words that any department has, are not enough: `Tsinghua University, Beijing`
does not speak of the Beijing Institute of Technology. A string whose addresses all end with other countries, and that
names none of the institution's own places, speaks of a namesake: `Royal Institute, Rabat, Morocco` is not the one in
Stockholm.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

from harvest.matching.places import COUNTRIES, PRINTED_WITH
from institutions.names import words as words_of
from researchers.names import fold


@dataclass(frozen=True, slots=True)
class Named:
    """An institution's names of all kinds, the words of its places, and the codes of their countries."""

    names: tuple[str, ...]
    places: tuple[str, ...] = ()
    countries: frozenset[str] = frozenset()


def support(named: Named, text: str, countries: Mapping[str, Collection[str]] = COUNTRIES) -> float:
    """From 0, nothing there speaks of it, to 1, it is named in full; `countries` are codes by folded name."""
    if _is_elsewhere(named, text, countries):
        return 0.0
    parts = [fold(part).split() for part in _CUT.split(text)]
    parts = [part for part in parts if part]
    places = {word for place in named.places for word in fold(place).split()}
    return max((_support(name, text, parts, places) for name in named.names), default=0.0)


def _is_elsewhere(named: Named, text: str, countries: Mapping[str, Collection[str]]) -> bool:
    own = named.countries | {PRINTED_WITH[code] for code in named.countries if code in PRINTED_WITH}
    told = _last_countries(text, countries)
    if not own or not told or told & own:
        return False
    printed = f" {' '.join(words_of(text))} "
    here = {" ".join(words_of(place)) for place in named.places} - {""}
    here |= {name for name, codes in countries.items() if own.intersection(codes)}
    return not any(f" {place} " in printed for place in here)


def _last_countries(text: str, countries: Mapping[str, Collection[str]]) -> set[str]:
    """Of each address the country it ends with; none at all where one ends with something else."""
    found: set[str] = set()
    for address in _ADDRESSES.split(text):
        parts = [part for part in (_NUMBERS.sub("", part) for part in address.split(",")) if part]
        if parts:
            last = " ".join(words_of(parts[-1]))
            if last not in countries or last in _ALSO_STATES:
                return set()
            found.update(countries[last])
    return found


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


_ADDRESSES = re.compile(r"[;\n]")
_NUMBERS = re.compile(r"[\s.\d:]+$|^[\s.\d]+")
_ALSO_STATES = frozenset(["georgia"])
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
