"""Feeds: the same papers in three formats, found well-formed by a feed reader."""

import io
import json
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import feedparser
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from lxml import etree

from harvest.records import AuthorRecord
from papers.models import Paper
from tests.machines.conftest import record
from wovepaper.feeds.selection import how_many, newest_held

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]
SITE = "http://127.0.0.1:8000"
LATEST = ["/rss/latest.xml", "/rss/latest.atom", "/rss/latest.feed.json"]
HOSTILE = "</title>]]><script>alert(1)</script> & &amp; \x0b\ufffe"


def read(content):
    feed = feedparser.parse(io.BytesIO(content))
    assert not feed.bozo, feed.get("bozo_exception")
    return feed


def days_ago(days, hour=12):
    return datetime(2024, 5, 31, hour, tzinfo=UTC) - timedelta(days=days)


def test_all_formats_hold_the_same_items(client, held):
    papers = [held(title=f"Paper {n}", categories=("cs.LG", "hep-th")) for n in range(3)]
    ids = {f"{SITE}{paper.id_path}" for paper in papers}
    for path in LATEST[:2]:
        feed = read(client.get(path).content)
        assert {entry.id for entry in feed.entries} == ids
        assert {entry.link for entry in feed.entries} == {f"{SITE}{paper.get_absolute_url()}" for paper in papers}
        assert feed.feed.link == f"{SITE}/papers"
        assert any(link.rel == "self" and link.href == SITE + path for link in feed.feed.links)
    json_feed = json.loads(client.get(LATEST[2]).content)
    assert {item["id"] for item in json_feed["items"]} == ids
    assert json_feed["feed_url"] == SITE + LATEST[2]
    assert json_feed["version"] == "https://jsonfeed.org/version/1.1"


def test_item_of_rss_says_what_the_conventions_ask(client, held):
    paper = held(
        arxiv_id="2001.03333",
        title="Bounds of $x^2$ & more",
        abstract="It is $\\alpha < 1$.\n\nAnd more.",
        authors="Ada King, Bo Li",
        categories=("cs.LG", "hep-th"),
        first="2020-01-15",
    )
    answer = client.get("/rss/latest.xml")
    root = etree.fromstring(answer.content)
    item = root.find("channel/item")
    assert [child.tag for child in root.find("channel")].count("item") == 1
    assert item.find("guid").text == f"{SITE}/papers/2001.03333"
    assert item.find("guid").get("isPermaLink") == "false"
    assert item.find("link").text == f"{SITE}{paper.get_absolute_url()}"
    assert item.find("title").text == paper.title
    assert parsedate_to_datetime(item.find("pubDate").text) == paper.first_submitted_at
    assert [name.text for name in item.findall("{http://purl.org/dc/elements/1.1/}creator")] == ["Ada King", "Bo Li"]
    assert [category.text for category in item.findall("category")] == ["cs.LG", "hep-th"]
    assert item.find("description").text == paper.abstract.replace("<", "&lt;")
    content = item.find("{http://purl.org/rss/1.0/modules/content/}encoded").text
    assert content.startswith("<p>Ada King, Bo Li</p>")
    assert "<math" in content and "annotation" not in content
    assert f'<a href="{SITE}{paper.get_absolute_url()}">' in content
    assert '<a href="https://arxiv.org/abs/2001.03333">' in content
    channel = root.find("channel")
    assert parsedate_to_datetime(channel.find("lastBuildDate").text) == paper.changed_at.replace(microsecond=0)
    assert (channel.find("ttl").text, channel.find("language").text) == ("60", "en")
    assert channel.find("link").text == f"{SITE}/papers"
    assert b"<?xml-stylesheet" not in answer.content


@pytest.mark.parametrize("path", LATEST)
def test_two_renderings_are_equal_bytes(client, held, path):
    held(), held(authors="")
    assert client.get(path).content == client.get(path).content


@pytest.mark.parametrize("path", LATEST)
def test_hostile_text_stays_text(client, held, path):
    paper = held(authors=[AuthorRecord("<b>Ada</b> ]]>", given="<b>Ada</b>", family="]]>")])
    Paper.objects.filter(pk=paper.pk).update(title=HOSTILE, abstract=HOSTILE, abstract_html="<p>\x0b]]></p>")
    content = client.get(path).content
    if path.endswith("json"):
        assert json.loads(content)["items"][0]["title"] == HOSTILE.replace("\x0b\ufffe", "")
    else:
        assert b"<script>" not in content
        assert read(content).entries[0].id == f"{SITE}{paper.id_path}"


