"""Which sentence of a paper comes closest to a query, by the encoder. Asked for one paper at a time, on demand."""

from dataclasses import dataclass

import numpy

from papers.models import Paper
from search.embedders import ModelAway
from search.encoder.client import ask
from search.sentences import sentences

AT_ONCE = 4  # sentences that the encoder is given together; each has its deadline


@dataclass(frozen=True, slots=True)
class Closest:
    """The sentence with what stands before and after it in the abstract; or of the title, where that is closer."""

    before: str
    sentence: str
    after: str
    in_title: bool
    closeness: float


def closest(typed: str, paper: Paper) -> Closest | None:
    """None where there is nothing to compare, or nobody to compare it now."""
    parts = [paper.title, *sentences(paper.abstract)]
    try:
        query = ask(typed).vector()
        vectors = [
            vector for start in range(0, len(parts), AT_ONCE) for vector in _vectors(parts[start : start + AT_ONCE])
        ]
    except ModelAway:
        return None
    closeness = numpy.asarray(vectors, dtype=numpy.float32) @ query
    best = int(closeness.argmax())
    if not best:
        return Closest("", paper.title, paper.abstract, True, float(closeness[0]))
    before, after = " ".join(parts[1:best]), " ".join(parts[best + 1 :])
    return Closest(before, parts[best], after, False, float(closeness[best]))


def _vectors(texts: list[str]) -> list[numpy.ndarray]:
    asked = [ask(text) for text in texts]
    return [one.vector() for one in asked]
