"""Profiles are asked for by themselves: newest papers' people first, within the budget, and what each answer does."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError
from django.db.models.functions import Now
from django.utils import timezone

from harvest import tasks
from harvest.linking import asking, profile_asking
from harvest.linking.working import work as work_rows
from harvest.models import HarvestRun, PaperAsked, ProfileAsked, RejectedRecord, WorkItem
from papers.models import Paper
from researchers.models import Profile, Researcher
from tests.factories import make_paper
from tests.harvest.outside import OPENALEX, SCHOLAR
from tests.harvest.test_harvest_outside import harvest
from tests.upstreams import openalex, semantic_scholar
from tests.upstreams.openalex import OpenAlexRecords, OpenAlexServer, authorship
from tests.upstreams.semantic_scholar import S2Records, SemanticScholarServer

pytestmark = pytest.mark.django_db

IDS = [f"2401.{number:05}" for number in range(1, 5)]  # oldest first
PEOPLE = {f"A500000000{number}": name for number, name in enumerate(["Ada King", "Ben Ash", "Cy Dee", "Eve Fay"], 1)}
BEAT = HarvestRun.Trigger.SCHEDULE


@pytest.fixture(autouse=True)
def papers():
    return [
        make_paper(one, title=f"Paper {one}", authors=[name], first_submitted_at=datetime(2024, 1, day, tzinfo=UTC))
        for day, (one, name) in enumerate(zip(IDS, PEOPLE.values(), strict=True), 1)
    ]


def author(author_id, name, h_index=7, **facts):
    stats = {"h_index": h_index, "i10_index": 1, "2yr_mean_citedness": 1.0}
    return openalex.author(author_id, name, works_count=30, cited_by_count=400, summary_stats=stats, **facts)


@pytest.fixture
def server(settings):
    works = [
        openalex.work(f"W{number}", one, f"Paper {one}", [authorship(name, profile, name)])
        for number, (one, (profile, name)) in enumerate(zip(IDS, PEOPLE.items(), strict=True), 1)
    ]
    people = [author(*one) for one in PEOPLE.items()]
    records = OpenAlexRecords(works=works, authors=people, merged={}, merged_away=set())
    with OpenAlexServer(records) as server:
        settings.OPENALEX_API_URL, settings.OPENALEX_SECONDS_BETWEEN_REQUESTS = server.url, 0
        yield server


@pytest.fixture
def scholar(settings):
    papers = [
        semantic_scholar.paper(number, one, f"Paper {one}", [(str(70 + number), name)])
        for number, (one, name) in enumerate(zip(IDS, PEOPLE.values(), strict=True), 1)
    ]
    people = [
        semantic_scholar.author("71", "A. King", paperCount=12, citationCount=90, hIndex=5),
        semantic_scholar.author("72", "B. Ash", externalIds={"ORCID": "0000-0002-1825-0097"}),
    ]
    with SemanticScholarServer(S2Records(papers=papers, authors=people)) as server:
        settings.S2_API_URL, settings.S2_SECONDS_BETWEEN_REQUESTS = server.url, 0
        yield server


def harvest_papers(source=OPENALEX):
    asking.plan(source, BEAT)
    work_rows(source, 60)


def harvest_people(source=OPENALEX, limit=profile_asking.PROFILES_A_PLAN):
    rows = profile_asking.plan(source, BEAT, limit)
    work_rows(source, 60)
    return rows


def facts(outside_id):
    one = Profile.objects.get(outside_id=outside_id)
    return one.works_count, one.citation_count, one.h_index


def test_facts_of_people_come_with_the_day_and_stand_on_their_page(server, client, collected_static):
    harvest_papers()
    assert facts("A5000000001") == (None, None, None)
    harvest_people()
    assert facts("A5000000001") == (30, 400, 7)
    profile = Profile.objects.get(outside_id="A5000000001")
    assert timezone.now() - profile.read_at < timedelta(hours=1)
    told = client.get(profile.researcher.get_absolute_url()).text
    assert "h-index<br>OpenAlex</dt><dd>7<" in told
    assert f">{profile.read_at:%-d %b %Y}</time>" in told.partition("last read")[2]
    assert profile_asking.plan(OPENALEX, BEAT) == []
    assert {run.state for run in HarvestRun.objects.all()} == {"done"}


def test_semantic_scholar_tells_facts_and_an_orcid_that_papers_do_not(scholar):
    harvest_papers(SCHOLAR)
    harvest_people(SCHOLAR)
    assert facts("71") == (12, 90, 5)
    ash = Profile.objects.get(outside_id="72")
    assert ash.researcher.orcid == ash.orcid == "0000-0002-1825-0097"
    assert ash.researcher.authorships.get().evidence == "orcid"
    assert set(Profile.objects.exclude(gone_at=None).values_list("outside_id", flat=True)) == {"73", "74"}


def test_people_on_the_newest_papers_go_first_and_the_next_plan_goes_on(server):
    harvest_papers()
    harvest_people(limit=2)
    assert set(Profile.objects.exclude(read_at=None).values_list("outside_id", flat=True)) == set(list(PEOPLE)[2:])
    harvest_people(limit=2)
    assert not Profile.objects.filter(read_at=None).exists()


def test_papers_go_before_people(server):
    asking.plan(OPENALEX, BEAT, 1)
    work_rows(OPENALEX, 60)
    profile_asking.plan(OPENALEX, BEAT)
    asking.plan(OPENALEX, BEAT)
    assert WorkItem.objects.filter(state="open").order_by("-priority").first().kind == "openalex-papers"
    server.requests.clear()
    work_rows(OPENALEX, 60)
    assert [one.path for one in server.requests].index("authors") > 0


def test_spent_budget_leaves_the_row_for_when_it_resets(server, settings):
    harvest_papers()
    server.budget = 0
    profile_asking.plan(OPENALEX, BEAT)
    wait = work_rows(OPENALEX, 60)
    assert wait > timedelta(minutes=30)
    item = WorkItem.objects.get(kind="openalex-profiles")
    assert (item.state, item.attempts) == ("open", 0)
    assert not Profile.objects.exclude(read_at=None).exists()


def test_merged_and_unknown_profiles_are_told_apart_and_their_papers_asked_again(server):
    harvest_papers()
    first, second, *_ = PEOPLE
    people = [author(*one) for one in PEOPLE.items()] + [author("A5000000009", "Ada King")]
    left = [one for one in people if not one["id"].endswith((first, second))]
    server.world = OpenAlexRecords(authors=left, merged={first: "A5000000009"}, merged_away={second})
    assert not PaperAsked.objects.filter(due_at__lte=Now()).exists()
    harvest_people()
    gone = dict(Profile.objects.exclude(gone_at=None).values_list("outside_id", "merged_into"))
    assert gone == {first: "A5000000009", second: ""}
    assert set(PaperAsked.objects.filter(due_at__lte=Now()).values_list("paper__arxiv_id", flat=True)) == set(IDS[:2])
    assert Paper.objects.filter(authorships__researcher=None).count() == 0  # claims stand until the papers say more
    assert profile_asking.plan(OPENALEX, BEAT) == []


def test_profile_that_redirects_in_a_ring_costs_no_other(server):
    harvest_papers()
    first, *others = PEOPLE
    people = [author(one, PEOPLE[one]) for one in others]
    server.world = OpenAlexRecords(authors=people, merged={first: "A5000000009", "A5000000009": first})
    harvest_people()
    assert set(Profile.objects.exclude(read_at=None).values_list("outside_id", flat=True)) == set(others)
    due = ProfileAsked.objects.get(profile__outside_id=first).due_at
    assert timedelta(hours=20) < due - timezone.now() < timedelta(days=2)


def test_profile_of_a_wrong_shape_is_kept_apart_and_the_rest_is_read(scholar):
    harvest_papers(SCHOLAR)
    scholar.world = S2Records(authors=[semantic_scholar.author("71", "A. King"), {"authorId": "72", "name": 4}])
    scholar.world.author("72")["authorId"] = ["72"]
    harvest_people(SCHOLAR)
    assert RejectedRecord.objects.get().external_id == "72"
    assert facts("71") == (1, 0, 1)
    due = ProfileAsked.objects.get(profile__outside_id="72").due_at
    assert timedelta(hours=20) < due - timezone.now() < timedelta(days=2)


def test_same_facts_again_change_no_one_s_place_in_the_change_sequence(server):
    harvest_papers()
    before = list(Researcher.objects.order_by("pk").values_list("pk", "change_seq"))
    harvest_people()
    ProfileAsked.objects.update(due_at=Now())
    harvest_people()
    assert list(Researcher.objects.order_by("pk").values_list("pk", "change_seq")) == before


def test_sweep_asks_for_people_by_itself(server, scholar, monkeypatch):
    rung = []
    monkeypatch.setattr(tasks.work_outside, "delay", rung.append)
    harvest_papers()
    tasks.sweep_outside()
    assert WorkItem.objects.filter(kind="openalex-profiles", state="open").count() == 1
    assert "openalex" in rung


def test_row_whose_process_was_killed_is_worked_again_to_the_same_end(server):
    harvest_papers()
    profile_asking.plan(OPENALEX, BEAT)
    WorkItem.objects.filter(kind="openalex-profiles").take()  # and never heard of again
    work_rows(OPENALEX, 60)
    assert not Profile.objects.filter(read_at=None).exists()
    assert WorkItem.objects.get(kind="openalex-profiles").state == "done"


def test_people_are_asked_for_by_hand(server):
    harvest_papers()
    assert "4 changed" in harvest("openalex", "--profiles", "--limit", "10")
    assert "No profile is due" in harvest("openalex", "--profiles")


@pytest.mark.parametrize("arguments", [["openalex", "--profiles", "--ids", IDS[0]], ["arxiv", "--profiles"]])
def test_people_of_arxiv_or_by_paper_are_refused_in_a_line(arguments):
    with pytest.raises(CommandError) as error:
        harvest(*arguments)
    assert error.value.returncode == 2
