"""Slots that ingest gives another name, or takes away: what was said of the old name is not true of the new one.

Called by ingest in its transaction, before it writes the new author lists of changed papers.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import connection
from django.db.models import F

from harvest.linking.bulk import delete, select
from harvest.linking.changes import Changes
from harvest.linking.counts import recount_researchers
from harvest.linking.places import place_papers
from harvest.models import PaperAsked
from papers.models import Authorship


def release(slots: Collection[int], now: datetime) -> None:
    """Take claims, places and researchers from these slots, and have their papers asked for again."""
    if not slots:
        return
    changes = Changes()
    researchers = {
        row[0]
        for row in select(
            "SELECT DISTINCT researcher_id FROM papers_authorship WHERE id = ANY(%s) AND researcher_id IS NOT NULL",
            list(slots),
        )
    }
    papers = set(Authorship.objects.filter(pk__in=slots).values_list("paper_id", flat=True))
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM papers_claim WHERE authorship_id = ANY(%s)", [list(slots)])
        claimed = cursor.rowcount
    places = [row[0] for row in select("SELECT id FROM papers_affiliation WHERE authorship_id = ANY(%s)", list(slots))]
    delete("papers_affiliation", places)
    if researchers:
        Authorship.objects.filter(pk__in=slots).update(researcher=None, evidence="")
        recount_researchers(researchers)
        changes.researchers |= researchers
    if places:
        place_papers(papers, changes)
    if claimed or places or researchers:
        PaperAsked.objects.filter(paper__in=papers, due_at__gt=now).update(due_at=F("asked_at"))
    changes.write(now)
