"""Each source's pace: one Postgres row for all workers on all hosts, by the database's clock.

`take_turn` reserves the next moment a source may be asked and waits for it where that is soon. Failures make the next
turn later: as told by Retry-After, else 2^n seconds with full jitter; after five in a row the source rests.

Bare SQL where a statement must write and tell what it wrote (RETURNING), so that no two workers take the same turn.
"""

import random
import time
from datetime import timedelta

from django.conf import settings
from django.db import connection
from django.db.models.functions import Now

from harvest.models import SourcePace

MOST_BACKOFF = timedelta(minutes=5)
FAILURES_BEFORE_REST = 5
REST = timedelta(minutes=10)


class NotYet(Exception):  # noqa: N818 - says when
    """The source may be asked only after `wait`."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(f"not before {wait.total_seconds():.0f} s")
        self.wait = wait


def spacing(source: str) -> timedelta:
    seconds = {
        "arxiv": settings.ARXIV_SECONDS_BETWEEN_REQUESTS,
        "openalex": settings.OPENALEX_SECONDS_BETWEEN_REQUESTS,
        "semanticscholar": settings.S2_SECONDS_BETWEEN_REQUESTS,
    }
    return timedelta(seconds=seconds[source])


def take_turn(source: str, patience: timedelta) -> None:
    """Wait for our turn, or raise NotYet where that takes longer than `patience`."""
    SourcePace.objects.get_or_create(source=source)
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE harvest_sourcepace
            SET next_allowed_at = greatest(next_allowed_at, paused_until, clock_timestamp()) + %(spacing)s::interval
            WHERE source = %(source)s
                AND greatest(next_allowed_at, paused_until) <= clock_timestamp() + %(patience)s::interval
            RETURNING next_allowed_at - %(spacing)s::interval - clock_timestamp()
            """,
            {"source": source, "spacing": str(spacing(source)), "patience": str(patience)},
        )
        row = cursor.fetchone()
        if row is None:
            cursor.execute(
                "SELECT greatest(next_allowed_at, paused_until) - clock_timestamp() FROM harvest_sourcepace "
                "WHERE source = %s",
                [source],
            )
            raise NotYet(max(cursor.fetchone()[0], timedelta()))
    time.sleep(max(row[0].total_seconds(), 0))


def note_good(source: str) -> None:
    SourcePace.objects.filter(source=source).update(failures=0, paused_until=None, last_error="", last_good_at=Now())


def note_failure(source: str, error: str, retry_after: timedelta | None = None) -> timedelta:
    """Count it, and give how long to leave the source alone."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE harvest_sourcepace SET failures = failures + 1, last_error = %s, last_failed_at = clock_timestamp()
            WHERE source = %s RETURNING failures
            """,
            [error[:500], source],
        )
        failures = cursor.fetchone()[0]
        wait = retry_after if retry_after is not None else backoff(failures)
        if failures >= FAILURES_BEFORE_REST:
            wait = max(wait, REST)
        cursor.execute(
            "UPDATE harvest_sourcepace SET paused_until = clock_timestamp() + %s::interval WHERE source = %s",
            [str(wait), source],
        )
    return wait


def backoff(failures: int) -> timedelta:
    most = min(2.0 ** min(failures, 20), MOST_BACKOFF.total_seconds())
    return timedelta(seconds=random.uniform(0, most))  # noqa: S311 - spreads load, keeps no secret
