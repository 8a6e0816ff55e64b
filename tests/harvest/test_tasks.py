"""The doorways and the hours of periodic jobs."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models.functions import Now
from django.utils import timezone

from harvest import tasks
from harvest.arxiv import daily, windows
from harvest.arxiv.windows import Window
from harvest.arxiv.working import work
from harvest.models import HarvestRun, RawPayload, SourcePace, WorkerHeartbeat, WorkItem
from papers.models import Paper
from tests.upstreams.arxiv import ArxivServer, record
from wovepaper.celery import app

pytestmark = pytest.mark.django_db


@pytest.fixture
def bells(monkeypatch):
    """What was rung, instead of the queue."""
    rung = []
    monkeypatch.setattr(tasks.work_arxiv, "delay", lambda: rung.append(0))
    monkeypatch.setattr(tasks.work_arxiv, "apply_async", lambda countdown: rung.append(countdown))
    return rung


@pytest.fixture
def server(settings):
    with ArxivServer(records=[record("2401.00001")], now=datetime(2024, 3, 1, tzinfo=UTC)) as server:
        settings.ARXIV_OAI_URL, settings.ARXIV_SECONDS_BETWEEN_REQUESTS = server.oai_url, 0
        yield server


def ran(started_at, window="all from 2024-01-01 until now"):
    run = HarvestRun.objects.create(source="arxiv", trigger="schedule", window=window)
    HarvestRun.objects.filter(pk=run.pk).update(started_at=started_at)


def enqueue(from_day="2024-01-01"):
    return windows.enqueue(Window.of({"from": from_day}), HarvestRun.Trigger.SCHEDULE)


def test_every_periodic_job_is_a_task_that_exists():
    app.loader.import_default_modules()
    names = {job["task"] for job in app.conf.beat_schedule.values()}
    assert {name for name in names if name.startswith("harvest.")} <= set(app.tasks)
    assert names >= {"harvest.tasks.sweep", "harvest.tasks.harvest_arxiv_daily", "harvest.tasks.prune"}


def test_sweep_rings_for_work_that_is_due_and_shows_that_its_worker_lives(bells):
    ran(timezone.now())
    enqueue()
    tasks.sweep()
    assert bells == [0]
    assert WorkerHeartbeat.objects.count() == 1


def test_second_sweep_of_the_same_minute_rings_for_nothing(bells):
    ran(timezone.now())
    enqueue()
    for _ in range(3):
        tasks.sweep()
    assert bells == [0]


def test_sweep_rings_for_nothing_where_nothing_is_due(bells):
    ran(timezone.now())
    enqueue()
    WorkItem.objects.update(not_before=timezone.now() + timedelta(hours=1))
    tasks.sweep()
    assert bells == []


def test_daily_harvest_is_one_row_however_often_it_is_rung_for(bells):
    for _ in range(3):
        tasks.harvest_arxiv_daily()
    assert WorkItem.objects.count() == 1
    assert bells == [0]


def test_task_works_what_is_due_and_rings_no_more(server, bells):
    enqueue()
    tasks.work_arxiv()
    assert Paper.objects.count() == 1
    assert bells == []


def test_task_rings_for_itself_when_the_source_may_be_asked_again(server, bells):
    server.faults.push("503", retry_after=90)
    enqueue()
    tasks.work_arxiv()
    assert len(bells) == 1 and 80 < bells[0] <= 90


def test_task_leaves_a_long_wait_to_the_sweep(server, bells):
    server.faults.push("503", retry_after=7200)
    enqueue()
    tasks.work_arxiv()
    assert bells == []


@pytest.mark.parametrize(
    ("now", "last", "overdue"),
    [
        ("2026-11-30T04:30", "2026-11-29T10:12", False),  # a scheduler may be a little late
        ("2026-11-30T05:15", "2026-11-29T10:12", True),
        ("2026-11-30T05:15", "2026-11-30T04:11", False),
        ("2026-11-30T09:00", "2026-11-30T04:11", False),
        ("2026-11-30T11:30", "2026-11-30T04:11", True),
        ("2026-11-30T02:00", "2026-11-29T10:12", False),
        ("2026-11-30T02:00", "2026-11-28T10:12", True),
        ("2026-11-30T02:00", None, True),
    ],
)
def test_site_that_slept_through_the_hour_catches_up(now, last, overdue):
    if last:
        ran(datetime.fromisoformat(last).replace(tzinfo=UTC))
    assert daily.catch_up(datetime.fromisoformat(now).replace(tzinfo=UTC)) is overdue
    assert WorkItem.objects.count() == overdue


def test_harvest_of_a_set_or_of_past_days_is_not_the_daily_one():
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    ran(now, window="cs from 2024-01-01 until now")
    ran(now, window="all from 2024-01-01 until 2024-01-31")
    assert daily.is_overdue(now)


def test_raw_answers_are_dropped_after_their_time_and_only_then():
    fields = {"source": "arxiv", "url": "x", "sha256": "0" * 64, "size": 1, "body": b"x"}
    old = RawPayload.objects.create(fetched_at=timezone.now() - timedelta(days=31), **fields)
    new = RawPayload.objects.create(fetched_at=timezone.now() - timedelta(days=29), **fields)
    WorkerHeartbeat.objects.create(worker="gone", beat_at=timezone.now() - timedelta(days=2))
    tasks.prune()
    assert list(RawPayload.objects.values_list("pk", flat=True)) == [new.pk] != [old.pk]
    assert not WorkerHeartbeat.objects.exists()


def test_pace_is_one_row_for_all_and_kept_by_the_database(server, settings):
    settings.ARXIV_SECONDS_BETWEEN_REQUESTS = 100
    enqueue()
    SourcePace.objects.create(source="arxiv", next_allowed_at=Now() + timedelta(seconds=60))
    again = work(60)
    assert not server.requests
    assert timedelta(seconds=50) < again <= timedelta(seconds=60)
