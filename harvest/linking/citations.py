"""Citations between papers held here, from the references of a source's works; whichever of the two comes later."""

from collections.abc import Collection

from harvest.linking.bulk import delete, select, upsert
from harvest.linking.works import Work
from harvest.outside_records import OutsideSource

_COLUMNS = {"citing_id": "bigint", "cited_id": "bigint", "source": "text"}


def write(source: OutsideSource, works: Collection[Work]) -> set[int]:
    """Citations by and of the papers of these works; gives the papers of which one came or went."""
    chosen = [work for work in works if work.chosen]
    papers = [work.paper.id for work in chosen]
    wanted = _by_them(source, chosen)
    held = {
        (citing, cited): row
        for row, citing, cited in select(
            "SELECT id, citing_id, cited_id FROM papers_citation WHERE source = %s AND citing_id = ANY(%s)",
            source,
            papers,
        )
    }
    gone = held.keys() - wanted
    new = (wanted | _of_them(source, works)) - held.keys()
    delete("papers_citation", [held[pair] for pair in gone])
    before = _held_among(source, new)
    upsert("papers_citation", _COLUMNS, [(*pair, source.value) for pair in sorted(new)], tuple(_COLUMNS))
    return {paper for pair in gone | (new - before) for paper in pair}


def _by_them(source: OutsideSource, works: Collection[Work]) -> set[tuple[int, int]]:
    references = [(work.paper.id, one) for work in works for one in work.record.reference_ids]
    if not references:
        return set()
    papers, outside_ids = zip(*references, strict=True)
    return set(
        select(
            """
            SELECT DISTINCT told.citing, cited.paper_id
            FROM unnest(%s::bigint[], %s::text[]) AS told (citing, outside_id)
            JOIN papers_outsidework cited ON cited.source = %s AND cited.outside_id = told.outside_id
            WHERE cited.paper_id <> told.citing
            """,
            list(papers),
            list(outside_ids),
            source,
        )
    )


def _of_them(source: OutsideSource, works: Collection[Work]) -> set[tuple[int, int]]:
    """Papers that were here first, and named these among their references."""
    if not works:
        return set()
    outside_ids = sorted({work.record.outside_id for work in works})
    return set(
        select(
            """
            SELECT DISTINCT citing.paper_id, cited.paper_id
            FROM papers_outsidework citing
            CROSS JOIN LATERAL unnest(citing.reference_ids) AS reference
            JOIN papers_outsidework cited ON cited.source = %s AND cited.outside_id = reference
            WHERE citing.source = %s AND citing.chosen AND citing.reference_ids && %s::text[]
                AND cited.outside_id = ANY(%s) AND cited.paper_id <> citing.paper_id
            """,
            source,
            source,
            outside_ids,
            outside_ids,
        )
    )


def _held_among(source: OutsideSource, pairs: set[tuple[int, int]]) -> set[tuple[int, int]]:
    if not pairs:
        return set()
    citing, cited = zip(*pairs, strict=True)
    return set(
        select(
            """
            SELECT held.citing_id, held.cited_id
            FROM unnest(%s::bigint[], %s::bigint[]) AS told (citing_id, cited_id)
            JOIN papers_citation held USING (citing_id, cited_id) WHERE held.source = %s
            """,
            list(citing),
            list(cited),
            source,
        )
    )
