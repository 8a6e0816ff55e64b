"""Whatever is killed, emptied or doubled, and whenever: no paper is lost, none comes twice.

A real worker works on the test's database and is held at a point by a lock of ours, or by arXiv's server; then it is
killed. Another worker goes on by a sweep, and what it ends with is compared with an undisturbed harvest.
"""

from contextlib import contextmanager
from datetime import UTC, date, datetime

import psycopg
import pytest
import redis
from django.conf import settings as django_settings
from django.db import connection
from django.utils import timezone

from harvest.arxiv import windows
from harvest.arxiv.pages import open_checkpoint
from harvest.arxiv.windows import Window
from harvest.arxiv.working import work
from harvest.ingest import month_counts
from harvest.limits.leases import only_one
from harvest.models import Checkpoint, HarvestRun, WorkerHeartbeat, WorkItem
from harvest.tasks import sweep, work_arxiv
from papers.models import Authorship, Paper, PaperCategory, Version
from tests.harvest.processes import on_test_database, start_beat, start_worker, wait_until
from tests.upstreams.arxiv import ArxivServer, record

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

NOW = datetime(2024, 3, 1, 10, tzinfo=UTC)
COUNT = 20


@pytest.fixture
def server():
    records = [
        record(f"2401.{number:05}", update_date=f"2024-01-{3 + number // 5:02}") for number in range(1, COUNT + 1)
    ]
    with ArxivServer(records=records, page_size=5, now=NOW) as server:
        yield server


@pytest.fixture
def environment(server, settings):
    """Of the processes that we start; our own settings follow."""
    settings.ARXIV_OAI_URL, settings.ARXIV_SECONDS_BETWEEN_REQUESTS = server.oai_url, 0
    redis.Redis.from_url(settings.REDIS_URL).flushall()
    return {
        "DATABASE_URL": on_test_database(), "ARXIV_OAI_URL": server.oai_url, "ARXIV_API_URL": server.api_url,
        "ARXIV_SECONDS_BETWEEN_REQUESTS": "0", "SWEEP_SECONDS": "1", "EMBEDDING_MODEL": "none",
    }  # fmt: skip


def enqueue():
    # A harvest that began today: no sweep finds that one was missed.
    HarvestRun.objects.create(source="arxiv", trigger="schedule", window="all from now until now", state="done")
    return windows.enqueue(Window(from_day=date(2024, 1, 1)), HarvestRun.Trigger.SCHEDULE)


def is_done():
    return WorkItem.objects.get().state == "done"


def assert_whole():
    assert WorkItem.objects.get().state == "done", WorkItem.objects.get().error
    assert Paper.objects.count() == Version.objects.count() == COUNT
    assert Authorship.objects.count() == 2 * COUNT
    assert PaperCategory.objects.filter(position=0).count() == COUNT
    assert month_counts.remake() == 0
    run = HarvestRun.objects.latest("pk")
    assert (run.state, run.created, run.pages) == ("done", COUNT, COUNT // 5)
    assert Checkpoint.objects.get().complete_until == NOW


@contextmanager
def holding(statement):
    """A lock on the database from a connection of our own, until the end or the death of who waits for it."""
    parameters = connection.get_connection_params()
    parameters.pop("cursor_factory", None)
    parameters.pop("context", None)
    with psycopg.connect(**parameters) as other:
        other.execute(statement)
        yield other.info.backend_pid


def somebody_waits_for_us():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0 "
            "AND datname = current_database()"
        )
        return cursor.fetchone()[0] > 0


