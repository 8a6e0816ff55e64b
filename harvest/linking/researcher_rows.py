"""Rows of researchers: what the slots they have make of them, read and written in bulk."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import Self

from common.slugs import slug
from harvest.linking import bulk
from harvest.linking.bulk import select
from harvest.linking.changes import Changes
from researchers.names import fold, fullest

_NEW = {
    "id": "bigint", "slug": "text", "name": "text", "given": "text", "family": "text", "suffix": "text",
    "folded": "text", "orcid": "text", "paper_count": "integer", "changed_at": "timestamptz",
}  # fmt: skip
_FACTS = {name: kind for name, kind in _NEW.items() if name != "changed_at"}


@dataclass(frozen=True, slots=True)
class Facts:
    """What a researcher's row says, in the order of its columns."""

    slug: str
    name: str
    given: str
    family: str
    suffix: str
    folded: str
    orcid: str | None
    paper_count: int

    @classmethod
    def of(cls, printed: Counter[tuple[str, str, str, str]], orcid: str | None, papers: int) -> Self:
        """By how often each form is printed, with its given name, family name and suffix."""
        name = fullest(form[0] for form in printed.elements())
        _, given, family, suffix = min(form for form in printed if form[0] == name)
        return cls(slug(name), name, given, family, suffix, fold(name), orcid, papers)


def held_facts(researchers: Collection[int]) -> dict[int, Facts]:
    rows = select(
        """
        SELECT id, slug, name, given, family, suffix, folded, orcid, paper_count FROM researchers_researcher
        WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE
        """,
        sorted(researchers),
    )
    return {row[0]: Facts(*row[1:]) for row in rows}


def write_facts(facts: Mapping[int, Facts], before: Mapping[int, Facts], changes: Changes, now: datetime) -> None:
    new = {one: told for one, told in facts.items() if one not in before}
    other = {one: told for one, told in facts.items() if one in before and told != before[one]}
    moved = [one for one, told in other.items() if before[one].orcid and told.orcid != before[one].orcid]
    if moved:  # an ORCID is one researcher's: first let go, then take
        select("UPDATE researchers_researcher SET orcid = NULL WHERE id = ANY(%s) RETURNING id", sorted(moved))
    bulk.update("researchers_researcher", _FACTS, [(one, *astuple(told)) for one, told in sorted(other.items())])
    rows = [(one, *astuple(told), now.isoformat()) for one, told in sorted(new.items())]
    bulk.upsert("researchers_researcher", _NEW, rows, ("id",))
    if facts:
        select(
            "UPDATE researchers_researcher SET merged_into_id = NULL "
            "WHERE id = ANY(%s) AND merged_into_id IS NOT NULL RETURNING id",
            sorted(facts),
        )
    changes.researchers |= other.keys()
