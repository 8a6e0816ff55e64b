"""Doorways for Celery to what the project does as a whole."""

import logging
from datetime import UTC, datetime, timedelta

from celery import shared_task

from wovepaper.dumps import making, shelf

log = logging.getLogger(__name__)

DUMP_SECONDS = 6 * 3600
FRESH = timedelta(hours=20)


@shared_task(soft_time_limit=DUMP_SECONDS - 60, time_limit=DUMP_SECONDS)
def dump() -> None:
    """Make the night's dump, unless it is there or being made: so it may be rung for again in case one was killed."""
    last = shelf.newest()
    if last and datetime.now(UTC) - last.made_at < FRESH:
        return
    try:
        making.make()
    except making.Underway:
        return
    except making.NoRoom as error:
        log.error("no dump: %s", error)