def nobody_is_in_a_transaction():
    """Postgres sees that a client is gone when the statement under way is over."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE xact_start IS NOT NULL AND datname = current_database() AND pid <> pg_backend_pid()"
        )
        return cursor.fetchone()[0] == 0


HELD_AT = {
    "with the page fetched and nothing written": "SELECT pg_advisory_xact_lock(hashtext('ingest of papers'))",
    "with the papers written and nothing committed": "SELECT 1 FROM harvest_checkpoint FOR UPDATE",
}


@pytest.mark.parametrize("statement", HELD_AT.values(), ids=HELD_AT)
@pytest.mark.parametrize("whom", ["worker", "child"])
def test_kill_inside_a_page_costs_nothing(environment, services_folder, statement, whom):
    item = enqueue()
    taken = WorkItem.objects.take()
    open_checkpoint(taken)
    taken.let_go()
    with start_worker(services_folder, environment) as worker:
        with holding(statement):
            work_arxiv.delay()
            wait_until(somebody_waits_for_us, worker.written)
            worker.kill() if whom == "worker" else worker.kill_child()
        wait_until(nobody_is_in_a_transaction)
        assert not Paper.objects.exists()
        item.refresh_from_db()
        assert (item.state, item.attempts) == ("open", 1)
        assert item.lease_until > timezone.now()
        if whom == "child":
            sweep.delay()
            wait_until(is_done, worker.written)
    if whom == "worker":
        with start_worker(services_folder, environment) as another:
            sweep.delay()
            wait_until(is_done, another.written)
    assert_whole()


@pytest.mark.parametrize("page", [0, 1, 3])
def test_kill_between_pages_while_arxiv_is_asked_costs_nothing(server, environment, services_folder, page):
    enqueue()
    with start_worker(services_folder, environment) as worker:
        server.faults.push("call", after=page, action=lambda server: worker.kill())
        work_arxiv.delay()
        wait_until(lambda: not worker.is_alive)
    assert Paper.objects.count() == 5 * page
    with start_worker(services_folder, environment) as another:
        sweep.delay()
        wait_until(is_done, another.written)
    assert_whole()
    assert len(server.requests) == 5


def test_work_that_kills_its_process_each_time_ends_dead_and_not_the_worker(server, environment, services_folder):
    enqueue()
    with start_worker(services_folder, environment) as worker:
        server.faults.push("call", times=None, action=lambda server: worker.kill_child())
        with start_beat(services_folder, environment):
            wait_until(lambda: WorkItem.objects.get().state == "dead", worker.written)
        assert worker.is_alive
    assert WorkItem.objects.get().attempts == 5


def test_worker_that_is_told_to_stop_gives_its_work_back(server, environment, services_folder):
    enqueue()
    with start_worker(services_folder, environment) as worker:
        work_arxiv.delay()
        wait_until(lambda: Paper.objects.exists(), worker.written)
        worker.terminate()
    with start_worker(services_folder, environment) as another:
        sweep.delay()
        wait_until(is_done, another.written)
    assert_whole()


def test_emptied_queue_costs_one_sweep(environment, services_folder):
    enqueue()
    work_arxiv.delay()
    redis.Redis.from_url(django_settings.REDIS_URL).flushall()
    with start_worker(services_folder, environment) as worker, start_beat(services_folder, environment):
        wait_until(is_done, worker.written)
        wait_until(WorkerHeartbeat.objects.exists)
    assert_whole()


def test_two_schedulers_and_a_task_delivered_three_times_do_nothing_twice(server, environment, services_folder):
    enqueue()
    with (
        start_worker(services_folder, environment, "--hostname=one@%h") as one,
        start_worker(services_folder, environment, "--hostname=two@%h"),
        start_beat(services_folder, environment, "beat-1"),
        start_beat(services_folder, environment, "beat-2"),
    ):
        for _ in range(3):
            work_arxiv.delay()
        wait_until(is_done, one.written)
    assert_whole()
    assert len(server.requests) == 4


def test_scheduler_killed_at_any_moment_goes_on_after_its_restart(environment, services_folder):
    enqueue()
    with start_worker(services_folder, environment) as worker:
        with start_beat(services_folder, environment) as beat:
            wait_until(WorkerHeartbeat.objects.exists, worker.written)
            beat.kill()
        with start_beat(services_folder, environment):
            wait_until(is_done, worker.written)
    assert_whole()


def test_connection_that_postgres_cuts_in_mid_page_costs_nothing(environment, services_folder):
    enqueue()
    with start_worker(services_folder, environment) as worker:
        with holding("SELECT pg_advisory_xact_lock(hashtext('ingest of papers'))"):
            work_arxiv.delay()
            wait_until(somebody_waits_for_us, worker.written)
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE cardinality(pg_blocking_pids(pid)) > 0"
                )
            wait_until(lambda: not somebody_waits_for_us())
        sweep.delay()
        wait_until(is_done, worker.written)
    assert_whole()


def test_turn_at_the_source_ends_with_the_connection_that_took_it():
    with only_one("arxiv") as mine:
        assert mine
        connection.close()
        connection.ensure_connection()
        assert not mine
        with only_one("arxiv") as again:
            assert again


def test_harvest_here_leaves_what_another_process_does_to_it(server, environment, services_folder):
    enqueue()
    with holding("SELECT pg_advisory_lock(hashtext('source'), hashtext('arxiv'))"):
        assert work(60) is None
        assert not server.requests
    wait_until(lambda: (work(60), is_done())[1])  # Postgres gives the lock back a moment after the connection ends
    assert_whole()
