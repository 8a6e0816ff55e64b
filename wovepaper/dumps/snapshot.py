"""One unmoving view of the database for all files of a dump, read by cursors on the server, some rows at a time.

The transaction is read-only: it has no transaction id, so it holds up no follower of the change sequence. It bears a
name, so that whoever waits for writers knows that this one only reads (`wovepaper.oai.selection`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import connection, transaction

APPLICATION_NAME = "wovepaper dump"


@contextmanager
def snapshot() -> Iterator[datetime]:
    """Everything that is read inside is as it was at the moment given."""
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT set_config('application_name', %s, true), now()", [APPLICATION_NAME])
        yield cursor.fetchone()[1]
