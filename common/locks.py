"""The lock of whoever writes papers, people and places: one transaction at a time, so that none decides on old facts.

An advisory lock of Postgres, given back when the transaction ends, however it ends.
"""

from django.db import connection


def lock_writes() -> None:
    """Wait for our turn to write; call in a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('ingest of papers'))")
