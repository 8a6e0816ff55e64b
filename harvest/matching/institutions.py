"""Which institutions a printed affiliation names: pure, over an InstitutionIndex, each answer with its reason.

    match("Dept. of Physics, Univ. of Oulu, Finland", index) -> (Match("03yj89h83", "name", 0.98, "Univ Oulu"),)

A string may name several institutions or none that is held. Better none than a wrong one: a name inside a longer name,
a name in another country, ordinary words without their town and acronyms without their town are no match.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from harvest.matching.affiliation_text import COMMA, END, Word, cut
from harvest.matching.institution_beside import HOSPITAL, judge_beside
from harvest.matching.institution_hits import ACRONYM, REORDERED, Hit, apart, find, find_places
from harvest.matching.institution_index import InstitutionIndex
from harvest.matching.institution_rules import judge_alone, judge_together

CAMPUS = "campus"  # a system of universities named, its member in the town meant


@dataclass(frozen=True, slots=True)
class Match:
    ror: str
    method: str
    score: float
    printed: str


@dataclass(frozen=True, slots=True)
class Considered:
    """A name found in the text, whether it was taken, and why not."""

    printed: str
    ror: str
    method: str
    refused: str


def match(text: str, index: InstitutionIndex) -> tuple[Match, ...]:
    """The institutions that `text` names, in its order, each once."""
    words = cut(text)
    found: dict[str, Match] = {}
    for hit in sorted(_judged(words, index), key=lambda hit: (hit.start, hit.end)):
        if not hit.refused:
            found.setdefault(hit.ror, Match(hit.ror, hit.method, _score(hit), _printed(hit, words)))
    return tuple(found.values())


def explain(text: str, index: InstitutionIndex) -> tuple[Considered, ...]:
    """Every name that was considered, for a curator to see."""
    words = cut(text)
    return tuple(
        Considered(_printed(hit, words), hit.ror or hit.rors[0], hit.method, hit.refused)
        for hit in sorted(_judged(words, index), key=lambda hit: (hit.start, hit.end))
    )


def _judged(words: Sequence[Word], index: InstitutionIndex) -> list[Hit]:
    """All hits; those without `refused` are matches."""
    hits = find(words, index)
    if not hits:
        return []
    covered = {
        place for hit in hits if hit.end - hit.start > 1 and _is_likely(hit, words, index) for place in hit.stretch
    }
    places = find_places(words, covered, index)
    placed = {number for place in places for number in range(place.start, place.end)}
    parts = _parts(words)
    for hit in hits:
        if hit.end - hit.start == 1 and hit.start in placed:
            hit.refused = "a place"
        else:
            near = [place for place in places if parts[place.start] == parts[hit.start]]
            judge_alone(hit, words, near or places, index)
    alive = apart([hit for hit in hits if not hit.refused or hit.refused.startswith(("several", "withdrawn"))])
    alive = [hit for hit in alive if not hit.refused]
    _set_sides(alive, words)
    for hit in alive:
        judge_beside(hit, words, index)
    besides = [hit for hit in alive if hit.refused]
    alive = [hit for hit in alive if not hit.refused]
    for hit in alive:
        _narrow(hit, index)
    for hit in alive:
        others = [other for other in alive if other.ror != hit.ror and parts[other.start] == parts[hit.start]]
        if any(other.ror == hit.ror and other.refused == HOSPITAL for other in besides):
            hit.refused = HOSPITAL
            continue
        judge_together(hit, others, words, index)
    chosen = {id(hit) for hit in alive}
    for hit in hits:
        if id(hit) not in chosen and not hit.refused:
            hit.refused = "within a longer name"
    return hits


def _is_likely(hit: Hit, words: Sequence[Word], index: InstitutionIndex) -> bool:
    """Its words are hardly a place: not "Ube, Japan"."""
    return not all(index.is_place(word.form) for word in words[hit.start : hit.end])


def _narrow(hit: Hit, index: InstitutionIndex) -> None:
    """From a system of universities to its campus in the town that is named."""
    entry = index.entries[hit.ror]
    if not entry.folded.endswith(" system"):
        return
    stem = entry.folded.removesuffix("system")
    members = [index.entries[child] for child in entry.children if child in index.entries]
    in_town = [member for member in members if member.folded.startswith(stem) and member.cities & hit.towns]
    if len(in_town) == 1:
        hit.ror, hit.method = in_town[0].ror, CAMPUS
    else:
        hit.refused = "a system of universities, its campus not told"


def _parts(words: Sequence[Word]) -> list[int]:
    """The number of the affiliation that each word is in."""
    parts, number = [], 0
    for place, word in enumerate(words):
        number += place > 0 and word.gap >= END
        parts.append(number)
    return parts


def _set_sides(hits: Sequence[Hit], words: Sequence[Word]) -> None:
    covered = {place for hit in hits for place in hit.stretch}
    for hit in hits:
        start, end = hit.start, hit.end
        while start > 0 and words[start].gap < COMMA and start - 1 not in covered:
            start -= 1
        while end < len(words) and words[end].gap < COMMA and end not in covered:
            end += 1
        hit.left, hit.right = words[start : hit.start], words[hit.end : end]


def _score(hit: Hit) -> float:
    """About the share of matches of its kind that was right where the rules were made (`bench/affiliations.py`)."""
    if hit.method in (REORDERED, CAMPUS, ACRONYM) or hit.generic:
        return 0.9
    return 0.98 if hit.in_town else 0.97 if hit.in_country else 0.96


def _printed(hit: Hit, words: Sequence[Word]) -> str:
    return " ".join(dict.fromkeys(word.raw for word in words[hit.start : hit.end]))
