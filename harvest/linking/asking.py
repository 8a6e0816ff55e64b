"""Which papers a source is asked for, and when again: newest first, as rows of work of some hundred ids each.

A plan makes the rows of one run; the next is made when they are done, so that the list of work stays short and new
papers go before old ones. What a source does not know is asked for again after the paper's age, what it knows less
often still.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from harvest.bookkeeping import runs
from harvest.linking.bulk import select, upsert
from harvest.models import HarvestRun, WorkItem
from harvest.outside_records import OutsideSource

PAPERS_A_ROW = {OutsideSource.OPENALEX: 200, OutsideSource.SEMANTIC_SCHOLAR: 500}
PAPERS_A_PLAN = 10_000
UNKNOWN = timedelta(days=7), timedelta(days=180)  # the least and the most until it is asked for again
KNOWN = timedelta(days=30), timedelta(days=365)
FAILED = timedelta(days=1)
_COLUMNS = {
    "source": "text", "paper_id": "bigint", "asked_at": "timestamptz", "found": "boolean", "due_at": "timestamptz"
}  # fmt: skip


def kind(source: OutsideSource) -> str:
    return f"{source.value}-papers"


def plan(source: OutsideSource, trigger: HarvestRun.Trigger, limit: int = PAPERS_A_PLAN) -> list[WorkItem]:
    """Rows for the newest papers that are due, unless there are open ones; empty where there is nothing to ask."""
    open_rows = WorkItem.objects.filter(kind=kind(source), state=WorkItem.State.OPEN)
    if open_rows.exists():
        return list(open_rows)
    papers = due(source, limit)
    return enqueue(source, papers, trigger, f"{len(papers)} newest papers that are due") if papers else []


def due(source: OutsideSource, limit: int) -> list[str]:
    rows = select(
        """
        SELECT arxiv_id FROM papers_paper paper
        LEFT JOIN harvest_paperasked asked ON asked.paper_id = paper.id AND asked.source = %s
        WHERE removed_at IS NULL AND (asked.id IS NULL OR asked.due_at <= clock_timestamp())
        ORDER BY first_submitted_at DESC, paper.id DESC LIMIT %s
        """,
        source,
        limit,
    )
    return [row[0] for row in rows]


def enqueue(
    source: OutsideSource, arxiv_ids: Sequence[str], trigger: HarvestRun.Trigger, window: str
) -> list[WorkItem]:
    """Rows for these papers, one run for all."""
    return enqueue_ids(source, kind(source), arxiv_ids, PAPERS_A_ROW[source], trigger, window)


def enqueue_ids(
    source: OutsideSource,
    kind: str,
    ids: Sequence[str],
    size: int,
    trigger: HarvestRun.Trigger,
    window: str,
    *,
    priority: int = 0,
) -> list[WorkItem]:
    """Rows of `size` ids each, in their order, one run for all."""
    rows = []
    with transaction.atomic():
        run = runs.begin(source, trigger, window)
        for start in range(0, len(ids), size):
            some = list(ids[start : start + size])
            key = hashlib.sha256(" ".join(some).encode()).hexdigest()[:32]
            row = WorkItem.objects.enqueue(kind, key, {"ids": some}, priority=priority, wake=True)
            WorkItem.objects.filter(pk=row.pk).update(run=run)
            row.run = run
            rows.append(row)
    return rows


def note(source: OutsideSource, asked: Mapping[str, bool], failed: Collection[str], now: datetime) -> None:
    """Papers that were asked for, and whether the source knows them; those that could not be asked are due soon."""
    rows = []
    for paper, arxiv_id, first_submitted_at, known_before in select(
        """
        SELECT paper.id, arxiv_id, first_submitted_at, coalesce(held.found, false) FROM papers_paper paper
        LEFT JOIN harvest_paperasked held ON held.paper_id = paper.id AND held.source = %s WHERE arxiv_id = ANY(%s)
        """,
        source,
        [*asked, *failed],
    ):
        found = asked.get(arxiv_id, known_before)
        least, most = KNOWN if found else UNKNOWN
        wait = FAILED if arxiv_id in failed else min(max(now - first_submitted_at, least), most)
        rows.append((source.value, paper, now.isoformat(), found, (now + wait).isoformat()))
    upsert("harvest_paperasked", _COLUMNS, rows, ("source", "paper_id"))


def remaining(source: OutsideSource) -> int:
    """Listed papers that were never asked for."""
    return int(
        select(
            """
            SELECT (SELECT count(*) FROM papers_paper WHERE removed_at IS NULL)
                - (SELECT count(*) FROM harvest_paperasked asked JOIN papers_paper paper ON paper.id = paper_id
                   WHERE asked.source = %s AND removed_at IS NULL)
            """,
            source,
        )[0][0]
    )
