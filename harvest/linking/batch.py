"""A batch of papers and what a source holds of them, written together; safe to repeat.

One transaction: works, profiles, claims, places, citations, who is who, counts, and the change sequence. The same
again writes nothing. What a source does not tell of a paper this time changes nothing of it: silence proves nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from harvest.limits.leases import lock_ingest
from harvest.linking import citations, claims, people, places, profile_asking, profiles, works
from harvest.linking.changes import Changes
from harvest.linking.held import look_up
from harvest.linking.places import Found, ReadString
from harvest.linking.planner import know_rows
from harvest.outside_records import OutsideSource, ProfileRecord, WorkRecord

JOINED = ("papers_authorship", "papers_claim", "researchers_profile", "researchers_researcher")


@dataclass(frozen=True, slots=True)
class Linked:
    """How many papers were held, had a record there, and changed; the others that changed hang together with them."""

    papers: int
    found: int
    changed: int
    changed_asked: int


def read_nothing(text: str) -> Sequence[Found]:
    """Where no names of institutions are loaded."""
    return ()


def link(
    source: OutsideSource,
    told: Mapping[str, Sequence[WorkRecord]],
    profiles_read: Collection[ProfileRecord] = (),
    *,
    read_string: ReadString = read_nothing,
    now: datetime | None = None,
) -> Linked:
    """Write what a source told: by arXiv id its works; none where it knows none."""
    now = now or timezone.now()
    with transaction.atomic():
        lock_ingest()
        papers = look_up(told)
        by_paper = {paper.id: works.choose(paper, told[arxiv_id]) for arxiv_id, paper in papers.items()}
        found = {paper: several for paper, several in by_paper.items() if several}
        all_works = [work for several in found.values() for work in several]
        chosen = [work for work in all_works if work.chosen]
        changes = Changes()
        changed, recounted, new_ids = works.write(source, found, now)
        changes.papers |= changed
        changes.recounted |= recounted | citations.write(source, all_works, new_ids)
        authors = [author for work in chosen for author in work.record.authors]
        profile_ids, renewed = profiles.write_from_rows(source, authors)
        renewed |= profiles.write_read(profiles_read, now)
        claimed_papers, slots, claimants = claims.write(source, all_works, profile_ids, now)
        changes.papers |= claimed_papers
        know_rows(JOINED, len(slots))
        profile_asking.expect(source, found)
        if source == OutsideSource.OPENALEX:
            places.write(list(papers.values()), chosen, read_string, changes, now)
        if slots or renewed:
            people.decide(slots, claimants, renewed, changes, now)
        changes.write(now)
    asked = {paper.id for paper in papers.values()}
    told_anew = changes.papers | changes.recounted
    return Linked(len(papers), len(found), len(told_anew), len(told_anew & asked))
