"""Home, the site's own text, status, health, and what every page has in common."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from django.views.csrf import csrf_failure
from django.views.defaults import permission_denied

from harvest.models import Checkpoint, HarvestRun, PaperAsked, RejectedRecord, SourceBudget, SourcePace, WorkItem
from harvest.summaries import totals
from papers.models import Paper
from tests.factories import make_claim, make_institution, make_outside_work, make_profile, make_researcher
from tests.machines.conftest import record
from tests.weaving import weave, written
from wovepaper import status
from wovepaper.errors import bad_request

OWN = ["/", "/papers", "/categories", "/about", "/contact", "/privacy", "/developers", "/status"]


@pytest.mark.parametrize("path", OWN)
def test_page_is_the_same_for_all_and_closed(db, client, collected_static, path):
    response = client.get(path)
    assert response.status_code == 200
    assert "Set-Cookie" not in response
    assert "Cookie" not in response.get("Vary", "")
    assert "csrf" not in response.content.decode()
    assert response["Cache-Control"].startswith("public")
    assert "unsafe" not in response["Content-Security-Policy"]
    assert response["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", OWN)
def test_page_has_one_heading_a_title_and_a_description(db, page, path):
    tree = page(path)
    assert len(tree("h1")) == 1
    assert tree.title.string.endswith("wovepaper")
    assert 20 < len(tree.select_one("meta[name=description]")["content"]) <= 155
    assert tree.select_one("a.skip")["href"] == "#main"
    assert tree.html["lang"] == "en"


@pytest.mark.parametrize("path", OWN)
def test_page_loads_nothing_from_elsewhere_and_checks_what_it_loads(db, page, path):
    tree = page(path)
    loaded = [
        tag.get("src") or tag.get("href")
        for tag in tree.select("script[src], link[rel=stylesheet], img, link[rel=preload]")
    ]
    assert loaded
    assert all(address.startswith("/static/") for address in loaded)
    assert all(tag["integrity"].startswith("sha384-") for tag in tree.select("script[src], link[rel=stylesheet]"))


def test_home_shows_newest_fields_and_counts(held, page):
    held(
        *(record(title=f"Paper {n}", categories=("cs.CL",)) for n in range(3)),
        record(title="Strings", categories=("hep-th",), first="1995-01-01"),
    )
    tree = page("/")
    assert [dd.text for dd in tree.select(".stats dd")] == ["4", "2", "1995"]
    assert [bar.select_one(".n").text for bar in tree.select(".bars a")] == ["3", "1"]
    assert len(tree.select(".rows .row")) == 4
    assert "2 archives by year, 1995 to 2020" in tree.select_one(".weave title").text


def test_home_says_when_there_is_nothing_yet(db, page):
    tree = page("/")
    assert "There are none yet" in tree.select_one("main").text
    assert not tree.select(".weave")


@pytest.fixture
def woven():
    """Two papers by Ada Lovelace at an institute, one of them with an author who is not matched."""
    ada, institute = make_researcher("Ada Lovelace"), make_institution("Analytical Institute")
    papers = [written(ada, at=[institute], title="One"), written(ada, "Charles Babbage", title="Two")]
    make_claim(papers[0].authorships.get(), make_profile(ada))
    make_outside_work(papers[0], chosen=True)
    weave()
    return papers


def stats(tree):
    return {one.dt.text: one.dd.text for one in tree.select(".stats > div")}


def test_home_tells_how_many_people_and_places_as_last_counted(db, page, woven):
    assert "researchers" not in stats(page("/"))
    totals.count()
    assert stats(page("/")) == {"papers": "0", "researchers": "1", "institutions": "1"}


def test_home_counts_no_people_or_places_by_itself(db, client, collected_static, woven, django_assert_max_num_queries):
    totals.count()
    cache.clear()
    client.get("/")  # what every page remembers for a minute
    with django_assert_max_num_queries(8) as asked:
        assert client.get("/").status_code == 200
    assert not [one["sql"] for one in asked if "count(" in one["sql"].lower()]


def test_home_is_new_to_caches_once_other_numbers_are_counted(db, client, collected_static, woven):
    totals.count()
    first = client.get("/")["ETag"]
    assert totals.count() and client.get("/")["ETag"] == first
    written(make_researcher("Mary Somerville"))
    Paper.objects.update(changed_at=woven[0].changed_at)
    weave()
    totals.count()
    assert client.get("/")["ETag"] != first


def test_home_and_its_markdown_tell_how_fresh_each_source_is(held, page, client):
    held(title="One")
    at = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    SourcePace.objects.create(source="openalex", last_good_at=at)
    HarvestRun.objects.create(source="ror", trigger="command", window="v2.9.zip", state="done", finished_at=at)
    facts = {one.dt.text: one.dd.text for one in page("/").select(".side .facts > div")}
    assert facts == {
        "arXiv": "not read completely yet", "OpenAlex": "last read 2 Jan 2026, 03:04 UTC", "ROR": "loaded 2 Jan 2026",
    }  # fmt: skip
    text = client.get("/index.md").content.decode()
    assert "- OpenAlex: last read 2026-01-02 03:04 UTC" in text
    assert "- ROR: loaded 2026-01-02" in text


def test_home_is_made_in_eight_queries(held, client, collected_static, django_assert_max_num_queries):
    held(*(record() for _ in range(40)))
    totals.count()
    cache.clear()
    with django_assert_max_num_queries(8):
        assert client.get("/").status_code == 200


def test_the_whole_site_says_that_it_shows_sample_data(held, page):
    held(*(record(own_words=True) for _ in range(3)))
    for path in OWN:
        assert "3 landmark papers" in page(path).select_one(".strip").text


def test_a_real_paper_ends_the_sample(held, page):
    held(record(own_words=True), record())
    assert not page("/").select(".strip")


@pytest.mark.parametrize(
    ("setting", "href"),
    [("who@example.org", "mailto:who@example.org"), ("https://example.org/c", "https://example.org/c")],
)
def test_contact_links_the_operators_address(db, page, settings, setting, href):
    settings.OPERATOR_CONTACT = setting
    assert page("/contact").select_one(".prose a")["href"] == href


def test_status_tells_runs_rejected_records_and_their_reasons(db, page):
    run = HarvestRun.objects.create(
        source="arxiv", trigger="command", window="snapshot /home/me/papers.json", state="done", created=7, refused=1
    )
    HarvestRun.objects.filter(pk=run.pk).update(finished_at=datetime(2026, 1, 2, tzinfo=UTC))
    RejectedRecord.objects.create(
        source="arxiv", external_id="0704.0001", reason="no title: <b>", raw=b"", raw_hash="x",
        first_seen_at=datetime(2026, 1, 2, tzinfo=UTC), last_seen_at=datetime(2026, 1, 2, tzinfo=UTC),
    )  # fmt: skip
    text = page("/status").select_one("main").text
    assert "snapshot papers.json" in text
    assert "/home/me" not in text
    assert "no title" in text
    assert "0704.0001" in text


def test_status_tells_how_far_matching_has_got(db, page, woven):
    SourcePace.objects.create(source="openalex", last_good_at=datetime(2026, 1, 2, 3, 4, tzinfo=UTC))
    WorkItem.objects.create(kind="openalex-papers", key="x", arguments={"ids": ["2001.00001"]})
    PaperAsked.objects.create(
        source="openalex", paper=woven[0], asked_at=timezone.now(), found=True, due_at=timezone.now()
    )
    totals.count()
    text = " ".join(page("/status").select_one("main").get_text(" ").split())
    assert "OpenAlex" in text
    assert "Last answer 2 Jan 2026, 03:04 UTC" in text
    assert "1 piece of work; 1 paper not asked for yet" in text
    assert "Papers found there 1 of 1 asked for" in text
    assert "Authors given a profile 1 of 3" in text
    assert "2 of 3 authors in the papers’ lists lead to a researcher, 1 of 1 affiliation to an institution" in text


def test_status_says_until_when_a_source_pauses_whose_budget_is_spent(db, page, settings):
    settings.OPENALEX_DAILY_BUDGET = 0.5
    midnight = timezone.now() + timedelta(hours=5)
    SourcePace.objects.create(source="openalex", last_good_at=timezone.now())
    SourceBudget.objects.create(source="openalex", spent="0.5", resets_at=midnight)
    WorkItem.objects.create(kind="openalex-papers", key="x", not_before=midnight, error="the source rests: later")
    text = " ".join(page("/status").select_one("main").get_text(" ").split())
    assert "budget spent" in text
    assert "0.50 of 0.50 dollars spent, 0.00 left" in text
    assert f"Paused until {midnight:%-d %b %Y, %H:%M} UTC, since the day’s budget is spent" in text


def test_status_tells_rejected_records_of_each_source_apart(db, page):
    for source in ("openalex", "ror"):
        HarvestRun.objects.create(source=source, trigger="command", window="x", state="done")
        SourcePace.objects.create(source=source)
        RejectedRecord.objects.create(
            source=source, external_id=f"id of {source}", reason=f"{source}: no", raw=b"", raw_hash="x",
            first_seen_at=timezone.now(), last_seen_at=timezone.now(),
        )  # fmt: skip
    blocks = {one.h2.text: one.text for one in page("/status").select("section.block")}
    assert "id of openalex" in blocks["Rejected records of OpenAlex"]
    assert "id of ror" in blocks["Rejected records of ROR"]
    assert "id of" not in blocks["Rejected records of arXiv"]


def test_status_and_home_say_to_when_arxiv_is_complete(held, page):
    held(title="One")
    Checkpoint.objects.create(source="arxiv", complete_until=datetime(2026, 1, 2, 3, 4, tzinfo=UTC))
    assert "complete to 2 Jan 2026, 03:04 UTC" in page("/").select_one(".side").text
    assert "2 Jan 2026, 03:04 UTC" in page("/status").text


def test_status_answers_while_its_parts_do_not(db, page, settings, monkeypatch):
    def away():
        raise DatabaseError("gone")

    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    for name in ("sources", "workers"):
        monkeypatch.setattr(status.harvest_status, name, away)
    for name in ("index_status", "embedding_status"):
        monkeypatch.setattr(status.search_status, name, away)
    text = page("/status").select_one("main").text
    assert "The database does not answer" in text
    assert re.search(r"Queue\s*does not answer", text)


def test_health_is_plain_and_not_cached(db, client):
    for path, word in (("/healthz", b"ok\n"), ("/readyz", b"ready\n")):
        response = client.get(path)
        assert (response.status_code, response.content, response["Cache-Control"]) == (200, word, "no-store")


def test_health_needs_no_database(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        assert client.get("/healthz").status_code == 200


def test_an_error_of_ours_answers_without_database_or_trace(
    db, collected_static, monkeypatch, django_assert_num_queries
):
    def broken(*arguments):
        raise RuntimeError("secret detail")

    monkeypatch.setattr("papers.lists.counts_by_category", broken)
    client = Client(raise_request_exception=False)
    with django_assert_num_queries(1):  # the one for the validator, before the view
        response = client.get("/categories")
    assert response.status_code == 500
    assert b"Something broke here" in response.content
    assert b"secret detail" not in response.content
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("refused_by", ["right", "form"])
def test_refusals_are_pages_of_ours(rf, db, collected_static, refused_by):
    request = rf.get("/")
    if refused_by == "form":
        response, words = csrf_failure(request), b"The form was not taken"
    else:
        response, words = permission_denied(request, PermissionDenied()), b"This page is not open to you"
    assert response.status_code == 403
    assert words in response.content and b'<link rel="stylesheet"' in response.content
    assert settings.SITE_NAME.encode() in response.content


def test_developers_page_names_every_format(db, page):
    text = page("/developers").text
    for suffix in (".md", ".json", ".bib", ".ris", ".csl.json", ".jsonld", ".linkset.json", ".pdf"):
        assert suffix in text


def test_status_says_how_far_search_has_got(held, page, monkeypatch):
    held(title="One")
    monkeypatch.setattr(status.search_status, "index_status", lambda: status.search_status.IndexStatus("", 5, 7, 1.5))
    text = page("/status").select_one(".states").text
    assert "5 papers, 1.5 MB; 7 changes behind" in text
    assert "0 papers read by" in text


def test_home_is_markdown_at_its_suffix_and_behind_accept(held, client, collected_static):
    held(title="One")
    by_suffix = client.get("/index.md")
    by_accept = client.get("/", headers={"accept": "text/markdown"})
    assert by_suffix.content == by_accept.content
    assert by_accept["Content-Location"] == "/index.md"
    assert by_accept["ETag"] != client.get("/")["ETag"]
    assert "](http://127.0.0.1:8000/papers/" in by_suffix.content.decode()


def test_what_the_host_header_says_is_repeated_nowhere(db, client, collected_static):
    for path in ("/", "/about/", "/nope", "/papers/2024/1"):
        response = client.get(path, headers={"host": "evil.example"})
        assert b"evil.example" not in response.content
        assert "evil.example" not in str(response.headers)


def test_a_request_that_django_refuses_gets_a_page_too(collected_static, rf):
    response = bad_request(rf.get("/"), SuspiciousOperation("secret detail"))
    assert response.status_code == 400
    assert b"makes no sense" in response.content
    assert b"/static/js/site." in response.content  # so that it has the colours that were chosen
    assert b"secret detail" not in response.content
