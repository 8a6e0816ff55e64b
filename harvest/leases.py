"""One at a time: who asks a source, and who writes papers.

Both are advisory locks of Postgres, so that a killed process gives them back at once. The one on a source belongs to
the connection, the one on writing to the transaction.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from common.locks import lock_writes


@contextmanager
def only_one(source: str) -> Iterator[bool]:
    """Gives whether this process is now the only one that asks the source; never waits."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtext('source'), hashtext(%s))", [source])
        got = bool(cursor.fetchone()[0])
    try:
        yield got
    finally:
        # A connection that broke meanwhile has given its lock back with it.
        if got and connection.connection is not None and not connection.connection.closed:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(hashtext('source'), hashtext(%s))", [source])


def lock_ingest() -> None:
    """One transaction at a time writes papers: what is newest is decided here, and no two wait for each other."""
    lock_writes()
