"""Feeds of new versions, and of new citations of a paper and of a person."""

import io
import json
from datetime import UTC, datetime, timedelta

import feedparser
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from papers.models import Citation, Paper, Version
from researchers.models import Researcher
from tests.factories import make_researcher
from tests.machines.conftest import record
from tests.weaving import weave, written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]
SITE = "http://127.0.0.1:8000"
DAYS = ["2020-01-15", "2020-02-01"]


def entries(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    feed = feedparser.parse(io.BytesIO(answer.content))
    assert not feed.bozo, feed.get("bozo_exception")
    return feed.entries


def cite(cited, *citing, days_ago=0, source="openalex"):
    when = datetime(2024, 5, 31, 12, tzinfo=UTC) - timedelta(days=days_ago)
    for paper in citing:
        Citation.objects.create(citing=paper, cited=cited, source=source, first_told_at=when)
    told = Paper.objects.filter(pk__in=[cited.pk, *(paper.pk for paper in citing)])
    told.update(recounted_at=when)  # as linking leaves it


def test_new_version_stands_in_updates_and_keeps_its_place_in_latest(client, held):
    held(record(arxiv_id="2001.08888", title="On engines", versions=DAYS[:1], categories=("cs.LG",)))
    held(categories=("hep-th",))
    assert entries(client, "/rss/updates.xml") == []
    latest = {entry.id for entry in entries(client, "/rss/latest.xml")}
    (paper,) = held(
        record(arxiv_id="2001.08888", title="On looms", abstract="New.", versions=DAYS, categories=("cs.LG",))
    )
    assert {entry.id for entry in entries(client, "/rss/latest.xml")} == latest
    for path in (
        "/rss/updates.xml",
        "/rss/updates.atom",
        "/categories/cs.LG/updates.xml",
        "/categories/cs/updates.atom",
    ):
        (entry,) = entries(client, path)
        assert entry.id == f"{SITE}/papers/2001.08888v2"
        assert entry.link == f"{SITE}{paper.get_absolute_url()}"
        assert entry.published.startswith(("Sat, 01 Feb 2020", "2020-02-01"))
        assert entry.summary.startswith("Version 2 of 1 February 2020. New: title, abstract.")
    (item,) = json.loads(client.get("/categories/cs.LG/updates.json").content)["items"]
    assert item["id"] == f"{SITE}/papers/2001.08888v2"
    assert client.get(f"/papers/{item['id'].rpartition('/')[2]}").headers["Location"] == paper.get_absolute_url()
    assert entries(client, "/categories/hep-th/updates.xml") == []
    assert client.get("/categories/cmp-lg/updates.xml").headers["Location"] == "/categories/cs.CL/updates.xml"
    assert client.get("/categories/cs.XX/updates.xml").status_code == 404


def test_only_the_newest_version_of_a_paper_is_told_by_the_day_it_came(client, held):
    first, second = held(record(versions=[*DAYS, "2020-03-01"]), record(versions=DAYS))
    Version.objects.filter(paper=first).update(first_held_at=datetime(2024, 5, 2, tzinfo=UTC))
    Version.objects.filter(paper=second).update(first_held_at=datetime(2024, 5, 3, tzinfo=UTC))
    assert [entry.id for entry in entries(client, "/rss/updates.xml")] == [
        f"{SITE}{second.id_path}v2",
        f"{SITE}{first.id_path}v3",
    ]
    Paper.objects.filter(pk=second.pk).update(removed_at=second.changed_at)
    assert [entry.id for entry in entries(client, "/rss/updates.xml")] == [f"{SITE}{first.id_path}v3"]


def test_citations_of_a_paper_stand_in_the_order_they_were_told(client, held):
    cited, old, new, gone = held(title="Cited"), held(title="Old"), held(title="New"), held(title="Gone")
    cite(cited, old, days_ago=1)
    cite(cited, new, gone)
    cite(cited, old, source="semanticscholar")  # told again: no news
    Paper.objects.filter(pk=gone.pk).update(removed_at=gone.changed_at)
    page = cited.get_absolute_url()
    for suffix in ("xml", "atom"):
        found = entries(client, f"{page}/citations.{suffix}")
        assert [entry.id for entry in found] == [f"{SITE}{new.id_path}", f"{SITE}{old.id_path}"]
    items = json.loads(client.get(f"{page}/citations.json").content)["items"]
    assert [item["title"] for item in items] == ["New", "Old"]
    assert entries(client, f"{new.get_absolute_url()}/citations.xml") == []


def test_citations_of_a_person_tell_which_papers_are_cited(client):
    ada = make_researcher("Ada Lovelace")
    first, second = written(ada, title="First & foremost"), written(ada, title="Second")
    both, one = written("Bo Li", title="Both"), written("Bo Li", title="One")
    weave()
    cite(first, both, one)
    cite(second, both)
    found = {entry.title: entry.summary for entry in entries(client, f"{ada.get_absolute_url()}/citations.xml")}
    assert found["Both"].startswith("Cites “First &amp; foremost”, “Second”.")
    assert found["One"].startswith("Cites “First &amp; foremost”.")


def test_addresses_of_feeds_lead_to_the_page_s_own(client, held):
    paper = held(arxiv_id="hep-th/9901001", title="Strings")
    ada = make_researcher("Ada Lovelace")
    for asked, own in (
        ("/papers/hep-th/9901001/citations.atom", f"{paper.get_absolute_url()}/citations.atom"),
        ("/papers/arXiv:hep-th/9901001v1/citations.atom", f"{paper.get_absolute_url()}/citations.atom"),
        (f"/researchers/{ada.pk}/citations.json", f"{ada.get_absolute_url()}/citations.json"),
    ):
        answer = client.get(asked)
        assert (answer.status_code, answer.headers["Location"]) == (301, own)
        assert client.get(own).status_code == 200
    assert client.get("/papers/2001.99999/citations.xml").status_code == 404
    assert client.get("/papers/2020/01/15/citations.xml").status_code == 404
    assert client.get("/researchers/999999/citations.xml").status_code == 404
    Researcher.objects.filter(pk=ada.pk).update(hidden_at=ada.changed_at)
    Paper.objects.filter(pk=paper.pk).update(removed_at=paper.changed_at)
    for gone in (paper.get_absolute_url(), ada.get_absolute_url()):
        assert client.get(f"{gone}/citations.xml").status_code == 410


def test_either_validator_is_304_until_a_citation_comes(client, held):
    cited, citing = held(), held(title="Another")
    for path in (f"{cited.get_absolute_url()}/citations.xml", "/rss/updates.atom", "/categories/cs.LG/updates.json"):
        first = client.get(path)
        assert first.headers["Cache-Control"] == "public, max-age=3600, stale-if-error=604800"
        for headers in (
            {"If-None-Match": first.headers["ETag"]},
            {"If-Modified-Since": first.headers["Last-Modified"]},
        ):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path, headers=headers).status_code == 304
            assert len(queries) <= 1
    path = f"{cited.get_absolute_url()}/citations.xml"
    etag = client.get(path).headers["ETag"]
    cite(cited, citing, days_ago=-3_000)
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 200


def test_search_feed_answers_304_before_it_renders(client, held, monkeypatch):
    held(title="Looms"), held(title="Looms again")
    first = client.get("/search.xml?q=looms")
    assert first.status_code == 200
    monkeypatch.setattr("wovepaper.feeds.searches.feed_item", None)
    again = client.get("/search.xml?q=looms", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
