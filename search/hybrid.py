"""Two rankings into one: what the words say of each paper, and how near it is in meaning. Pure; all weights are here.

Both are brought to a scale from 0 to 1 within the query: a score by words against the best of them, a closeness
between `far` and the nearest; how much meaning counts goes by the length of the query. A paper with all the words is
lifted a little, the first by words by how clearly it is the first, since that is what somebody looks for who knows it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2

from search.clauses import STOP_WORDS
from search.folding import normalise


@dataclass(frozen=True, slots=True)
class Weights:
    """Chosen by `manage.py evaluate_search`; it says what they are worth."""

    short: float = 0.54  # of meaning, for a query of SHORT words or fewer
    long: float = 0.5  # for one of LONG words or more; in between by each doubling
    far: float = 0.15  # a cosine that says nothing
    all_words: float = 0.1  # for having all words
    known: float = 0.7  # for being the first by words, times the square of its lead over the second


SHORT, LONG = 4, 64
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


def weight_of_meaning(words: int, weights: Weights = DEFAULT) -> float:
    """Between 0 and 1, by the number of words that say something."""
    length = min(max(words, SHORT), LONG)
    return weights.short + (weights.long - weights.short) * log2(length / SHORT) / log2(LONG / SHORT)


def fuse(
    candidates: Iterable[Candidate], words: int, first: Sequence[int] = (), weights: Weights = DEFAULT
) -> list[int]:
    """All candidates, best first; those in `first` stand before all others, in that order."""
    found = list(candidates)
    meaning = weight_of_meaning(words, weights)
    places = {paper: place for place, paper in enumerate(first)}
    # A whole title scores beyond all measure, and its paper stands first anyway: it is no measure for the others.
    by_words = sorted((one.words or 0.0 for one in found if one.paper not in places), reverse=True)
    most, second = [*by_words, 0.0, 0.0][:2]
    lead = weights.known * (1 - second / most) ** 2 if most else 0.0
    nearest = max((one.closeness or 0.0 for one in found), default=0.0)
    span = max(nearest - weights.far, 1e-6)

    def score(one: Candidate) -> float:
        words = min((one.words or 0.0) / most, 1.0) if most else 0.0
        near = max((one.closeness or 0.0) - weights.far, 0.0) / span
        lifts = weights.all_words * one.has_all + (lead if words == 1.0 else 0.0)
        return (1 - meaning) * words + meaning * near + lifts

    found.sort(key=lambda one: one.paper, reverse=True)
    found.sort(key=lambda one: one.newest, reverse=True)
    found.sort(key=lambda one: (places.get(one.paper, len(places)), -round(score(one), 9)))
    return [one.paper for one in found]


def telling_words(text: str) -> int:
    return sum(word not in STOP_WORDS for word in _words(text))


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
