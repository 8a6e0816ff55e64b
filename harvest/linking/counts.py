"""Papers of researchers and of institutions: kept in the transaction that changes what they count, remade by `recount`.

A paper counts while it is listed. An institution has two counts: papers that name it, and those that name it or one of
its parts.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import connection, transaction

from harvest.limits.leases import lock_ingest
from harvest.linking.bulk import select
from harvest.linking.changes import Changes
from papers.placing import InstitutionCounts


def papers_come_or_go(papers: Collection[int], step: int, now: datetime) -> None:
    """Papers that are listed again (step 1) or no longer (step -1), by ingest, under its lock."""
    changes, counts = Changes(), InstitutionCounts()
    for institution, own, number in select(
        """
        SELECT institution_id, own, count(*) FROM papers_paperinstitution WHERE paper_id = ANY(%s) GROUP BY 1, 2
        """,
        list(papers),
    ):
        counts.add(institution, own, step * number)
    changes.institutions |= counts.apply()
    of_researchers = select(
        """
        SELECT researcher_id, count(DISTINCT paper_id)::int FROM papers_authorship
        WHERE paper_id = ANY(%s) AND researcher_id IS NOT NULL GROUP BY 1 ORDER BY 1
        """,
        list(papers),
    )
    if of_researchers:
        ids, numbers = zip(*of_researchers, strict=True)
        with connection.cursor() as cursor:
            cursor.execute(
                """
                UPDATE researchers_researcher held SET paper_count = held.paper_count + told.papers
                FROM unnest(%s::bigint[], %s::int[]) AS told (id, papers) WHERE held.id = told.id
                """,
                [list(ids), [step * number for number in numbers]],
            )
        changes.researchers.update(ids)
    changes.write(now)


def recount_researchers(ids: Collection[int]) -> None:
    """Count the papers of some anew."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE researchers_researcher held SET paper_count = (
                SELECT count(DISTINCT paper.id) FROM papers_authorship slot
                JOIN papers_paper paper ON paper.id = slot.paper_id AND paper.removed_at IS NULL
                WHERE slot.researcher_id = held.id)
            WHERE held.id IN (
                SELECT id FROM researchers_researcher WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE)
            """,
            [list(ids)],
        )


def recount() -> int:
    """Count everything anew; gives the number of rows that were wrong."""
    with transaction.atomic(), connection.cursor() as cursor:
        lock_ingest()
        cursor.execute(_RESEARCHERS)
        wrong = cursor.rowcount
        cursor.execute(_INSTITUTIONS)
        return wrong + cursor.rowcount


_RESEARCHERS = """
    UPDATE researchers_researcher held SET paper_count = counted.papers
    FROM (
        SELECT one.id, count(DISTINCT paper.id)::int AS papers FROM researchers_researcher one
        LEFT JOIN papers_authorship slot ON slot.researcher_id = one.id
        LEFT JOIN papers_paper paper ON paper.id = slot.paper_id AND paper.removed_at IS NULL
        GROUP BY one.id
    ) AS counted
    WHERE held.id = counted.id AND held.paper_count <> counted.papers
"""
_INSTITUTIONS = """
    UPDATE institutions_institution held SET paper_count = counted.own, paper_count_with_parts = counted.all_papers
    FROM (
        SELECT one.id, count(paper.id) FILTER (WHERE place.own)::int AS own, count(paper.id)::int AS all_papers
        FROM institutions_institution one
        LEFT JOIN papers_paperinstitution place ON place.institution_id = one.id
        LEFT JOIN papers_paper paper ON paper.id = place.paper_id AND paper.removed_at IS NULL
        GROUP BY one.id
    ) AS counted
    WHERE held.id = counted.id
        AND (held.paper_count, held.paper_count_with_parts) <> (counted.own, counted.all_papers)
"""
