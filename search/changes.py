"""What changed in Postgres, told to followers in the order of the change sequence.

A `Watermark` says up to where a follower has read. Only rows of transactions older than the oldest open one are told,
so that a late commit is never passed over. Bare SQL: the ORM knows neither snapshots nor pairs that are compared.
"""

from dataclasses import dataclass
from datetime import date

from django.db import connection

from papers.models import Paper


@dataclass(frozen=True, slots=True, order=True)
class Watermark:
    xid: int = 0
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """A paper whose row changed; `removed` when readers may not see it, `month` that of its first version."""

    paper_id: int
    removed: bool
    month: date
    at: Watermark

    @property
    def key(self) -> int:
        return self.paper_id


def database_identity() -> str:
    """Which database this is: differs for a copy, a restored one and another server."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT system_identifier, pg_database.oid FROM pg_control_system(), pg_database "
            "WHERE datname = current_database()"
        )
        system, database = cursor.fetchone()
    return f"{system}/{database}"


def horizon() -> Watermark:
    """Where a follower that reads all rows from now on may start: changes below it are visible already."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
        return Watermark(cursor.fetchone()[0], 0)


def count_after(mark: Watermark, at_most: int, table: str = Paper._meta.db_table) -> int:
    """How many changes, committed or still held back by an open transaction, a follower has before it."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            SELECT count(*) FROM (
                SELECT FROM {table} WHERE (change_xid, change_seq) > (%s::text::xid8, %s) LIMIT %s
            ) AS waiting
            """,  # noqa: S608 - the table's name is ours
            [str(mark.xid), mark.seq, at_most],
        )
        return cursor.fetchone()[0]


def changes_after(mark: Watermark, limit: int) -> list[Change]:
    """The next changes, oldest first, by key."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            SELECT id, removed_at IS NOT NULL, date_trunc('month', first_submitted_at AT TIME ZONE 'UTC')::date,
                change_xid::text::bigint, change_seq
            FROM {Paper._meta.db_table}
            WHERE change_xid < pg_snapshot_xmin(pg_current_snapshot())
              AND (change_xid, change_seq) > (%s::text::xid8, %s)
            ORDER BY change_xid, change_seq LIMIT %s
            """,  # noqa: S608 - the table's name is ours
            [str(mark.xid), mark.seq, limit],
        )
        return [Change(paper, removed, month, Watermark(*at)) for paper, removed, month, *at in cursor.fetchall()]
