"""Reads what changed, by the change sequence, and keeps stays and sums up to it; one process at a time.

Killed anywhere it goes on from its last step: a step's watermark is written after what follows from the step, and the
same again writes nothing. Only rows of transactions that have ended are read, so none is passed over.
"""

import time
from collections.abc import Collection

from django.db import connection

from harvest.limits.leases import only_one
from harvest.models import Followed
from harvest.summaries import stays, sums

PAPERS, RESEARCHERS, INSTITUTIONS = "papers_paper", "researchers_researcher", "institutions_institution"
TABLES = (PAPERS, RESEARCHERS, INSTITUTIONS)
ROWS_A_STEP = 500
RESEARCHERS_A_WRITE = 100
FOREVER = float("inf")


def keep_up(seconds: float = FOREVER, *, at_once: bool = False) -> int:
    """Work until all is done or the time is over; how many changed rows were read. At most one process works.

    Large institutions are counted seldom while they change often, unless it has to be `at_once`.
    """
    deadline = time.monotonic() + seconds
    with only_one("summaries") as mine:
        read = 0
        while mine and time.monotonic() < deadline:
            followed = sum(_step(table) for table in TABLES)
            read += followed
            counted = _count_some(deadline, at_once)
            if not followed and not counted:
                break
        return read


def remake() -> None:
    """Read everything from the beginning; rows that are right already are not written."""
    Followed.objects.all().delete()
    keep_up(at_once=True)


def _step(table: str) -> int:
    mark, _ = Followed.objects.get_or_create(table=table)
    rows = _changed_after(table, mark)
    if rows:
        _follow(table, [row[0] for row in rows])
        _, mark.change_xid, mark.change_seq = rows[-1]
        mark.save()
    return len(rows)


def _follow(table: str, ids: Collection[int]) -> None:
    if table == INSTITUTIONS:
        sums.mark_due(ids)
        return
    researchers = set(ids)
    if table == PAPERS:
        researchers = _ids("SELECT DISTINCT researcher_id FROM papers_authorship WHERE paper_id = ANY(%s)", ids)
        sums.mark_due(_ids("SELECT institution_id FROM papers_paperinstitution WHERE paper_id = ANY(%s)", ids))
    _settle(researchers)


def _settle(researchers: Collection[int]) -> None:
    ordered = sorted(researchers)
    for start in range(0, len(ordered), RESEARCHERS_A_WRITE):
        sums.mark_due(stays.refresh(ordered[start : start + RESEARCHERS_A_WRITE]))


def _count_some(deadline: float, at_once: bool) -> int:
    counted = 0
    for institution in sums.due(at_once=at_once):
        if counted and time.monotonic() > deadline:
            break
        _settle(sums.refresh([institution]))
        counted += 1
    return counted


def _ids(statement: str, ids: Collection[int]) -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [list(ids)])
        return {row[0] for row in cursor.fetchall() if row[0] is not None}


def _changed_after(table: str, mark: Followed) -> list[tuple[int, int, int]]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            SELECT id, change_xid::text::bigint, change_seq FROM {table}
            WHERE change_xid < pg_snapshot_xmin(pg_current_snapshot())
                AND (change_xid, change_seq) > (%s::text::xid8, %s)
            ORDER BY change_xid, change_seq LIMIT %s
            """,  # noqa: S608 - our own names
            [str(mark.change_xid), mark.change_seq, ROWS_A_STEP],
        )
        return cursor.fetchall()
