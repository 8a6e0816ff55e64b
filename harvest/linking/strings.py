"""The reader of printed affiliations over the names of all institutions held; built once, anew when they change."""

from collections.abc import Sequence
from functools import lru_cache

from harvest.linking.batch import read_nothing
from harvest.linking.institution_names import read_index, state
from harvest.linking.places import Found, ReadString
from harvest.matching.institutions import match

STRINGS_REMEMBERED = 50_000  # many authors print the same
_built: dict[tuple[int, int], ReadString] = {}


def reader() -> ReadString:
    """What reads a string; reads nothing while no institutions are loaded."""
    now = state()
    if now not in _built:
        _built.clear()
        _built[now] = _build() if now[1] else read_nothing
    return _built[now]


def _build() -> ReadString:
    index = read_index()

    @lru_cache(STRINGS_REMEMBERED)
    def read(text: str) -> Sequence[Found]:
        return tuple(Found(one.ror, one.method, one.score) for one in match(text, index))

    return read
