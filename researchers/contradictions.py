"""What a curator's merge or split of researchers contradicts: it is refused, and the sentence names it.

Ids, papers on which both stand, and what curators said before of researchers or of single authorships.
"""

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Q, QuerySet

from common.corrections import Contradiction
from researchers.models import Researcher, ResearcherCorrection

MOST_NAMED = 3
_DETACH = "detach"  # of papers.AuthorshipCorrection.Kind


def check_merge(kept: Researcher, merged: Researcher) -> None:
    if kept.pk == merged.pk:
        raise Contradiction("A researcher cannot be merged with itself.")
    for one in (kept, merged):
        if one.merged_into is not None:
            raise Contradiction(f"{one} (number {one.pk}) is merged into number {one.merged_into_id} already.")
    if kept.orcid and merged.orcid and kept.orcid != merged.orcid:
        raise Contradiction(f"They have different ORCIDs: {kept.orcid} and {merged.orcid}.")
    both = kept.authorships.filter(paper__in=merged.authorships.values("paper")).order_by("paper_id")
    papers = list(both.values_list("paper__arxiv_id", flat=True).distinct()[: MOST_NAMED + 1])
    if papers:
        more = " and others" if len(papers) > MOST_NAMED else ""
        raise Contradiction(f"Both stand on one paper: {', '.join(papers[:MOST_NAMED])}{more}.")
    for one, other in ((kept, merged), (merged, kept)):
        _check_detached(one, other)
    apart = ResearcherCorrection.objects.filter(
        Q(researcher=kept, other=merged) | Q(researcher=merged, other=kept),
        kind=ResearcherCorrection.Kind.SPLIT,
        undone_at=None,
    ).first()
    if apart is not None:
        raise Contradiction(
            f"{apart.curator} split them on {apart.made_at:%Y-%m-%d} ({apart.reason}): undo that first."
        )


def check_split(researcher: Researcher, moved: Collection[Any]) -> None:
    """`moved` are the authorships that would go."""
    if not moved:
        raise Contradiction("None of these authorships is the researcher's.")
    if len(moved) == researcher.authorships.count():
        raise Contradiction("All of the researcher's authorships would go: nobody would be left.")
    going = {slot.pk for slot in moved}
    for row, slot in _corrected(_said_of(researcher).exclude(kind=_DETACH), researcher.authorships.all()):
        if slot.pk in going:
            raise Contradiction(
                f"{row.curator} said that {slot} of {row.paper.arxiv_id} is {researcher} ({row.reason}): undo first."
            )


def check_undo(one: Researcher) -> None:
    """Only what curators did since stands in the way."""
    since = one.corrections_to_it.filter(kind=ResearcherCorrection.Kind.MERGE, undone_at=None).first()
    if since is not None:
        raise Contradiction(f"{since.curator} merged {one} (number {one.pk}) since ({since.reason}): undo that first.")


def given_to(researcher: Researcher) -> set[int]:
    """Authorships that curators gave to the researcher's own number."""
    said = _said_of(researcher).filter(researcher=researcher).exclude(kind=_DETACH)
    return {slot.pk for _, slot in _corrected(said, researcher.authorships.all())}


def _check_detached(one: Researcher, other: Researcher) -> None:
    """No authorship of the one may have been taken from the other."""
    for row, slot in _corrected(_said_of(other).filter(kind=_DETACH), one.authorships.all()):
        raise Contradiction(
            f"{row.curator} said that {slot} of {row.paper.arxiv_id} is not {other} ({row.reason}): undo that first."
        )


def _said_of(researcher: Researcher) -> QuerySet[Any]:
    """Standing corrections of authorships about the researcher, or about one that leads there."""
    rows: QuerySet[Any] = researcher.authorship_corrections.model.objects.filter(undone_at=None)
    return rows.filter(Q(researcher=researcher) | Q(researcher__merged_into=researcher)).select_related("paper")


def _corrected(corrections: QuerySet[Any], authorships: QuerySet[Any]) -> Iterator[tuple[Any, Any]]:
    """Corrections with the authorship that each is about, as far as it is one of these."""
    rows = list(corrections)
    held = authorships.filter(paper__in={row.paper_id for row in rows})
    slots = {(slot.paper_id, slot.position, slot.printed): slot for slot in held}
    for row in rows:
        if (slot := slots.get((row.paper_id, row.position, row.printed))) is not None:
            yield row, slot
