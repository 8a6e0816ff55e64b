"""The papers of a batch as they are held, with their author lists."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from harvest.linking.bulk import select
from harvest.matching.alignment import Entry


@dataclass(frozen=True, slots=True)
class HeldSlot:
    id: int
    position: int
    is_group: bool
    printed: str
    given: str
    family: str
    suffix: str
    affiliations: tuple[str, ...]

    @property
    def entry(self) -> Entry:
        return Entry(self.given, self.family, self.suffix, self.is_group, self.affiliations)


@dataclass(frozen=True, slots=True)
class HeldPaper:
    id: int
    arxiv_id: str
    title: str
    first_submitted_at: datetime
    listed: bool
    slots: list[HeldSlot] = field(default_factory=list)


def look_up(arxiv_ids: Collection[str]) -> dict[str, HeldPaper]:
    """By arXiv id; those not held are left out."""
    papers = {
        row[0]: HeldPaper(*row)
        for row in select(
            """
            SELECT id, arxiv_id, title, first_submitted_at, removed_at IS NULL FROM papers_paper
            WHERE arxiv_id = ANY(%s) ORDER BY id
            """,
            list(arxiv_ids),
        )
    }
    for paper_id, slot_id, position, is_group, printed, given, family, suffix, affiliations in select(
        """
        SELECT paper_id, id, position, kind = 'group', printed, given, family, suffix, affiliations
        FROM papers_authorship WHERE paper_id = ANY(%s) ORDER BY paper_id, position
        """,
        list(papers),
    ):
        slot = HeldSlot(slot_id, position, is_group, printed, given, family, suffix, tuple(affiliations))
        papers[paper_id].slots.append(slot)
    return {paper.arxiv_id: paper for paper in papers.values()}
