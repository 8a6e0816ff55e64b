"""Which profiles a source is asked for by themselves, and when again: those on the newest papers first.

Author lists tell a profile's name and ORCID; what else a source holds of a person (h-index, works, citations) it tells
only where the profile is asked for. A profile is expected as soon as it is claimed on a paper. Rows of work go after
those of papers, so that a day's budget is spent on papers first.
"""

from collections.abc import Collection
from datetime import timedelta

from django.db import connection

from harvest.linking import asking
from harvest.linking.bulk import select
from harvest.models import HarvestRun, WorkItem
from harvest.outside_records import OutsideSource

PROFILES_A_ROW = {OutsideSource.OPENALEX: 500, OutsideSource.SEMANTIC_SCHOLAR: 1000}
PROFILES_A_PLAN = 10_000
AFTER_PAPERS = -1
KNOWN, GONE, FAILED = timedelta(days=90), timedelta(days=365), timedelta(days=1)


def kind(source: OutsideSource) -> str:
    return f"{source.value}-profiles"


def plan(source: OutsideSource, trigger: HarvestRun.Trigger, limit: int = PROFILES_A_PLAN) -> list[WorkItem]:
    """Rows for the profiles that are due, unless there are open ones; empty where there is nothing to ask."""
    open_rows = WorkItem.objects.filter(kind=kind(source), state=WorkItem.State.OPEN)
    if open_rows.exists():
        return list(open_rows)
    ids = due(source, limit)
    if not ids:
        return []
    window = f"{len(ids)} profiles on the newest papers"
    return asking.enqueue_ids(source, kind(source), ids, PROFILES_A_ROW[source], trigger, window, priority=AFTER_PAPERS)


def due(source: OutsideSource, limit: int) -> list[str]:
    rows = select(
        """
        SELECT profile.outside_id FROM harvest_profileasked asked
        JOIN researchers_profile profile ON profile.id = asked.profile_id
        WHERE asked.source = %s AND asked.due_at <= clock_timestamp()
        ORDER BY asked.newest_paper_at DESC, profile.id LIMIT %s
        """,
        source,
        limit,
    )
    return [row[0] for row in rows]


def expect(source: OutsideSource, papers: Collection[int]) -> None:
    """Profiles that a source claims on these papers are to be asked for; those that are expected keep their turn."""
    if not papers:
        return
    with connection.cursor() as cursor:
        cursor.execute(_EXPECT, [source, list(papers)])


def note(source: OutsideSource, known: Collection[str], gone: Collection[str], failed: Collection[str]) -> None:
    """Profiles that were asked for; those that could not be had are due soon."""
    for ids, wait in ((known, KNOWN), (gone, GONE), (failed, FAILED)):
        if ids:
            with connection.cursor() as cursor:
                cursor.execute(_NOTE, [wait.days, source, list(ids)])


def ask_for_their_papers_again(source: OutsideSource, gone: Collection[str]) -> None:
    """A source may have joined a profile to another and say so only on the papers."""
    if gone:
        with connection.cursor() as cursor:
            cursor.execute(_PAPERS_AGAIN, [source, source, list(gone)])


_EXPECT = """
    INSERT INTO harvest_profileasked AS held (source, profile_id, newest_paper_at, due_at)
    SELECT claim.source, claim.profile_id, max(paper.first_submitted_at), now() FROM papers_claim claim
    JOIN papers_authorship slot ON slot.id = claim.authorship_id JOIN papers_paper paper ON paper.id = slot.paper_id
    WHERE claim.source = %s AND paper.id = ANY(%s) GROUP BY 1, 2 ORDER BY 2
    ON CONFLICT (profile_id) DO UPDATE SET newest_paper_at = excluded.newest_paper_at
    WHERE held.newest_paper_at < excluded.newest_paper_at
"""
_NOTE = """
    UPDATE harvest_profileasked asked SET asked_at = now(), due_at = now() + make_interval(days => %s)
    FROM researchers_profile profile
    WHERE profile.id = asked.profile_id AND profile.source = %s AND profile.outside_id = ANY(%s)
"""
_PAPERS_AGAIN = """
    UPDATE harvest_paperasked asked SET due_at = now()
    WHERE source = %s AND due_at > now() AND paper_id IN (
        SELECT slot.paper_id FROM researchers_profile profile JOIN papers_claim claim ON claim.profile_id = profile.id
        JOIN papers_authorship slot ON slot.id = claim.authorship_id
        WHERE profile.source = %s AND profile.outside_id = ANY(%s) AND profile.gone_at IS NULL)
"""
