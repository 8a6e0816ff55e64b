"""Citations between papers held here, from the references of a source's works; whichever of the two comes later."""

from collections.abc import Collection

from harvest.linking.bulk import select
from harvest.linking.works import Work
from harvest.outside_records import OutsideSource


def write(source: OutsideSource, works: Collection[Work], new_ids: Collection[str]) -> set[int]:
    """Citations by and of the papers of these works; gives the papers of which one came or went.

    `new_ids` are works not held before: papers that were here first may have named them among their references.
    """
    chosen = [work for work in works if work.chosen]
    references = [(work.paper.id, one) for work in chosen for one in work.record.reference_ids]
    citing, outside_ids = [paper for paper, _ in references], [one for _, one in references]
    gone = select(_GONE, source, [work.paper.id for work in chosen], citing, outside_ids)
    new = select(_BY_THEM, citing, outside_ids, source)
    if new_ids:
        new += select(_OF_THEM, source, sorted(new_ids), source)
    return {paper for pair in [*gone, *new] for paper in pair}


_GONE = """
    WITH held AS MATERIALIZED (
        SELECT one.id, one.citing_id, work.outside_id FROM papers_citation one
        LEFT JOIN papers_outsidework work ON work.paper_id = one.cited_id AND work.source = one.source
        WHERE one.source = %s AND one.citing_id = ANY(%s)
    ), told AS MATERIALIZED (
        SELECT * FROM unnest(%s::bigint[], %s::text[]) AS told (citing_id, outside_id)
    )
    DELETE FROM papers_citation gone WHERE gone.id IN (
        SELECT held.id FROM held LEFT JOIN told USING (citing_id, outside_id)
        GROUP BY held.id HAVING bool_and(told.citing_id IS NULL)
    ) RETURNING citing_id, cited_id
"""
_BY_THEM = """
    INSERT INTO papers_citation (citing_id, cited_id, source)
    SELECT DISTINCT told.citing_id, cited.paper_id, cited.source
    FROM unnest(%s::bigint[], %s::text[]) AS told (citing_id, outside_id)
    JOIN papers_outsidework cited ON cited.source = %s AND cited.outside_id = told.outside_id
    WHERE cited.paper_id <> told.citing_id
    ON CONFLICT DO NOTHING RETURNING citing_id, cited_id
"""
_OF_THEM = """
    INSERT INTO papers_citation (citing_id, cited_id, source)
    SELECT DISTINCT citing.paper_id, cited.paper_id, cited.source
    FROM papers_outsidework cited
    JOIN papers_outsidework citing ON citing.source = cited.source AND citing.chosen
        AND citing.reference_ids @> ARRAY[cited.outside_id::text]
    WHERE cited.source = %s AND cited.outside_id = ANY(%s) AND citing.source = %s
        AND cited.paper_id <> citing.paper_id
    ON CONFLICT DO NOTHING RETURNING citing_id, cited_id
"""
