"""Papers in the lists of the institutions named on them and of those above; the counts of institutions follow."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from django.db import connection


class InstitutionCounts:
    """Differences to the counts of institutions."""

    def __init__(self) -> None:
        self.own: Counter[int] = Counter()
        self.with_parts: Counter[int] = Counter()

    def add(self, institution: int, own: bool, step: int) -> None:
        self.own[institution] += step if own else 0
        self.with_parts[institution] += step

    def apply(self) -> set[int]:
        """Write them; gives the institutions whose counts changed."""
        ids = sorted(one for one in self.with_parts.keys() | self.own.keys() if self.own[one] or self.with_parts[one])
        if ids:
            with connection.cursor() as cursor:
                cursor.execute(_COUNT, [ids, [self.own[one] for one in ids], [self.with_parts[one] for one in ids]])
        return set(ids)


@dataclass(slots=True)
class Placed:
    """Papers that stand in other lists than before, and institutions whose counts changed."""

    papers: set[int] = field(default_factory=set)
    institutions: set[int] = field(default_factory=set)


def place(papers: Collection[int]) -> Placed:
    """Bring these papers' places to their affiliations; in the transaction that wrote those, under its lock."""
    placed = Placed()
    ordered = sorted(papers)
    for start in range(0, len(ordered), PAPERS_AT_ONCE):
        _place(ordered[start : start + PAPERS_AT_ONCE], placed)
    return placed


def _place(papers: list[int], placed: Placed) -> None:
    counts = InstitutionCounts()
    with connection.cursor() as cursor:
        cursor.execute(_WANTED, [papers])
        wanted = {(row[0], row[1]): row for row in cursor.fetchall()}
        cursor.execute(_HELD, [papers])
        held = {(paper, institution): (row, own) for row, paper, institution, own in cursor.fetchall()}
        cursor.execute("SELECT id FROM papers_paper WHERE id = ANY(%s) AND removed_at IS NULL", [papers])
        listed = {row[0] for row in cursor.fetchall()}
        gone = [row for key, (row, _) in held.items() if key not in wanted]
        for key, (_, own) in held.items():
            if (key not in wanted or wanted[key][2] != own) and key[0] in listed:
                counts.add(key[1], own, -1)
        new = [row for key, row in wanted.items() if key not in held or held[key][1] != row[2]]
        for paper, institution, own, _ in new:
            if paper in listed:
                counts.add(institution, own, 1)
        if gone:
            cursor.execute("DELETE FROM papers_paperinstitution WHERE id = ANY(%s)", [sorted(gone)])
        if new:
            cursor.execute(_PUT, [list(column) for column in zip(*sorted(new), strict=True)])
    placed.papers |= {key[0] for key in held.keys() - wanted.keys()} | {row[0] for row in new}
    placed.institutions |= counts.apply()


PAPERS_AT_ONCE = 2_000
_HELD = "SELECT id, paper_id, institution_id, own FROM papers_paperinstitution WHERE paper_id = ANY(%s)"
_WANTED = """
    WITH named AS (
        SELECT DISTINCT slot.paper_id, place.institution_id FROM papers_affiliation place
        JOIN papers_authorship slot ON slot.id = place.authorship_id
        WHERE slot.paper_id = ANY(%s) AND place.institution_id IS NOT NULL
    )
    SELECT placed.paper_id, placed.institution_id, bool_or(placed.own), paper.first_submitted_at
    FROM (
        SELECT paper_id, institution_id, true AS own FROM named
        UNION ALL
        SELECT paper_id, above.ancestor_id, false FROM named
        JOIN institutions_institutionancestor above ON above.institution_id = named.institution_id
    ) AS placed JOIN papers_paper paper ON paper.id = placed.paper_id
    GROUP BY placed.paper_id, placed.institution_id, paper.first_submitted_at
"""
_PUT = """
    INSERT INTO papers_paperinstitution (paper_id, institution_id, own, first_submitted_at)
    SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::boolean[], %s::timestamptz[]) ORDER BY 1, 2
    ON CONFLICT (paper_id, institution_id) DO UPDATE
    SET own = excluded.own, first_submitted_at = excluded.first_submitted_at
"""
_COUNT = """
    UPDATE institutions_institution held SET paper_count = held.paper_count + told.own,
        paper_count_with_parts = held.paper_count_with_parts + told.with_parts
    FROM unnest(%s::bigint[], %s::int[], %s::int[]) AS told (id, own, with_parts) WHERE held.id = told.id
"""
