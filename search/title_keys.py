"""A whole title as a number: one for all forms of it that differ in signs, accents, capitals or the order of words."""

from hashlib import blake2b

from search.folding import normalise
from search.schema import NAMES, analyser


def title_key(text: str) -> int | None:
    """None for a title of less than two words."""
    words = analyser(NAMES).analyze(normalise(text))
    if len(words) < 2:
        return None
    return int.from_bytes(blake2b(" ".join(sorted(words)).encode(), digest_size=8).digest()) >> 1
