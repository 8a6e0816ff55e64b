"""Which papers a list holds, in the order of their last change, so that a harvest loses nothing while rows change.

A row that changes gets a later `changed_at`, so it moves to the end of the order and comes again there. It may be set
by a transaction that commits only later; so nothing is given that is as young as the oldest transaction still open
(`settled_until`), and the answer says that moment as its own date. Hence no row can turn up behind a place that a
harvest has passed, nor before the `responseDate` from which the next one goes on.

All who write do it as one role of Postgres, whose sessions see each other's. One that stays open for ever holds the
list where it is; that of a dump, which only reads, is not waited for.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Max, Min, Q, QuerySet

from papers.models import Paper, PaperCategory
from wovepaper.dumps.snapshot import APPLICATION_NAME
from wovepaper.oai.sets import codes_of
from wovepaper.oai.tokens import Key, Place

ROWS_AT_ONCE = 100
SLACK = timedelta(seconds=5)
"""Between a writer's clock, read before its transaction begins, and the database's."""

_OLDEST_OPEN = """
    SELECT least(clock_timestamp(), min(xact_start)) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
        AND application_name <> %s
"""


def settled_until() -> datetime:
    """Before this moment nothing will turn up that is not there yet. Ask before reading rows, in a query of its own."""
    with connection.cursor() as cursor:
        cursor.execute(_OLDEST_OPEN, [APPLICATION_NAME])
        return cursor.fetchone()[0] - SLACK


def rows(papers: QuerySet[Paper], place: Place, settled: datetime, most: int) -> Iterator[Paper]:
    """The papers of a list from a place on, at most so many; read some at a time, each time from the last one's key."""
    chosen = _chosen(papers, place, settled)
    after = place.after
    while most > 0:
        wanted = min(ROWS_AT_ONCE, most)
        found = list(_following(chosen, after)[:wanted])
        yield from found
        if len(found) < wanted:
            return
        most -= wanted
        after = Key(found[-1].changed_at, found[-1].pk)


def newest(settled: datetime) -> datetime | None:
    """The last change that a list holds."""
    return Paper.objects.filter(changed_at__lt=settled).aggregate(newest=Max("changed_at"))["newest"]


def oldest() -> datetime | None:
    return Paper.objects.aggregate(oldest=Min("changed_at"))["oldest"]


def _chosen(papers: QuerySet[Paper], place: Place, settled: datetime) -> QuerySet[Paper]:
    end = min(place.end, settled) if place.end else settled
    bounds: dict[str, Any] = {"changed_at__lt": end}
    if place.start:
        bounds["changed_at__gte"] = place.start
    if codes := codes_of(place.set_spec):
        bounds["id__in"] = PaperCategory.objects.filter(category__in=codes).values("paper")
    return papers.filter(**bounds).order_by("changed_at", "id")


def _following(chosen: QuerySet[Paper], after: Key | None) -> QuerySet[Paper]:
    if after is None:
        return chosen
    later = Q(changed_at__gt=after.changed_at) | Q(id__gt=after.id)
    return chosen.filter(later, changed_at__gte=after.changed_at)
