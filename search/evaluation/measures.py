"""Scores of a ranking against grades, as trec_eval has them. Pure."""

from collections.abc import Mapping, Sequence
from math import log2

DEEP = 10
DEEPER = 100

Grades = Mapping[str, int]


def ndcg(ranked: Sequence[str], grades: Grades) -> float:
    """Gain of the first ten, each its grade by its place, of what the best order would gain."""
    best = _gain(sorted(grades.values(), reverse=True)[:DEEP])
    return _gain([grades.get(document, 0) for document in ranked[:DEEP]]) / best if best else 0.0


def recall(ranked: Sequence[str], grades: Grades) -> float:
    """Which share of all that is relevant stands among the first hundred."""
    relevant = {document for document, grade in grades.items() if grade > 0}
    return len(relevant.intersection(ranked[:DEEPER])) / len(relevant) if relevant else 0.0


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _gain(grades: Sequence[int]) -> float:
    return sum(grade / log2(place + 1) for place, grade in enumerate(grades, 1))
