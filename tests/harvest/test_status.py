"""What an operator is told of harvesting."""

from datetime import timedelta

import pytest
from django.contrib.admin.sites import site as admin_site
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from harvest import status
from harvest.arxiv import windows
from harvest.arxiv.windows import Window
from harvest.ingest.batches import ingest_papers
from harvest.models import Checkpoint, HarvestRun, RejectedRecord, SourcePace, WorkerHeartbeat, WorkItem
from harvest.records import Refused
from tests.harvest.making import paper

pytestmark = pytest.mark.django_db


def test_nothing_harvested_yet_is_told_as_such():
    (arxiv,) = status.sources()
    assert (arxiv.last_read_at, arxiv.complete_until, arxiv.waiting, arxiv.dead, arxiv.rejected) == (
        None,
        None,
        0,
        [],
        [],
    )
    assert arxiv.is_late
    assert status.workers() == []
    assert not status.is_sample_only()


def test_source_tells_how_far_it_is_complete_what_waits_and_what_is_dead():
    now = timezone.now()
    Checkpoint.objects.create(source="arxiv", from_day=windows.FIRST_DAY, complete_until=now - timedelta(hours=3))
    Checkpoint.objects.create(source="arxiv", set_spec="cs", complete_until=now)
    SourcePace.objects.create(source="arxiv", last_good_at=now, paused_until=now + timedelta(minutes=5), last_error="x")
    windows.enqueue(Window(), HarvestRun.Trigger.COMMAND)
    WorkItem.objects.create(kind="arxiv-window", key="dead", state="dead", error="broken")
    HarvestRun.objects.create(source="arxiv", trigger="command", window="all")
    (arxiv,) = status.sources()
    assert arxiv.complete_until == now - timedelta(hours=3)
    assert (arxiv.waiting, [item.error for item in arxiv.dead], len(arxiv.running)) == (1, ["broken"], 1)
    assert arxiv.paused_until and not arxiv.is_late


def test_rejected_records_are_told_by_kind_of_reason_with_examples():
    refused = [Refused(f"2401.{n:05}", f"version v1 dated: {n}", bytes([n])) for n in range(5)]
    ingest_papers([*refused, Refused("2401.00009", "no title", b"x")], source="arxiv")
    (arxiv,) = status.sources()
    assert arxiv.rejected_count == 6
    assert [(one.reason, one.count) for one in arxiv.rejected] == [("version v1 dated", 5), ("no title", 1)]
    assert len(arxiv.rejected[0].examples) == 3
    assert arxiv.rejected[1].examples[0].external_id == "2401.00009"


def test_worker_that_is_silent_is_not_fresh():
    WorkerHeartbeat.objects.create(worker="quick", beat_at=timezone.now())
    WorkerHeartbeat.objects.create(worker="deaf", beat_at=timezone.now() - timedelta(minutes=10))
    assert {one.name: one.is_fresh for one in status.workers()} == {"quick": True, "deaf": False}


def test_site_with_only_the_sample_knows_it():
    ingest_papers([paper(own_words=True)], source="sample")
    assert status.is_sample_only()
    ingest_papers([paper("2401.00002")], source="arxiv")
    assert not status.is_sample_only()


@pytest.fixture
def curator(client, collected_static):
    client.force_login(User.objects.create_superuser("curator", "c@example.org", "long enough to pass"))
    return client


@pytest.mark.parametrize("model", [HarvestRun, WorkItem, RejectedRecord, Checkpoint, SourcePace])
def test_curator_can_look_at_what_harvesting_keeps(curator, model):
    assert model in admin_site._registry
    ingest_papers([Refused("2401.00009", "no title", b"\xff</script>")], source="arxiv")
    WorkItem.objects.create(kind="arxiv-window", key="dead", state="dead", error="broken")
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    assert curator.get(reverse(f"{name}_changelist")).status_code == 200
    for row in model.objects.all():
        page = curator.get(reverse(f"{name}_change", args=[row.pk]))
        assert page.status_code == 200 and b"\xff" not in page.content


def test_curator_can_run_dead_work_again(curator):
    item = WorkItem.objects.create(kind="arxiv-window", key="dead", state="dead", error="broken", attempts=5)
    curator.post(reverse("admin:harvest_workitem_changelist"), {"action": "run_again", "_selected_action": [item.pk]})
    item.refresh_from_db()
    assert (item.state, item.attempts, item.arguments["trigger"]) == ("open", 0, "curator")
