"""Harvesting a window from arXiv over HTTP: pages, checkpoints, and what each fault does to them."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from django.db import OperationalError
from django.db.models.functions import Now
from django.utils import timezone

from common.work import MAX_ATTEMPTS
from harvest.arxiv import windows
from harvest.arxiv.windows import Window
from harvest.arxiv.working import work
from harvest.models import Checkpoint, HarvestRun, RawPayload, RejectedRecord, SourcePace, WorkItem
from papers.models import MonthCount, Paper
from tests.harvest.making import snapshot_of_rows
from tests.upstreams.arxiv import ArxivServer, record

pytestmark = pytest.mark.django_db

RECORDED = Path(__file__).resolve().parents[3] / "shared/upstream/arxiv/oai/server-2026"
NOW = datetime(2024, 3, 1, 10, tzinfo=UTC)
FROM = date(2024, 1, 1)


def records(count=20, day=3):
    return [
        record(f"2401.{number:05}", update_date=f"2024-01-{day + number // 5:02}") for number in range(1, count + 1)
    ]


@pytest.fixture
def server(settings):
    with ArxivServer(records=records(), page_size=5, now=NOW) as server:
        settings.ARXIV_OAI_URL, settings.ARXIV_API_URL = server.oai_url, server.api_url
        settings.ARXIV_SECONDS_BETWEEN_REQUESTS = 0
        yield server


def enqueue(**window):
    return windows.enqueue(Window(**({"from_day": FROM} | window)), HarvestRun.Trigger.COMMAND)


def work_on(times=1):
    """Work until nothing is due, and again as if the waits were over."""
    for _ in range(times):
        work(60)
        SourcePace.objects.update(paused_until=None)
        WorkItem.objects.update(not_before=Now())


def is_whole(count=20):
    assert Paper.objects.count() == count
    item, run = WorkItem.objects.get(), HarvestRun.objects.latest("pk")
    assert (item.state, run.state) == ("done", "done"), (item.error, run.error)
    assert MonthCount.objects.get(category=None).papers == count
    return run


def test_window_is_harvested_page_by_page(server):
    enqueue()
    work(60)
    run = is_whole()
    assert (run.pages, run.created) == (4, 20)
    assert RawPayload.objects.count() == 4
    assert [request.query.get("from") for request in server.requests] == ["2024-01-01", None, None, None]


@pytest.mark.skipif(not RECORDED.is_dir(), reason="../shared/upstream/arxiv is not here")
def test_recorded_chain_of_four_pages_gives_exactly_its_509_papers(settings):
    with ArxivServer(recorded_chain=RECORDED) as server:
        settings.ARXIV_OAI_URL, settings.ARXIV_SECONDS_BETWEEN_REQUESTS = server.oai_url, 0
        enqueue(from_day=windows.FIRST_DAY)
        work(60)
        assert Paper.objects.count() == 509
        assert not RejectedRecord.objects.exists()
        enqueue(from_day=windows.FIRST_DAY)
        before = snapshot_of_rows()
        work(60)
        assert HarvestRun.objects.latest("pk").unchanged == 509
        assert snapshot_of_rows() == before
        assert len(server.requests) == 8


def test_harvesting_a_window_again_writes_no_paper(server):
    for _ in range(2):
        enqueue()
        work(60)
    run = is_whole()
    assert (run.created, run.unchanged) == (0, 20)


def test_empty_day_is_a_good_harvest(server):
    enqueue(from_day=date(2024, 2, 20), until_day=date(2024, 2, 21))
    work(60)
    assert WorkItem.objects.get().state == "done"
    assert HarvestRun.objects.get().records == 0


def test_next_window_begins_two_days_before_the_servers_clock_at_the_first_page(server):
    server.now = datetime(2024, 3, 1, 1, tzinfo=UTC)  # whatever our own clock says
    enqueue()
    work(60)
    assert windows.next_window() == Window(from_day=date(2024, 2, 28))


def test_bounded_window_or_set_says_nothing_of_where_the_next_one_begins(server):
    enqueue(until_day=date(2024, 2, 1))
    enqueue(set_spec="cs")
    work(60)
    assert set(WorkItem.objects.values_list("state", flat=True)) == {"done"}
    assert windows.next_window().from_day == windows.days_announced(windows.DAYS_AT_FIRST)


@pytest.mark.parametrize(
    ("fault", "options"),
    [
        ("429", {}), ("429", {"retry_after": 30}), ("503", {"retry_after": "Fri, 01 Mar 2024 10:05:00 GMT"}),
        ("500", {}), ("502", {}), ("504", {}), ("reset", {}), ("short", {}), ("truncated", {}), ("html", {}),
        ("empty", {}), ("gzip_bomb", {"megabytes": 80}), ("charset", {}), ("repeat", {}), ("expired", {}),
        ("same_token", {"after": 1}),
    ],
)  # fmt: skip
def test_fault_between_pages_loses_nothing_and_doubles_nothing(server, fault, options):
    enqueue()
    server.faults.push(fault, **({"after": 2} | options))
    work_on(2)
    is_whole()
    assert server.faults.left == 0


@pytest.mark.parametrize("fault", ["503", "html", "truncated", "reset"])
def test_page_that_did_not_come_moves_no_checkpoint(server, fault):
    enqueue()
    server.faults.push(fault, after=2, times=None)
    work(60)
    checkpoint = Checkpoint.objects.get()
    assert (checkpoint.pages, Paper.objects.count()) == (2, 10)
    assert checkpoint.token and checkpoint.complete_until is None
    assert WorkItem.objects.get().error


def test_source_that_is_down_for_long_costs_no_attempt_and_rests_after_five_failures(server):
    enqueue()
    server.faults.push("503", times=2 * MAX_ATTEMPTS)
    for _ in range(2 * MAX_ATTEMPTS):
        work_on()
    assert WorkItem.objects.get().state == "open"
    assert SourcePace.objects.get().failures == 2 * MAX_ATTEMPTS
    work_on()
    is_whole()
    pace = SourcePace.objects.get()
    assert (pace.failures, pace.last_error) == (0, "")


def test_breaker_keeps_everybody_from_asking_for_ten_minutes(server):
    SourcePace.objects.create(source="arxiv", failures=4)
    enqueue()
    server.faults.push("500")
    work(60)
    pace = SourcePace.objects.get()
    assert timedelta(minutes=9) < pace.paused_until - timezone.now() <= timedelta(minutes=10)
    WorkItem.objects.update(not_before=Now())
    work(60)
    assert len(server.requests) == 1
    item = WorkItem.objects.get()
    assert (item.state, item.attempts) == ("open", 0)
    assert item.not_before > timezone.now() + timedelta(minutes=9)


def test_retry_after_of_hours_becomes_the_rows_time(server):
    enqueue()
    server.faults.push("503", retry_after=7200)
    again = work(60)
    assert timedelta(hours=1.9) < again <= timedelta(hours=2)
    assert work(60) > timedelta(hours=1.9)
    assert len(server.requests) == 1


def test_answer_that_is_never_right_ends_dead_with_its_reason_and_its_bytes(server):
    enqueue()
    server.faults.push("html", times=None)
    work_on(MAX_ATTEMPTS)
    item = WorkItem.objects.get()
    assert (item.state, item.error) == ("dead", "HTML instead of XML")
    assert HarvestRun.objects.get().state == "failed"
    assert RawPayload.objects.count() == MAX_ATTEMPTS
    server.faults.clear()
    enqueue()
    work_on()
    is_whole()


def test_same_token_for_ever_is_stopped_with_a_reason(server):
    enqueue()
    server.faults.push("same_token", times=None)
    work_on(MAX_ATTEMPTS)
    item = WorkItem.objects.get()
    assert item.state == "dead" and "never end" in item.error
    assert Paper.objects.count() == 5


def test_token_that_expires_each_time_is_given_up_in_the_end(server):
    enqueue()
    server.faults.push("expired", times=None)
    work_on(2)
    item = WorkItem.objects.get()
    assert item.state == "dead" and "badResumptionToken" in item.error
    assert len(server.requests) < 20


def test_record_changed_in_mid_harvest_is_there_once_in_its_new_form(server):
    enqueue()
    changed = {"title": "Changed meanwhile", "update_date": "2024-02-01"}
    server.faults.push("call", after=2, action=lambda server: server.change("2401.00002", **changed))
    work(60)
    is_whole()
    assert Paper.objects.get(arxiv_id="2401.00002").title == "Changed meanwhile"


def test_redirect_to_another_host_is_given_up_at_once(server):
    enqueue()
    server.faults.push("redirect")
    work(60)
    assert "redirects" in WorkItem.objects.dead().get().error
    assert len(server.requests) == 1


def test_set_that_arxiv_does_not_know_is_given_up_at_once(server):
    enqueue(set_spec="nosuch")
    work(60)
    assert "Set does not exist" in WorkItem.objects.dead().get().error


def test_deleted_record_marks_its_paper(server):
    enqueue()
    work(60)
    server.change("2401.00003", _deleted=True, update_date="2024-02-01")
    enqueue()
    work(60)
    assert HarvestRun.objects.latest("pk").removed == 1
    assert Paper.objects.get(arxiv_id="2401.00003").removed_at is not None


def test_bad_record_is_kept_apart_and_its_page_goes_on(server):
    server.change("2401.00004", title="")
    enqueue()
    work(60)
    assert Paper.objects.count() == 19
    kept = RejectedRecord.objects.get()
    assert (kept.external_id, kept.reason) == ("2401.00004", "no title")
    server.change("2401.00004", title="Mended", update_date="2024-02-01")
    enqueue()
    work(60)
    kept.refresh_from_db()
    assert kept.resolved_at is not None


@pytest.mark.parametrize(("count", "bad"), [(100, 6), (2500, 126), (12, 12)])
def test_format_that_changed_stops_the_source_and_moves_nothing(server, count, bad):
    many = [record(f"2401.{number:05}", title="" if number <= bad else "Fine") for number in range(1, count + 1)]
    server.records, server.page_size = many, 2500
    enqueue()
    work(60)
    item = WorkItem.objects.get()
    assert item.state == "dead" and f"{bad} of {count} records refused, such as: no title" in item.error
    assert not Paper.objects.exists() and Checkpoint.objects.get().pages == 0
    assert RejectedRecord.objects.count() == bad


def test_a_few_bad_records_of_a_large_page_do_not_stop_it(server):
    server.records = [record(f"2401.{number:05}", title="" if number <= 5 else "Fine") for number in range(1, 101)]
    server.page_size = 2500
    enqueue()
    work(60)
    assert (Paper.objects.count(), WorkItem.objects.get().state) == (95, "done")


def test_long_window_is_worked_in_slices_and_waits_for_nobody(server):
    enqueue()
    assert work(0) == timedelta()  # no time at all: nothing is taken
    for _ in range(4):
        work(0.0001)
    assert WorkItem.objects.get().attempts <= 1
    work_on()
    is_whole()


def test_requests_of_all_workers_keep_their_distance(server, settings):
    settings.ARXIV_SECONDS_BETWEEN_REQUESTS = 0.3
    enqueue()
    enqueue(set_spec="cs", from_day=date(2024, 1, 5))
    work(60)
    moments = [request.at for request in server.requests]
    assert len(moments) > 4
    assert min(later - earlier for earlier, later in pairwise(moments)) > 0.28


def test_trouble_of_the_database_costs_the_row_no_attempt(server, monkeypatch):
    def deadlocked(*_):
        raise OperationalError("deadlock detected")

    enqueue()
    with monkeypatch.context() as patched:
        patched.setattr("harvest.arxiv.working.harvest_page", deadlocked)
        work_on(2 * MAX_ATTEMPTS)
    item = WorkItem.objects.get()
    assert (item.state, item.error) == ("open", "deadlock detected")
    work_on()
    is_whole()
