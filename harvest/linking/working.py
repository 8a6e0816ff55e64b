"""Works the rows of an outside source, one after the other, until nothing is due or its time is over.

Only one process at a time asks a source. A spent budget or a source in trouble costs no attempt: the row waits for the
reset, as all others do; what cannot be read is kept apart and the batch goes on.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from common.work import LeaseLost
from harvest.bookkeeping import payloads, rejects, runs
from harvest.http import Broken, Busy, Denied, Unreachable
from harvest.ingest.batches import IngestResult
from harvest.limits import paces
from harvest.limits.leases import only_one
from harvest.linking import asking, profile_asking, profile_fetching, profiles
from harvest.linking.batch import link
from harvest.linking.fetching import Fetched, client_of, fetch
from harvest.linking.profile_fetching import FetchedProfiles
from harvest.linking.strings import reader
from harvest.models import HarvestRun, WorkItem
from harvest.outside_records import OutsideSource
from harvest.sources.openalex.client import OpenAlexClient
from harvest.sources.semantic_scholar.client import SemanticScholarClient

log = logging.getLogger(__name__)


def work(
    source: OutsideSource,
    seconds: float,
    *,
    only: list[int] | None = None,
    told: Callable[[], None] = lambda: None,
) -> timedelta | None:
    """Work what is due (of the rows `only`), for about so long; when to come again, None if there is no need."""
    ends = time.monotonic() + seconds
    rows = WorkItem.objects.filter(kind__in=[asking.kind(source), profile_asking.kind(source)])
    if only is not None:
        rows = rows.filter(pk__in=only)
    with only_one(source) as mine, client_of(source) as client:
        if not mine:
            return None
        while time.monotonic() < ends:
            item = rows.take(leases_are_void=True)
            if item is None:
                first = rows.filter(state=WorkItem.State.OPEN).order_by("not_before").first()
                return None if first is None else max(first.not_before - timezone.now(), timedelta())
            _work_one(source, item, client)
            told()
    return timedelta()


def _work_one(source: OutsideSource, item: WorkItem, client: OpenAlexClient | SemanticScholarClient) -> None:
    try:
        ids = item.arguments["ids"]
        if item.kind == profile_asking.kind(source):
            _write_profiles(source, item, profile_fetching.fetch(client, ids))
        else:
            _write(source, item, fetch(client, ids))
    except LeaseLost:
        log.warning("%s is somebody else's now", item)
    except paces.NotYet as error:  # the pace, or the day's budget
        item.put_back(f"the source rests: {error}", error.wait, counts=False)
    except (Busy, Unreachable) as error:
        wait = paces.note_failure(source, str(error), getattr(error, "retry_after", None))
        log.warning("%s: %s; again in %.0f s", item, error, wait.total_seconds())
        item.put_back(str(error), wait, counts=False)
    except Broken as error:
        wait = paces.note_failure(source, str(error))
        log.warning("%s: %s; again in %.0f s", item, error, wait.total_seconds())
        item.put_back(str(error), wait)
        _fail_if_dead(item)
    except Denied as error:
        log.error("%s is given up: %s", item, error)
        item.give_up(str(error))
        _fail_if_dead(item)
    except Exception as error:
        log.exception("%s failed", item)
        item.put_back(f"{type(error).__name__}: {error}", paces.backoff(item.attempts))
        _fail_if_dead(item)


def _write(source: OutsideSource, item: WorkItem, fetched: Fetched) -> None:
    now = timezone.now()
    read_string = reader()
    with transaction.atomic():
        item.hold()
        linked = link(source, fetched.told, read_string=read_string, now=now)
        asking.note(source, {one: bool(works) for one, works in fetched.told.items()}, fetched.failed, now)
        result = IngestResult(changed=linked.changed_asked, unchanged=linked.papers - linked.changed_asked)
        _finish(source, item, fetched, result, now)


def _write_profiles(source: OutsideSource, item: WorkItem, fetched: FetchedProfiles) -> None:
    now = timezone.now()
    with transaction.atomic():
        item.hold()
        link(source, {}, list(fetched.told.values()), now=now)
        profile_asking.ask_for_their_papers_again(source, fetched.gone)
        profiles.write_gone(source, fetched.gone, now)
        profile_asking.note(source, fetched.told, fetched.gone, fetched.failed)
        _finish(source, item, fetched, IngestResult(changed=len(fetched.told) + len(fetched.gone)), now)


def _finish(
    source: OutsideSource, item: WorkItem, fetched: Fetched | FetchedProfiles, result: IngestResult, now: datetime
) -> None:
    """What every row of work leaves, in the transaction that wrote what was told."""
    for answer in fetched.answers:
        payloads.keep(answer, source, item.run)
    rejects.resolve(list(fetched.told), source, now)
    rejects.store(fetched.refused, source, item.run, now)
    item.finish()
    if item.run is not None:
        runs.add_page(item.run, replace(result, refused=len(fetched.refused)))
        if fetched.failed:
            some = ", ".join(f"{one} ({reason})" for one, reason in sorted(fetched.failed.items())[:5])
            runs.note(item.run, f"{len(fetched.failed)} ids could not be had: {some}")
        _finish_if_last(item)


def _finish_if_last(item: WorkItem) -> None:
    others = WorkItem.objects.filter(run=item.run, state=WorkItem.State.OPEN)
    if item.run is not None and not others.exists():
        error = HarvestRun.objects.values_list("error", flat=True).get(pk=item.run.pk)
        runs.finish(item.run)
        if error:
            runs.note(item.run, error)


def _fail_if_dead(item: WorkItem) -> None:
    if item.state == WorkItem.State.DEAD and item.run is not None:
        runs.note(item.run, item.error)
        _finish_if_last(item)
