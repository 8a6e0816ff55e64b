"""One at a time: who asks a source, and who writes papers.

Both are advisory locks of Postgres, so that a killed process gives them back at once. The one on a source belongs to
the connection, the one on writing to the transaction.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from common.locks import lock_writes


class Turn:
    """True as long as the lock is ours: a connection that broke has given it back, and the next one has it not."""

    def __init__(self, got: bool) -> None:
        self._backend = _backend() if got else None

    def __bool__(self) -> bool:
        return self._backend is not None and self._backend == _backend()


@contextmanager
def only_one(source: str) -> Iterator[Turn]:
    """Gives whether this process is now the only one that asks the source; never waits. Ask again before each step."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtext('source'), hashtext(%s))", [source])
        turn = Turn(cursor.fetchone()[0])
    try:
        yield turn
    finally:
        if turn:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(hashtext('source'), hashtext(%s))", [source])


def _backend() -> int | None:
    current = connection.connection
    return None if current is None or current.closed else current.info.backend_pid


def lock_ingest() -> None:
    """One transaction at a time writes papers: what is newest is decided here, and no two wait for each other."""
    lock_writes()
