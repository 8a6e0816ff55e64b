"""Papers a month, for each category, archive and all: kept up by ingest, remade by `manage.py count_months`."""

from collections import Counter
from datetime import date, datetime

from django.db import connection, transaction

from harvest.ingest.rows import places
from harvest.limits.leases import lock_ingest

Counts = Counter[tuple[str | None, date]]


def count(counts: Counts, codes: tuple[str, ...] | list[str], first_submitted_at: datetime, step: int) -> None:
    """Add a listed paper to the counts (step 1), or take it out (step -1)."""
    month = first_submitted_at.date().replace(day=1)
    counts[None, month] += step
    for code in places(codes):
        counts[code, month] += step


def apply(counts: Counts) -> None:
    """Write differences, in one order always. Bare SQL, as the ORM's upsert sets and cannot add."""
    changed = sorted((code or "", month, papers) for (code, month), papers in counts.items() if papers)
    if not changed:
        return
    codes, months, papers = zip(*changed, strict=True)
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO papers_monthcount AS held (category_id, month, papers)
            SELECT nullif(code, ''), month, papers
            FROM unnest(%s::text[], %s::date[], %s::int[]) AS changed (code, month, papers)
            ON CONFLICT (category_id, month) DO UPDATE
            SET papers = held.papers + excluded.papers, changed_at = now()
            """,
            [list(codes), list(months), list(papers)],
        )


def remake() -> int:
    """Count all papers anew; gives the number of rows that were wrong."""
    with transaction.atomic(), connection.cursor() as cursor:
        lock_ingest()
        cursor.execute(
            """
            CREATE TEMP TABLE counted ON COMMIT DROP AS
            SELECT category_id, date_trunc('month', place.first_submitted_at AT TIME ZONE 'UTC')::date AS month,
                count(*)::int AS papers
            FROM papers_papercategory place JOIN papers_paper paper ON paper.id = paper_id
            WHERE removed_at IS NULL GROUP BY 1, 2
            UNION ALL
            SELECT NULL, date_trunc('month', first_submitted_at AT TIME ZONE 'UTC')::date, count(*)::int
            FROM papers_paper WHERE removed_at IS NULL GROUP BY 2
            """
        )
        cursor.execute(
            """
            DELETE FROM papers_monthcount held WHERE papers <> 0 AND NOT EXISTS (
                SELECT FROM counted WHERE counted.category_id IS NOT DISTINCT FROM held.category_id
                    AND counted.month = held.month)
            """
        )
        wrong = cursor.rowcount
        cursor.execute(
            """
            INSERT INTO papers_monthcount AS held (category_id, month, papers)
            SELECT category_id, month, papers FROM counted ORDER BY category_id, month
            ON CONFLICT (category_id, month) DO UPDATE SET papers = excluded.papers, changed_at = now()
                WHERE held.papers <> excluded.papers
            """
        )
        wrong += cursor.rowcount
        cursor.execute("DROP TABLE counted")
        return wrong
