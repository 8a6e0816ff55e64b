"""What every way of making vectors is, and what is said where there is none."""

from collections.abc import Sequence
from typing import Protocol

import numpy

Vectors = numpy.ndarray


class ModelAway(Exception):  # noqa: N818 - a state, not a mistake
    """No embeddings can be made in this process; the text says why."""


class Embedder(Protocol):
    def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector of length 1 for each text."""
