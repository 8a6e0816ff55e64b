"""Doorways for Celery: each makes one call. The work is in rows of Postgres, so a task that is lost loses nothing."""

from datetime import timedelta

from celery import shared_task
from django.conf import settings

from common.periodic import claim
from harvest import daily, heartbeats, payloads
from harvest.models import WorkItem
from harvest.working import KINDS, work

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
def prune() -> None:
    """Drop raw answers and signs of life that are old."""
    if claim("harvest prune", timedelta(hours=12)):
        payloads.prune()
        heartbeats.prune()
