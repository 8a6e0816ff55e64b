"""What follows from a big site's rows: claims, lists of institutions, counts, stays and sums, as harvest keeps them.

Stays, sums and months are made by the functions that harvest calls; claims and places of papers in one statement each.
"""

from collections.abc import Callable

from django.db import connection

from bench.site import say
from harvest import month_counts
from harvest.linking import counts
from harvest.models import Followed
from harvest.summaries import stays, sums
from harvest.summaries.following import TABLES
from institutions.models import Institution, InstitutionSummary
from researchers.models import Researcher

RESEARCHERS_A_WRITE = 20_000


def write(build_indexes: Callable[..., None]) -> None:
    """`build_indexes(table, …)` makes the dropped indexes of tables again and analyses them."""
    build_indexes("papers_paper", "papers_version", "papers_papercategory", "papers_authorship", "papers_affiliation")
    build_indexes("papers_outsidework", "papers_citation")
    _execute(_PAPER_INSTITUTIONS)
    build_indexes("papers_paperinstitution")
    _execute(_CLAIMS)
    build_indexes("researchers_profile", "papers_claim")
    say(f"counts put right: {counts.recount():,}")
    _stays()
    build_indexes("researchers_researcher", "researchers_stay")
    placed = Institution.objects.filter(paper_count_with_parts__gt=0).values_list("id", flat=True)
    sums.refresh(placed)
    InstitutionSummary.objects.update(due_at=None)
    month_counts.remake()
    _followed()


def _stays() -> None:
    last = Researcher.objects.order_by("-id").values_list("id", flat=True)[0]
    for start in range(1, last + 1, RESEARCHERS_A_WRITE):
        stays.refresh(range(start, min(start + RESEARCHERS_A_WRITE, last + 1)))
        if start == 1:
            _execute("ANALYZE researchers_stay")


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


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


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
