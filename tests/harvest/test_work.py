"""Rows of work: taking, leases, attempts, giving back."""

import threading
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils import timezone

from common.periodic import claim
from common.work import MAX_ATTEMPTS, LeaseLost
from harvest.models import WorkItem

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def row(key="a", **facts):
    made = WorkItem.objects.enqueue("arxiv-window", key, {"set": ""})
    WorkItem.objects.filter(pk=made.pk).update(**facts)
    made.refresh_from_db()
    return made


def test_row_is_taken_once_and_its_attempt_is_counted_before_the_work():
    row()
    taken = WorkItem.objects.take()
    assert taken.attempts == 1
    assert taken.lease_until > timezone.now()
    assert WorkItem.objects.take() is None


def test_most_urgent_row_is_taken_first_then_the_one_waiting_longest():
    row("late", not_before=timezone.now() - timedelta(minutes=1))
    row("early", not_before=timezone.now() - timedelta(minutes=2))
    row("urgent", priority=5)
    assert [WorkItem.objects.take().key for _ in range(3)] == ["urgent", "early", "late"]


def test_row_is_not_due_before_its_time():
    row(not_before=timezone.now() + timedelta(minutes=1))
    assert WorkItem.objects.take() is None


def test_expired_lease_is_taken_over_and_the_former_holder_can_write_nothing():
    row()
    first = WorkItem.objects.take()
    WorkItem.objects.update(lease_until=Now() - timedelta(seconds=1))
    second = WorkItem.objects.take()
    assert second.attempts == 2
    with pytest.raises(LeaseLost), transaction.atomic():
        first.hold()
    for write in (first.finish, first.begin_next, first.progressed, first.let_go, partial(first.put_back, "", HOUR)):
        with pytest.raises(LeaseLost):
            write()
    second.finish()
    assert WorkItem.objects.get().state == WorkItem.State.DONE


def test_leases_are_void_for_whoever_knows_that_their_holders_are_gone():
    row()
    WorkItem.objects.take()
    assert WorkItem.objects.take(leases_are_void=True).attempts == 2


def test_work_that_loses_its_process_each_time_ends_dead():
    row()
    for _ in range(MAX_ATTEMPTS):
        assert WorkItem.objects.take(leases_are_void=True) is not None
    assert WorkItem.objects.take(leases_are_void=True) is None
    dead = WorkItem.objects.dead().get()
    assert "lost at every attempt" in dead.error


def test_progress_gives_the_attempts_back_and_the_next_part_counts_anew():
    row()
    taken = WorkItem.objects.take()
    for _ in range(3 * MAX_ATTEMPTS):
        taken.progressed()
        taken.begin_next()
    assert taken.attempts == 1


def test_failure_waits_and_kills_the_row_at_the_last_attempt():
    row()
    for attempt in range(1, MAX_ATTEMPTS + 1):
        taken = WorkItem.objects.take()
        assert taken.attempts == attempt
        taken.put_back("broken", timedelta(hours=1))
        WorkItem.objects.update(not_before=Now())
    assert WorkItem.objects.take() is None
    assert WorkItem.objects.dead().get().error == "broken"


def test_trouble_of_the_source_costs_no_attempt():
    row()
    for _ in range(3 * MAX_ATTEMPTS):
        WorkItem.objects.take().put_back("down", timedelta(), counts=False)
    assert WorkItem.objects.get().state == WorkItem.State.OPEN


def test_key_is_worked_once_and_again_when_asked_again_after_its_end():
    first = row()
    assert row().pk == first.pk
    WorkItem.objects.take().finish()
    again = WorkItem.objects.enqueue("arxiv-window", "a", {"set": "cs"})
    assert (again.pk, again.state, again.attempts, again.arguments) == (first.pk, "open", 0, {"set": "cs"})


def test_asking_again_leaves_a_row_under_way_alone_or_wakes_it():
    row(not_before=timezone.now() + timedelta(hours=1))
    assert WorkItem.objects.enqueue("arxiv-window", "a", {"set": "cs"}).arguments == {"set": ""}
    assert WorkItem.objects.take() is None
    WorkItem.objects.enqueue("arxiv-window", "a", wake=True)
    assert WorkItem.objects.take() is not None


def test_periodic_job_begins_once_until_its_time_has_passed():
    assert claim("a job", timedelta(hours=1))
    assert not claim("a job", timedelta(hours=1))
    assert claim("another", timedelta(hours=1))
    assert claim("a short one", timedelta()) and claim("a short one", timedelta())


@pytest.mark.django_db(transaction=True)
def test_many_workers_at_once_take_each_row_once_and_claim_each_job_once():
    for number in range(20):
        row(str(number))
    taken, claimed, start = [], [], threading.Barrier(6)

    def take_all():
        start.wait()
        if claim("a job", timedelta(hours=1)):
            claimed.append(1)
        while found := WorkItem.objects.take():
            taken.append(found.pk)
        connection.close()

    threads = [threading.Thread(target=take_all) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == len(set(taken)) == 20
    assert claimed == [1]
