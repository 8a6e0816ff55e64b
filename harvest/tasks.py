"""Doorways for Celery: each makes one call. The work is in rows of Postgres, so a task that is lost loses nothing."""

from datetime import timedelta

from celery import shared_task
from django.conf import settings

from common.periodic import claim
from harvest import status
from harvest.arxiv import daily
from harvest.arxiv.working import KINDS, work
from harvest.bookkeeping import heartbeats, payloads
from harvest.linking import asking, profile_asking
from harvest.linking.working import work as work_outside_rows
from harvest.models import HarvestRun, WorkItem
from harvest.outside_records import OutsideSource
from harvest.summaries import totals
from harvest.summaries.following import keep_up

SLICE_SECONDS = 50  # then others in the queue have their turn
LONGEST_COUNTDOWN = timedelta(minutes=10)


@shared_task
def work_arxiv() -> None:
    """Work arXiv's due rows for a while, and ring for the rest."""
    heartbeats.beat()
    again = work(SLICE_SECONDS, told=heartbeats.beat)
    if again is not None and again <= LONGEST_COUNTDOWN:
        work_arxiv.apply_async(countdown=again.total_seconds())


@shared_task
def sweep() -> None:
    """Ring for what is due, lost bells included, and catch up on a day that was slept through."""
    heartbeats.beat()
    if not claim("harvest sweep", timedelta(seconds=settings.SWEEP_SECONDS * 0.9)):
        return
    daily.catch_up()
    if WorkItem.objects.filter(kind__in=KINDS).open_now().exists():
        work_arxiv.delay()


@shared_task
def harvest_arxiv_daily() -> None:
    """Ask for what arXiv has announced since the last time."""
    if daily.enqueue():
        work_arxiv.delay()


@shared_task
def work_outside(source: str) -> None:
    """Work the due rows of an outside source for a while, and ring for the rest."""
    heartbeats.beat()
    again = work_outside_rows(OutsideSource(source), SLICE_SECONDS, told=heartbeats.beat)
    if again is not None and again <= LONGEST_COUNTDOWN:
        work_outside.apply_async([source], countdown=again.total_seconds())


@shared_task
def sweep_outside() -> None:
    """Ring for what is due of outside sources, and plan what comes next; nothing is asked about a mere sample."""
    heartbeats.beat()
    if status.is_sample_only() or not claim(
        "harvest sweep of outside sources", timedelta(seconds=settings.SWEEP_SECONDS * 0.9)
    ):
        return
    for source in OutsideSource:
        asking.plan(source, HarvestRun.Trigger.SCHEDULE)
        profile_asking.plan(source, HarvestRun.Trigger.SCHEDULE)
        rows = WorkItem.objects.filter(kind__in=[asking.kind(source), profile_asking.kind(source)])
        if rows.open_now().exists():
            work_outside.delay(source.value)


@shared_task
def keep_summaries() -> None:
    """Bring stays and sums of people and places up to what changed, for a while; the next sweep goes on."""
    heartbeats.beat()
    if claim("summaries", timedelta(seconds=settings.SWEEP_SECONDS * 0.9)):
        keep_up(SLICE_SECONDS)
        totals.keep()


@shared_task
def prune() -> None:
    """Drop raw answers and signs of life that are old."""
    if claim("harvest prune", timedelta(hours=12)):
        payloads.prune()
        heartbeats.prune()
