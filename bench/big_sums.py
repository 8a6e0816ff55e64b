"""What follows from a big site's rows: claims, lists of institutions, counts, stays and sums, as harvest keeps them.

Stays, sums and months are made by the functions that harvest calls; claims and places of papers in one statement each.
"""

from functools import partial
from unittest import mock

from django.db import connection

from bench.big_indexes import Indexes
from bench.big_together import Together, execute, step
from bench.site import say
from harvest.ingest import month_counts
from harvest.linking import counts
from harvest.models import Followed
from harvest.summaries import stays, sums
from harvest.summaries.following import TABLES
from institutions.models import Institution, InstitutionSummary
from researchers.models import Researcher

RESEARCHERS_A_WRITE = 10_000
SHARES = 3  # of people and of places, side by side


def write(indexes: Indexes, together: Together) -> None:
    """Needs the indexes of slots, affiliations, works and profiles; makes those that are left."""

    def lists() -> None:
        with step("papers_paperinstitution"):
            execute(_PAPER_INSTITUTIONS)
        indexes.build("papers_paperinstitution", "papers_paper")

    def claims() -> None:
        with step("papers_claim"):
            execute(_CLAIMS)
        indexes.build("papers_claim")

    last = Researcher.objects.order_by("-id").values_list("id", flat=True)[0]
    people = [
        range(start, min(start + RESEARCHERS_A_WRITE, last + 1)) for start in range(1, last + 1, RESEARCHERS_A_WRITE)
    ]
    together(lists, claims, *(partial(_stays, people[share::SHARES]) for share in range(SHARES)))
    execute("ANALYZE")
    with step("counts and months"):
        say(f"counts put right: {counts.recount():,}")
        month_counts.remake()
    indexes.build("researchers_stay")
    places = Institution.objects.filter(paper_count_with_parts__gt=0).order_by("id").values_list("id", flat=True)
    shares = [partial(_sums, list(places)[share::SHARES]) for share in range(SHARES)]
    together(lambda: indexes.build("researchers_researcher"), *shares)
    InstitutionSummary.objects.update(due_at=None)
    _followed()


def _sums(institutions: list[int]) -> None:
    with step(f"sums of {len(institutions):,} institutions"):
        sums.refresh(institutions)


def _stays(people: list[range]) -> None:
    """Without the lock of those who write: nobody else does here, and the shares are of different people."""
    with step("stays"), mock.patch.object(stays, "lock_writes"):
        for number, some in enumerate(people):
            stays.refresh(some)
            if number in (0, 10):
                execute("ANALYZE researchers_stay")


def _followed() -> None:
    """All of it is summed up: the keeper of summaries has nothing to do."""
    for table in TABLES:
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT change_xid::text::bigint, change_seq FROM {table} "
                "ORDER BY change_xid DESC, change_seq DESC LIMIT 1"
            )
            xid, number = cursor.fetchone()
        Followed.objects.update_or_create(table=table, defaults={"change_xid": xid, "change_seq": number})


_PAPER_INSTITUTIONS = """
    INSERT INTO papers_paperinstitution (paper_id, institution_id, own, first_submitted_at)
    WITH named AS (
        SELECT DISTINCT slot.paper_id, place.institution_id FROM papers_affiliation place
        JOIN papers_authorship slot ON slot.id = place.authorship_id WHERE place.institution_id IS NOT NULL
    )
    SELECT placed.paper_id, placed.institution_id, bool_or(placed.own), paper.first_submitted_at
    FROM (
        SELECT paper_id, institution_id, true AS own FROM named
        UNION ALL
        SELECT named.paper_id, above.ancestor_id, false FROM named
        JOIN institutions_institutionancestor above USING (institution_id)
    ) AS placed
    JOIN papers_paper paper ON paper.id = placed.paper_id
    GROUP BY placed.paper_id, placed.institution_id, paper.first_submitted_at
    ORDER BY placed.paper_id, placed.institution_id
"""
_CLAIMS = """
    INSERT INTO papers_claim (authorship_id, source, profile_id, name_there, method, score, claimed_at)
    SELECT slot.id, profile.source, profile.id, slot.printed, 'full-name', 1.0, profile.read_at
    FROM papers_authorship slot JOIN researchers_profile profile ON profile.researcher_id = slot.researcher_id
    ORDER BY slot.id, profile.source
"""
