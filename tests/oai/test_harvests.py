"""Harvests of our own `/oai` over HTTP: by sickle, by our own harvester of arXiv, and while rows change."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections
from django.utils import timezone
from sickle import Sickle

from harvest.arxiv import windows
from harvest.arxiv.windows import Window
from harvest.arxiv.working import work
from harvest.ingest.batches import ingest_papers
from harvest.models import HarvestRun, RejectedRecord
from papers.models import Paper
from tests.factories import make_categories
from tests.harvest.making import paper as record
from tests.oai.conftest import Answer
from wovepaper.dumps.snapshot import APPLICATION_NAME
from wovepaper.oai import answers, selection

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("collected_static")]

COUNT, A_PAGE = 46, 10
WHEN = datetime(2024, 5, 1, 12, tzinfo=UTC)
IDS = [f"2401.{number:05}" for number in range(1, COUNT + 1)]


def write(ids, when, **facts):
    """Papers with what arXiv sends now and then, changed at that moment."""
    facts = {"license": "https://arxiv.org/licenses/nonexclusive-distrib/1.0/"} | facts
    several = [record(arxiv_id, versions=1 + number % 3, **facts) for number, arxiv_id in enumerate(ids)]
    several[0] = replace(
        several[0],
        abstract="One.\n\nTwo, of $x<y$ & more.",
        journal_ref="Phys. Lett. B 12 (2001) 3",
        dois=("10.1000/1", "10.1000/2"),
        msc_class="11A41",
        acm_class="F.2.2",
        report_number="X-1",
    )
    assert ingest_papers(several, source="arxiv", now=when).refused == 0


@pytest.fixture
def site(live_server, monkeypatch):
    """Its `/oai`: papers of five pages, the last of them removed."""
    monkeypatch.setattr(answers, "RECORDS_A_PAGE", A_PAGE)
    make_categories()
    write(IDS[:30], WHEN)
    write(IDS[30:], WHEN + timedelta(days=1))
    Paper.objects.filter(arxiv_id=IDS[-1]).update(removed_at=WHEN, changed_at=WHEN + timedelta(days=2))
    return f"{live_server.url}/oai"


def test_sickle_gets_all_records_over_five_pages(site):
    for method, prefix in (("GET", "oai_dc"), ("POST", "arXivRaw"), ("GET", "wovepaper")):
        sickle = Sickle(site, http_method=method)
        told = list(sickle.ListRecords(metadataPrefix=prefix))
        assert [one.header.identifier.removeprefix("oai:arXiv.org:") for one in told] == IDS
        assert [one.header.identifier for one in told if one.deleted] == [f"oai:arXiv.org:{IDS[-1]}"]
        assert all(one.metadata for one in told[:-1])
    assert len(list(sickle.ListIdentifiers(metadataPrefix="oai_dc", ignore_deleted=True))) == COUNT - 1
    assert {one.metadataPrefix for one in sickle.ListMetadataFormats()} == {"oai_dc", "arXivRaw", "wovepaper"}
    assert sickle.Identify().granularity == "YYYY-MM-DDThh:mm:ssZ"


def harvest(settings, site):
    settings.ARXIV_OAI_URL, settings.ARXIV_SECONDS_BETWEEN_REQUESTS = site, 0
    windows.enqueue(Window(from_day=windows.FIRST_DAY), HarvestRun.Trigger.COMMAND)
    work(60)
    return HarvestRun.objects.latest("pk")


def test_our_own_harvester_reads_every_record_as_the_one_it_was_made_from(settings, site):
    run = harvest(settings, site)
    assert (run.state, run.pages, run.error) == ("done", 5, "")
    assert (run.unchanged, run.created, run.changed, run.refused) == (COUNT - 1, 0, 0, 0)
    assert not RejectedRecord.objects.exists()


def listed(client, **asked):
    return Answer(client.get("/oai", {"verb": "ListRecords", **asked}).getvalue())


def test_rows_that_change_between_pages_come_again_and_hide_no_other(client, site, at_once):
    page = listed(client, metadataPrefix="oai_dc")
    seen, turn = list(page.ids), 0
    while page.token:
        # One that was given already, one that is still to come, and a new one: after each page.
        moved = [IDS[turn], IDS[-2 - turn]] if turn < 3 else []
        Paper.objects.filter(arxiv_id__in=moved).update(changed_at=timezone.now())
        turn += 1
        if turn < 3:
            write([f"2402.{turn:05}"], timezone.now())
        page = listed(client, resumptionToken=page.token)
        seen += page.ids
    assert {*seen} == {*IDS, "2402.00001", "2402.00002"}
    assert {*IDS[:3]} <= {one for one in seen if seen.count(one) == 2}


def test_what_commits_late_is_told_by_the_harvest_after(client, site, at_once):
    """Its moment is before others' that are committed already; the answer's date lies before it too."""
    late = connections.create_connection("default")
    try:
        with late.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("UPDATE papers_paper SET changed_at = clock_timestamp() WHERE arxiv_id = %s", [IDS[0]])
            Paper.objects.filter(arxiv_id=IDS[1]).update(changed_at=timezone.now())
            first = listed(client, metadataPrefix="oai_dc")
            seen, date = list(first.ids), first.texts("responseDate")[0]
            while first.token:
                first = listed(client, resumptionToken=first.token)
                seen += first.ids
            assert IDS[0] in seen and IDS[1] not in seen  # as it was; and what is younger waits
            cursor.execute("COMMIT")
        again = listed(client, metadataPrefix="oai_dc", **{"from": date})
        assert again.ids == [IDS[0], IDS[1]]
    finally:
        late.close()


def test_a_dump_that_reads_holds_nothing_back(client, site, at_once):
    reader = connections.create_connection("default")
    try:
        with reader.cursor() as cursor:
            cursor.execute("SELECT set_config('application_name', %s, false)", [APPLICATION_NAME])
            cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SELECT count(*) FROM papers_paper")
            now = timezone.now()
            Paper.objects.filter(arxiv_id=IDS[0]).update(changed_at=now)
            assert selection.settled_until() > now
    finally:
        reader.close()


def test_a_row_as_young_as_the_slack_is_not_told_yet(client, site):
    Paper.objects.filter(arxiv_id=IDS[0]).update(changed_at=timezone.now())
    told = listed(client, metadataPrefix="oai_dc", **{"from": "2024-05-02"})
    assert IDS[0] not in told.ids
    assert told.texts("responseDate")[0] < timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ")
