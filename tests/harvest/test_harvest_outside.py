"""Harvesting OpenAlex and Semantic Scholar over HTTP: which papers, in what order, and what each fault does."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models.functions import Now

from harvest import status, tasks
from harvest.linking import asking
from harvest.linking.working import work as work_rows
from harvest.models import HarvestRun, PaperAsked, RawPayload, RejectedRecord, SourceBudget, SourcePace, WorkItem
from papers.models import Authorship, Claim, OutsideWork, Paper
from tests.factories import make_paper
from tests.harvest.outside import OPENALEX, SCHOLAR
from tests.upstreams import openalex, semantic_scholar
from tests.upstreams.json_server import Reply
from tests.upstreams.openalex import OpenAlexRecords, OpenAlexServer, authorship
from tests.upstreams.semantic_scholar import S2Records, SemanticScholarServer

pytestmark = pytest.mark.django_db

IDS = [f"2401.{number:05}" for number in range(1, 7)]  # oldest first


@pytest.fixture(autouse=True)
def papers():
    return [
        make_paper(
            one, title=f"Paper {one}", authors=["Ada Lovelace"], first_submitted_at=datetime(2024, 1, day, tzinfo=UTC)
        )
        for day, one in enumerate(IDS, 1)
    ]


@pytest.fixture
def server(settings):
    works = [
        openalex.work(f"W{number}", one, f"Paper {one}", [authorship("Lovelace, Ada", "A5000000001", "Ada Lovelace")])
        for number, one in enumerate(IDS, 1)
    ]
    with OpenAlexServer(OpenAlexRecords(works=works)) as server:
        settings.OPENALEX_API_URL, settings.OPENALEX_SECONDS_BETWEEN_REQUESTS = server.url, 0
        yield server


@pytest.fixture
def scholar(settings):
    papers = [
        semantic_scholar.paper(number, one, f"Paper {one}", [("77", "A. Lovelace")])
        for number, one in enumerate(IDS[:4], 1)
    ]
    with SemanticScholarServer(S2Records(papers=papers)) as server:
        settings.S2_API_URL, settings.S2_SECONDS_BETWEEN_REQUESTS = server.url, 0
        yield server


def harvest(source, *arguments):
    told = StringIO()
    call_command("harvest", source, *arguments, stdout=told, stderr=StringIO())
    return told.getvalue()


def by_paper():
    return dict(Authorship.objects.values_list("paper__arxiv_id", "evidence"))


def test_both_sources_are_harvested_and_agree(server, scholar):
    harvest("openalex")
    harvest("semanticscholar")
    assert by_paper() == dict.fromkeys(IDS[:4], "agreement") | dict.fromkeys(IDS[4:], "one-source")
    assert set(PaperAsked.objects.filter(found=False).values_list("source", "paper__arxiv_id")) == {
        ("semanticscholar", one) for one in IDS[4:]
    }
    assert {run.state for run in HarvestRun.objects.all()} == {"done"}
    assert RawPayload.objects.filter(source="openalex").exists()


def test_newest_papers_go_first_and_the_next_harvest_goes_on(server):
    harvest("openalex", "--limit", "2")
    assert set(OutsideWork.objects.values_list("paper__arxiv_id", flat=True)) == set(IDS[4:])
    harvest("openalex", "--limit", "2")
    assert set(OutsideWork.objects.values_list("paper__arxiv_id", flat=True)) == set(IDS[2:])
    harvest("openalex")
    assert "No paper is due" in harvest("openalex")


def test_papers_are_asked_for_by_id_again(server):
    harvest("openalex", "--ids", IDS[0], f"arXiv:{IDS[1]}v2")
    harvest("openalex", "--ids", IDS[0])
    assert OutsideWork.objects.count() == 2


@pytest.mark.parametrize("arguments", [["--days", "3"], ["--limit", "0"], ["--ids", "nonsense"]])
def test_what_makes_no_sense_is_refused_in_a_line(server, arguments):
    with pytest.raises(CommandError) as error:
        harvest("openalex", *arguments)
    assert error.value.returncode == 2


def test_spent_budget_pauses_the_source_until_it_resets_and_costs_no_attempt(server, settings):
    settings.OPENALEX_DAILY_BUDGET = 0.0001
    asking.plan(OPENALEX, HarvestRun.Trigger.SCHEDULE)
    SourceBudget.objects.create(source="openalex", spent=1, resets_at=datetime.now(UTC) + timedelta(hours=5))
    wait = work_rows(OPENALEX, 60)
    assert timedelta(hours=4) < wait <= timedelta(hours=5)
    item = WorkItem.objects.get()
    assert (item.state, item.attempts) == ("open", 0)
    assert "rests" in item.error
    (_, told) = status.sources()
    assert told.budget.left == 0
    SourceBudget.objects.update(resets_at=Now())
    WorkItem.objects.update(not_before=Now())
    settings.OPENALEX_DAILY_BUDGET = 1
    work_rows(OPENALEX, 60)
    assert Claim.objects.count() == len(IDS)


@pytest.mark.parametrize("fault", ["429", "503", "html", "truncated", "reset"])
def test_source_in_trouble_is_asked_again_later(server, fault):
    asking.plan(OPENALEX, HarvestRun.Trigger.SCHEDULE)
    server.faults.push(fault, times=None)
    work_rows(OPENALEX, 60)
    assert WorkItem.objects.get().state == "open"
    assert not Claim.objects.exists()
    server.faults.clear()
    SourcePace.objects.update(paused_until=None)
    WorkItem.objects.update(not_before=Now())
    work_rows(OPENALEX, 60)
    assert WorkItem.objects.get().state == "done"
    assert Claim.objects.count() == len(IDS)


def test_record_of_the_wrong_shape_is_kept_apart_and_the_batch_goes_on(scholar):
    scholar.world.paper(f"ARXIV:{IDS[0]}")["paperId"] = "nonsense"
    harvest("semanticscholar")
    assert Claim.objects.count() == 3
    refused = RejectedRecord.objects.get()
    assert (refused.source, refused.external_id) == ("semanticscholar", IDS[0])


def test_work_of_the_wrong_shape_is_kept_apart_under_its_paper_which_is_not_taken_for_unknown(server):
    server.world.works_by_doi(f"10.48550/arxiv.{IDS[0]}")[0]["title"] = ["nonsense"]
    harvest("openalex")
    assert Claim.objects.count() == len(IDS) - 1
    assert RejectedRecord.objects.get().external_id == IDS[0]
    asked = PaperAsked.objects.get(paper__arxiv_id=IDS[0])
    assert asked.due_at - asked.asked_at == asking.FAILED
    server.world.works_by_doi(f"10.48550/arxiv.{IDS[0]}")[0]["title"] = f"Paper {IDS[0]}"
    harvest("openalex", "--ids", IDS[0])
    assert RejectedRecord.objects.get().resolved_at
    server.world.works_by_doi(f"10.48550/arxiv.{IDS[0]}")[0]["title"] = ["nonsense"]
    harvest("openalex", "--ids", IDS[0])
    assert PaperAsked.objects.get(paper__arxiv_id=IDS[0]).found


@pytest.mark.parametrize("body", [b"{}", b"[]", b'{"results": {}}', b'{"error": "none"}'])
def test_answer_that_is_no_list_says_nothing_of_papers(server, monkeypatch, body):
    monkeypatch.setattr(server, "right", lambda exchange: Reply(body))
    asking.plan(OPENALEX, HarvestRun.Trigger.SCHEDULE)
    work_rows(OPENALEX, 60)
    assert WorkItem.objects.get().state == "open"
    assert not PaperAsked.objects.exists()


@pytest.mark.parametrize("status", [400, 429, 500])
def test_words_that_cannot_be_kept_are_no_fault_of_ours(server, monkeypatch, status):
    refusal = Reply(b'{"error": "a\\u0000b\\ud800", "message": "\\u0000"}', status)
    monkeypatch.setattr(server, "right", lambda exchange: refusal)
    asking.plan(OPENALEX, HarvestRun.Trigger.SCHEDULE)
    work_rows(OPENALEX, 60)
    told = WorkItem.objects.get().error + SourcePace.objects.get().last_error
    assert f"HTTP {status} a\ufffdb" in told


@pytest.mark.parametrize("status", [400, 500])
def test_author_list_that_cannot_be_had_whole_costs_no_other_paper(server, monkeypatch, status):
    names = [f"Ada{chr(97 + number // 26)}{chr(97 + number % 26)} Lovelace" for number in range(110)]
    big = make_paper("2402.00001", title="Big", authors=names, first_submitted_at=datetime(2024, 2, 1, tzinfo=UTC))
    rows = [authorship(name, f"A50000010{number:02}") for number, name in enumerate(names)]
    others = [server.world.works_by_arxiv_id(one)[0] for one in IDS]
    server.world = OpenAlexRecords(works=[*others, openalex.work("W99", "2402.00001", "Big", rows)])
    right = server.right
    refusal = Reply(b'{"error": "too large"}', status)
    monkeypatch.setattr(server, "right", lambda one: refusal if one.path.startswith("works/") else right(one))
    harvest("openalex")
    assert Claim.objects.count() == len(IDS)
    assert "2402.00001" in HarvestRun.objects.get().error
    asked = PaperAsked.objects.get(paper=big)
    assert asked.due_at - asked.asked_at == asking.FAILED


def test_no_paper_known_is_no_failure(scholar):
    scholar.world = S2Records()
    harvest("semanticscholar")
    assert PaperAsked.objects.filter(found=False).count() == len(IDS)
    assert asking.due(SCHOLAR, 10) == []


def test_cut_author_list_is_asked_for_whole(server, papers):
    names = [f"Ada{chr(97 + number // 26)}{chr(97 + number % 26)} Lovelace" for number in range(130)]
    big = make_paper("2402.00001", title="Big", authors=names, first_submitted_at=datetime(2024, 2, 1, tzinfo=UTC))
    rows = [authorship(name, f"A50000010{number:02}") for number, name in enumerate(names)]
    server.world = OpenAlexRecords(works=[openalex.work("W99", "2402.00001", "Big", rows)])
    harvest("openalex", "--limit", "1")
    assert Claim.objects.filter(authorship__paper=big).count() == 130


def test_sweep_plans_and_rings_for_each_source(settings, monkeypatch):
    rung = []
    monkeypatch.setattr(tasks.work_outside, "delay", rung.append)
    tasks.sweep_outside()
    tasks.sweep_outside()
    assert rung == ["openalex", "semanticscholar"]
    assert set(WorkItem.objects.values_list("kind", flat=True)) == {"openalex-papers", "semanticscholar-papers"}


def test_sweep_asks_nothing_about_a_mere_sample(monkeypatch):
    Paper.objects.update(own_words=True)
    tasks.sweep_outside()
    assert not WorkItem.objects.exists()
