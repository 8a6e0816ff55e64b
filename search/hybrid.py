"""Two rankings into one: what the words say of each paper, and how near it is in meaning. Pure; all weights are here.

A score by words counts against the best of its query, since it has no size of its own; a closeness has one, so that
meaning says little where nothing is near. To both is added what the place in that ranking is worth. How much meaning
counts goes by whether papers have all the words, as they do where somebody knows what it is called. A paper with all
the words is lifted a little, the first by words by how clearly it is the first: one looks for that who knows it. Why
these, and what else was tried: docs/decisions/0010-words-and-meaning-in-one-order.md.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from search.folding import normalise


@dataclass(frozen=True, slots=True)
class Weights:
    """Chosen by `manage.py evaluate_search`; it says what they are worth."""

    complete: float = 0.4  # of meaning, where papers have all words
    partial: float = 0.6  # of meaning, where none has
    all_words: float = 0.1  # for having all words
    known: float = 0.7  # for being the first by words, times the square of its lead over the second
    places: float = 0.3  # for the first place of a ranking, beside 1 for its score


FAR, NEAR = 0.15, 0.65  # a cosine that says nothing; one that says as much as the best score, as the nearest mostly has
HALVED = 60  # the place after so many is worth half of the first, as in reciprocal rank fusion
DEFAULT = Weights()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper that either leg found. `words` is None where it is no match by words, `closeness` where it has no vector.

    `newest` sorts papers that are equal in all else: later ones are larger.
    """

    paper: int
    words: float | None = None
    closeness: float | None = None
    newest: float = 0.0
    has_all: bool = False


def fuse(candidates: Iterable[Candidate], first: Sequence[int] = (), weights: Weights = DEFAULT) -> list[int]:
    """All candidates, best first; those in `first` stand before all others, in that order."""
    found = list(candidates)
    meaning = weights.complete if any(one.has_all for one in found) else weights.partial
    places = {paper: place for place, paper in enumerate(first)}
    # A whole title scores beyond all measure, and its paper stands first anyway: it is no measure for the others.
    by_words = sorted((one.words or 0.0 for one in found if one.paper not in places), reverse=True)
    most, second = [*by_words, 0.0, 0.0][:2]
    lead = weights.known * (1 - second / most) ** 2 if most else 0.0
    said = _worth_of_places(one.words for one in found)
    meant = _worth_of_places(one.closeness for one in found)

    def score(one: Candidate) -> float:
        words = min((one.words or 0.0) / most, 1.0) if most else 0.0
        near = max((one.closeness or 0.0) - FAR, 0.0) / (NEAR - FAR)
        lifts = weights.all_words * one.has_all + (lead if words == 1.0 else 0.0)
        from_words = words + weights.places * said[one.words]
        from_meaning = near + weights.places * meant[one.closeness]
        return (1 - meaning) * from_words + meaning * from_meaning + lifts

    found.sort(key=lambda one: one.paper, reverse=True)
    found.sort(key=lambda one: one.newest, reverse=True)
    found.sort(key=lambda one: (places.get(one.paper, len(places)), -round(score(one), 9)))
    return [one.paper for one in found]


def _worth_of_places(values: Iterable[float | None]) -> Mapping[float | None, float]:
    """By value, 1 for the first of a ranking. Equal ones share a place; what is not in the ranking has none."""
    times = Counter(value for value in values if value is not None)
    order = sorted(times, reverse=True)
    better = accumulate((times[value] for value in order), initial=0)
    return {None: 0.0} | {value: HALVED / (HALVED + place) for value, place in zip(order, better, strict=False)}


def is_title(typed: str, title: str) -> bool:
    """Whether a title was typed, give or take case, accents and punctuation. One word alone is a subject."""
    words = _words(typed)
    return len(words) > 1 and words == _words(title)


def is_name(typed: str, authors: str) -> bool:
    """Whether all that was typed stands among the names of a paper's authors."""
    words = _words(typed)
    return bool(words) and set(words) <= set(_words(authors))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", normalise(text).lower())
