"""What goes wrong inside the word index, as one exception.

The engine raises ValueError for files that are missing or cut, and a panic (a BaseException) for content that is
damaged inside.
"""

from collections.abc import Iterator
from contextlib import contextmanager


class IndexAway(Exception):  # noqa: N818 - a state, not a mistake
    """The word index cannot answer now; the text says why."""


class IndexDamaged(IndexAway):
    """It failed while it worked."""


@contextmanager
def index_failures() -> Iterator[None]:
    try:
        yield
    except (ValueError, OSError) as error:
        raise IndexDamaged(_first_line(error)) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise IndexDamaged(f"the search engine panicked: {_first_line(error)}") from error


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:300]
