"""Each source's daily budget: one Postgres row for all workers, by the database's clock; shown on the status page.

Two limits hold at once: what the operator lets us spend between two resets, and what the source says is left of its
own count, which others may spend from too. An amount is taken before the request, so that no two workers spend it
both; what the source tells afterwards corrects it. Resets are at midnight UTC until the source tells its own moment.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.conf import settings
from django.db import connection
from django.utils import timezone

from harvest.limits.paces import NotYet
from harvest.models import SourceBudget

CREDIT = Decimal("0.0001")  # dollars: what OpenAlex counted in before 2026


class Spent(NotYet):
    """The day's budget is spent; `wait` is until it resets."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a source says is left, in dollars, and after how long all of it is there again."""

    remaining: Decimal
    resets_in: timedelta | None = None


@dataclass(frozen=True, slots=True)
class State:
    """For the status page. `left` is what may still be asked for."""

    limit: Decimal
    spent: Decimal
    left: Decimal
    resets_at: datetime | None


def daily_limit(source: str) -> Decimal | None:
    """Dollars that the operator allows; None where asking costs nothing."""
    return Decimal(str(settings.OPENALEX_DAILY_BUDGET)) if source == "openalex" else None


def spend(source: str, cost: Decimal) -> None:
    """Take the amount, or raise Spent."""
    limit = daily_limit(source)
    if limit is None or not cost:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            INSERT INTO harvest_sourcebudget (source, spent, resets_at) VALUES (%(source)s, 0, {_MIDNIGHT})
            ON CONFLICT DO NOTHING
            """,  # noqa: S608 - put together from our own constants
            {"source": source},
        )
        cursor.execute(
            f"""
            UPDATE harvest_sourcebudget
            SET spent = CASE WHEN {_OVER} THEN 0 ELSE spent END + %(cost)s,
                remaining = CASE WHEN {_OVER} THEN NULL ELSE remaining - %(cost)s END,
                resets_at = CASE WHEN {_OVER} THEN {_MIDNIGHT} ELSE resets_at END,
                spent_at = clock_timestamp()
            WHERE source = %(source)s AND CASE WHEN {_OVER} THEN %(cost)s <= %(limit)s
                ELSE spent + %(cost)s <= %(limit)s AND coalesce(remaining, %(cost)s) >= %(cost)s END
            """,  # noqa: S608
            {"source": source, "cost": cost, "limit": limit},
        )
        if cursor.rowcount:
            return
        cursor.execute(
            "SELECT greatest(resets_at - clock_timestamp(), '1 minute') FROM harvest_sourcebudget WHERE source = %s",
            [source],
        )
        raise Spent(cursor.fetchone()[0])


def correct(source: str, told: Told) -> None:
    """Believe the source about what is left and when it resets."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            INSERT INTO harvest_sourcebudget AS held (source, spent, remaining, resets_at)
            VALUES (%(source)s, 0, %(left)s, coalesce(clock_timestamp() + %(wait)s::interval, {_MIDNIGHT}))
            ON CONFLICT (source) DO UPDATE SET
                spent = CASE WHEN held.resets_at <= clock_timestamp() THEN 0 ELSE held.spent END,
                remaining = excluded.remaining,
                resets_at = CASE WHEN %(wait)s::interval IS NULL AND held.resets_at > clock_timestamp()
                    THEN held.resets_at ELSE excluded.resets_at END
            """,  # noqa: S608
            {
                "source": source,
                "left": max(told.remaining, Decimal(0)),
                "wait": None if told.resets_in is None else str(told.resets_in),
            },
        )


def state(source: str) -> State | None:
    """What the status page shows; None for a source without a budget."""
    limit = daily_limit(source)
    if limit is None:
        return None
    row = SourceBudget.objects.filter(source=source).first()
    if row is None or row.resets_at <= timezone.now():
        return State(limit, Decimal(0), limit, None)
    left = max(limit - row.spent, Decimal(0))
    return State(limit, row.spent, left if row.remaining is None else min(left, row.remaining), row.resets_at)


_OVER = "resets_at <= clock_timestamp()"
_MIDNIGHT = "(date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'"
