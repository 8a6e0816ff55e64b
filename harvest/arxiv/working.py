"""Works arXiv's rows: takes one after the other, page by page, until nothing is due or its time is over.

Only one process at a time asks arXiv (`leases.only_one`). As that lock ends with its holder, whoever has it may take
rows whose lease still runs: their worker is gone. What goes wrong is sorted here: the source's troubles wait as long
as its pace says and cost no attempt; an answer that cannot be right costs one; what does not mend by itself is given
up and shown.
"""

import logging
import time
from collections.abc import Callable
from datetime import timedelta

from django.db import OperationalError
from django.utils import timezone

from common.work import LeaseLost, WorkQuerySet
from harvest.arxiv import single_ids, windows
from harvest.arxiv.pages import FormatChanged, harvest_page, open_checkpoint
from harvest.arxiv.windows import SOURCE
from harvest.bookkeeping import rejects, runs
from harvest.http import Broken, Busy, Denied, Unreachable
from harvest.limits import paces
from harvest.limits.leases import only_one
from harvest.models import HarvestRun, WorkItem
from harvest.sources.arxiv.client import ArxivClient

log = logging.getLogger(__name__)

KINDS = (windows.KIND, single_ids.KIND)
PATIENCE = timedelta(seconds=30)  # for the next turn; a longer wait is noted in the row
DATABASE_REST = timedelta(seconds=10)


def work(seconds: float, *, only: list[int] | None = None, told: Callable[[], None] = lambda: None) -> timedelta | None:
    """Work what is due (of the rows `only`), for about so long; when to come again, None if there is no need.

    `told` is called after each page. Nothing is done where another process asks arXiv already: it will see to our rows.
    """
    ends = time.monotonic() + seconds
    rows = WorkItem.objects.filter(kind__in=KINDS)
    if only is not None:
        rows = rows.filter(pk__in=only)
    with only_one(SOURCE) as mine, ArxivClient() as client:
        if not mine:
            return None
        while mine and time.monotonic() < ends:
            item = rows.take(leases_are_void=True)
            if item is None:
                return _next_due(rows)
            try:
                _work_one(item, client, ends, told)
            except LeaseLost:
                log.warning("%s is somebody else's now", item)
    return timedelta()


def _next_due(rows: WorkQuerySet) -> timedelta | None:
    first = rows.filter(state=WorkItem.State.OPEN).order_by("not_before").values_list("not_before", flat=True).first()
    return None if first is None else max(first - timezone.now(), timedelta())


def _work_one(item: WorkItem, client: ArxivClient, ends: float, told: Callable[[], None]) -> None:
    """Work a row until it is done, in trouble, or time is over."""
    run: HarvestRun | None = None
    try:
        if item.kind == single_ids.KIND:
            paces.take_turn(SOURCE, PATIENCE)
            single_ids.harvest_ids(item, client)
            paces.note_good(SOURCE)
            return
        checkpoint, run = open_checkpoint(item)
        while True:
            paces.take_turn(SOURCE, PATIENCE)
            more = harvest_page(item, checkpoint, run, client)
            paces.note_good(SOURCE)
            told()
            if not more:
                return
            if time.monotonic() >= ends:
                item.let_go()
                return
            item.begin_next()
    except LeaseLost:
        raise
    except paces.NotYet as error:
        item.put_back(item.error, error.wait, counts=False)
    except (Busy, Unreachable) as error:
        wait = paces.note_failure(SOURCE, str(error), getattr(error, "retry_after", None))
        log.warning("%s: %s; again in %.0f s", item, error, wait.total_seconds())
        item.put_back(str(error), wait, counts=False)
    except Broken as error:
        wait = paces.note_failure(SOURCE, str(error))
        log.warning("%s: %s; again in %.0f s", item, error, wait.total_seconds())
        item.put_back(str(error), wait)
        _fail_if_dead(item, run)
    except (Denied, FormatChanged) as error:
        log.error("%s is given up: %s", item, error)
        if isinstance(error, FormatChanged):
            rejects.store(error.refused, SOURCE, run, timezone.now())
        item.give_up(str(error))
        _fail_if_dead(item, run)
    except OperationalError as error:
        # The database's trouble (a cut connection, a deadlock, a full disk), not the row's; if it is away, so is this.
        log.warning("%s: %s; again in %.0f s", item, error, DATABASE_REST.total_seconds())
        item.put_back(str(error), DATABASE_REST, counts=False)
    except Exception as error:
        log.exception("%s failed", item)
        item.put_back(f"{type(error).__name__}: {error}", paces.backoff(item.attempts))
        _fail_if_dead(item, run)


def _fail_if_dead(item: WorkItem, run: HarvestRun | None) -> None:
    if item.state == WorkItem.State.DEAD and run is not None:
        runs.fail(run, item.error)
