"""What the word index finds, asked past the engine and its stand-in; waiting for what another process does to it."""

import time
from collections.abc import Callable

from search import lexical
from search.answers import BackendAway, SearchRequest
from search.query import parse


def ids(typed: str = "") -> set[int]:
    """The papers on its first page."""
    return set(lexical.find(SearchRequest(parse(typed))).ids)


def is_found(wanted: set[int]) -> bool:
    """Whether there is an index, and these are what it holds."""
    try:
        return ids() == wanted
    except BackendAway:
        return False


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.1)