@pytest.mark.parametrize("path", LATEST)
def test_feed_of_an_empty_site_is_valid(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    if not path.endswith("json"):
        assert read(answer.content).entries == []


def test_ids_survive_a_new_version(client, held):
    first = record(arxiv_id="2001.08888", versions=["2020-01-15"])
    held(first)
    before = read(client.get("/rss/latest.xml").content).entries[0].id
    held(record(arxiv_id="2001.08888", title="Quite another title", versions=["2020-01-15", "2020-02-01"]))
    entry = read(client.get("/rss/latest.xml").content).entries[0]
    assert entry.id == before
    assert entry.link.endswith("2001.08888-quite-another-title")


def test_twenty_authors_are_named_and_the_rest_counted(client, held):
    held(authors=[AuthorRecord(f"A{n} B{n}", given=f"A{n}", family=f"B{n}") for n in range(50)])
    for path in LATEST[:2]:
        names = [author.name for author in read(client.get(path).content).entries[0].authors]
        assert names == [*(f"A{n} B{n}" for n in range(20)), "and 30 more"]


@pytest.mark.parametrize("path", [*LATEST, "/categories/cs/feed.xml", "/categories/cs.LG/feed.atom"])
def test_feed_takes_four_queries_at_most(client, held, path):
    for _ in range(5):
        held(categories=("cs.LG",))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(path).status_code == 200
    assert len(queries) <= 4


def test_category_feed_holds_its_papers_and_an_archive_those_of_its_categories(client, held):
    learning, strings = held(categories=("cs.LG",)), held(categories=("hep-th",))
    both = held(categories=("math.OC", "cs.LG"))
    ids = {"cs.LG": {learning, both}, "cs": {learning, both}, "hep-th": {strings}, "math": {both}, "econ": set()}
    for code, papers in ids.items():
        for suffix in ("xml", "atom"):
            feed = read(client.get(f"/categories/{code}/feed.{suffix}").content)
            assert {entry.id for entry in feed.entries} == {f"{SITE}{paper.id_path}" for paper in papers}
        items = json.loads(client.get(f"/categories/{code}/feed.json").content)["items"]
        assert len(items) == len(papers)


def test_alias_leads_to_its_category_and_an_unknown_code_to_404(client):
    answer = client.get("/categories/cmp-lg/feed.xml")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/categories/cs.CL/feed.xml")
    assert client.get("/categories/cs.XX/feed.xml").status_code == 404
    assert client.get("/categories/cs.LG/feed.txt").status_code == 404


def test_removed_paper_leaves_the_feed(client, held):
    paper = held()
    Paper.objects.filter(pk=paper.pk).update(removed_at=paper.changed_at)
    assert read(client.get("/rss/latest.xml").content).entries == []


@pytest.mark.parametrize(
    ("arrivals", "shown"),
    [
        ([], 0),
        ([days_ago(0)] * 30, 30),
        ([days_ago(0)] * 30 + [days_ago(90)] * 300, 100),
        ([days_ago(0)] * 30 + [days_ago(13)] * 200 + [days_ago(14)] * 50, 230),
        ([days_ago(0)] * 30 + [days_ago(9)] * 800, 500),
        ([days_ago(0)] * 1_200 + [days_ago(1)] * 1_200, 1_200),
        ([days_ago(0)] * 3_000, 3_000),
        ([days_ago(0, hour=23), days_ago(0, hour=0)] + [days_ago(1, hour=23)] * 200, 202),
    ],
    ids=["none", "few", "a hundred", "14 days", "500 of 14 days", "all of the last day", "3,000", "days are UTC"],
)
def test_as_many_as_a_daily_reader_needs(arrivals, shown):
    assert how_many(arrivals) == shown


def test_newest_day_first_then_by_first_version_and_the_oldest_day_is_cut(held, monkeypatch):
    monkeypatch.setattr("wovepaper.feeds.selection.AT_LEAST", 4)
    monkeypatch.setattr("wovepaper.feeds.selection.DAYS", 1)
    old = held(*(record(arxiv_id=f"1901.0000{n}", first=f"2019-01-0{n}") for n in (1, 2, 3)), now=days_ago(2))
    new = held(*(record(arxiv_id=f"1801.0000{n}", first=f"2018-01-0{n}") for n in (1, 2)), now=days_ago(0))
    assert newest_held(Paper.objects.listed()) == [new[1], new[0], old[2], old[1]]


@pytest.mark.parametrize("path", [*LATEST, "/categories/cs.LG/feed.xml", "/categories/cs.LG/feed.json"])
def test_feed_is_public_and_answers_304_in_one_query(client, held, path):
    held(categories=("cs.LG",))
    first = client.get(path)
    assert first.headers["Cache-Control"] == "public, max-age=3600, stale-if-error=604800"
    assert not first.cookies and "Cookie" not in first.headers.get("Vary", "")
    assert first.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    for headers in ({"If-None-Match": first.headers["ETag"]}, {"If-Modified-Since": first.headers["Last-Modified"]}):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path, headers=headers).status_code == 304
        assert len(queries) <= 1


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("/rss/latest.xml", "application/rss+xml; charset=utf-8"),
        ("/rss/latest.atom", "application/atom+xml; charset=utf-8"),
        ("/rss/latest.feed.json", "application/feed+json; charset=utf-8"),
        ("/categories/cs.LG/feed.json", "application/feed+json; charset=utf-8"),
    ],
)
def test_feed_says_its_type(client, path, content_type):
    assert client.get(path).headers["Content-Type"] == content_type
