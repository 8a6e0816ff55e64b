"""The same search as JSON, CSV, BibTeX and feeds: read back by parsers, streamed, whole or refused."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta

import feedparser
import pytest
from bs4 import BeautifulSoup
from django.utils import timezone
from pybtex.database import parse_string

from search import engine, exports, finding
from search.answers import BackendAway
from tests.factories import make_institution, make_paper

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]


def body(response):
    assert response.status_code == 200, response.status_code
    return (response.getvalue() if response.streaming else response.content).decode()


def rows(response):
    return list(csv.DictReader(io.StringIO(body(response), newline="")))


@pytest.fixture
def papers(reindex):
    first = datetime(2020, 1, 1, tzinfo=UTC)
    made = [
        make_paper(
            title=f"Dark matter {number}",
            authors=["Ada Lovelace", "Émile Zola"],
            categories=["astro-ph.CO"],
            first_submitted_at=first + timedelta(days=number),
        )
        for number in range(30)
    ]
    reindex()
    return made


def test_json_has_pages_that_lead_on(client, papers):
    page = json.loads(body(client.get("/search.json?q=dark")))
    assert page["meta"]["count"] == 30
    assert len(page["results"]) == 24
    assert page["results"][0]["authors"][1]["name"] == "Émile Zola"
    assert page["results"][0]["found_by"] == "words"
    assert page["meta"]["counts"]["category"] == {"astro-ph.CO": 30, "astro-ph": 30}
    path = page["meta"]["next"].partition("/search")[2]
    last = json.loads(body(client.get(f"/search{path}")))
    assert len(last["results"]) == 6
    assert last["meta"]["next"] is None
    ids = [paper["arxiv_id"] for paper in page["results"] + last["results"]]
    assert len(set(ids)) == 30
    assert client.get("/search.json?q=dark&page=3").status_code == 404


def test_csv_has_the_whole_list_in_the_order_of_the_page(client, papers):
    response = client.get("/search.csv?q=dark&sort=newest")
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.headers["Content-Disposition"] == 'attachment; filename="search.csv"'
    found = rows(response)
    assert [row["arxiv_id"] for row in found] == [paper.arxiv_id for paper in reversed(papers)]
    assert found[0]["authors"] == "Ada Lovelace; Émile Zola"
    assert found[0]["status"] == "preprint"


def test_what_a_spreadsheet_would_take_for_a_formula_stays_text(client, reindex):
    make_paper(title='=cmd|" /C calc"!A0, dark')
    reindex()
    assert rows(client.get("/search.csv?q=dark"))[0]["title"] == '\'=cmd|" /C calc"!A0, dark'


def test_bibtex_keys_are_unlike_though_papers_are_alike(client, papers):
    found = parse_string(body(client.get("/search.bib?q=dark")), "bibtex")
    assert len(found.entries) == 30
    assert {entry.fields["eprint"] for entry in found.entries.values()} == {paper.arxiv_id for paper in papers}


def test_files_end_after_as_many_rows_as_they_may_have(client, papers, monkeypatch):
    monkeypatch.setattr("search.views.formats.MOST_ROWS", 26)
    assert len(rows(client.get("/search.csv?q=dark"))) == 26


def test_files_are_written_a_few_pages_at_a_time(client, papers, monkeypatch):
    asked, load = [], exports.for_cells

    def counted(ids):
        asked.append(len(ids))
        return load(ids)

    monkeypatch.setattr(finding, "PAGES_AT_ONCE", 1)
    monkeypatch.setattr("search.views.formats.exports.for_cells", counted)
    response = client.get("/search.csv?q=dark")
    assert asked == [24]
    assert len(rows(response)) == 30
    assert asked == [24, 6]


@pytest.mark.parametrize("suffix", ["xml", "atom", "feed.json"])
def test_feeds_have_the_newest_matches(suffix, client, papers):
    make_paper(title="Nothing of it")
    text = body(client.get(f"/search.{suffix}?q=dark"))
    if suffix == "feed.json":
        feed = json.loads(text)
        titles, link = [item["title"] for item in feed["items"]], feed["home_page_url"]
    else:
        feed = feedparser.parse(text)
        assert not feed.bozo
        titles, link = [entry.title for entry in feed.entries], feed.feed.link
    assert titles == [paper.title for paper in reversed(papers)]
    assert link.endswith("/search?q=dark")


def test_a_feed_names_its_filters_and_is_304_while_it_finds_the_same(client, papers, reindex):
    response = client.get("/search.xml?q=dark&category=astro-ph.CO&year=2020")
    assert feedparser.parse(body(response)).feed.title.startswith("dark, Cosmology and nongalactic astrophysics, 2020")
    again = {"If-None-Match": response.headers["ETag"]}
    assert client.get("/search.xml?q=dark&category=astro-ph.CO&year=2020", headers=again).status_code == 304
    make_paper(title="Dark news", categories=["astro-ph.CO"], first_submitted_at=datetime(2020, 5, 1, tzinfo=UTC))
    reindex()
    assert client.get("/search.xml?q=dark&category=astro-ph.CO&year=2020", headers=again).status_code == 200


@pytest.mark.parametrize(
    ("asked", "tidy"),
    [
        ("/search.json?page=2&q=dark", "/search.json?q=dark&page=2"),
        ("/search.csv?q=dark&page=2", "/search.csv?q=dark"),
        ("/search.bib?year=2020&q=dark", "/search.bib?q=dark&year=2020"),
        ("/search.xml?q=dark&page=2", "/search.xml?q=dark"),
        ("/search.atom?sort=cited&q=dark", "/search.atom?q=dark"),
        ("/search.feed.json?q=+dark", "/search.feed.json?q=dark"),
    ],
)
def test_untidy_addresses_of_formats_answer_301_in_one_hop(asked, tidy, client, papers):
    response = client.get(asked)
    assert (response.status_code, response.headers["Location"]) == (301, tidy)
    assert client.get(tidy).status_code == 200


@pytest.mark.parametrize("suffix", ["json", "csv", "bib", "xml", "atom", "feed.json"])
def test_every_format_is_open_to_all_not_indexed_and_refuses_what_makes_no_sense(suffix, client, papers):
    response = client.get(f"/search.{suffix}?q=dark&utm_source=mail")
    assert response.status_code == 200
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "max-age=" in response.headers["Cache-Control"]
    refused = client.get(f"/search.{suffix}?q=dark&year=soon")
    assert refused.status_code == 400
    assert "year takes" in refused.text


@pytest.mark.parametrize("suffix", ["json", "csv", "bib", "xml"])
def test_formats_of_nothing_are_empty_and_valid(suffix, client, papers):
    text = body(client.get(f"/search.{suffix}?q=zebrafish&mode=words"))
    if suffix == "json":
        assert json.loads(text)["results"] == []
    elif suffix == "csv":
        assert len(text.splitlines()) == 1
    elif suffix == "xml":
        assert feedparser.parse(text).entries == []


@pytest.mark.parametrize("suffix", ["json", "csv", "bib", "xml"])
def test_while_search_is_away_formats_say_so(suffix, client, papers, monkeypatch):
    def away(request):
        raise BackendAway("gone")

    monkeypatch.setattr(engine, "BACKENDS", (away,))
    response = client.get(f"/search.{suffix}?q=dark")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "60")
    assert response.headers["Cache-Control"] == "no-store"


def test_half_a_list_breaks_off_and_is_not_given_for_a_whole_one(client, papers, monkeypatch):
    monkeypatch.setattr(finding, "PAGES_AT_ONCE", 1)
    response = client.get("/search.csv?q=dark")

    def away(request):
        raise BackendAway("gone")

    monkeypatch.setattr(engine, "BACKENDS", (away,))
    with pytest.raises(finding.SearchAway):
        response.getvalue()


def test_the_page_names_its_other_formats_and_each_answers_with_its_type(client, papers):
    page = BeautifulSoup(client.get("/search?q=dark&page=2").content, "html.parser")
    links = page.select("link[rel=alternate]")
    assert len(links) == 6
    for link in links:
        response = client.get(link["href"].replace("http://127.0.0.1:8000", ""))
        assert response.status_code == 200, link
        assert response.headers["Content-Type"].startswith(link["type"]), link


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("text/html,application/xhtml+xml,*/*;q=0.8", "text/html"),
        ("application/json", "application/json"),
        ("text/csv", "text/csv"),
        ("application/x-bibtex", "application/x-bibtex"),
        ("image/png", "text/html"),
    ],
)
def test_accept_chooses_the_format(accept, kind, client, papers):
    response = client.get("/search?q=dark", headers={"Accept": accept})
    assert response.headers["Content-Type"].startswith(kind)
    assert "Accept" in response.headers["Vary"]


def test_counts_of_citations_and_names_of_filters_reach_the_files(client, reindex):
    paper = make_paper(title="Dark stars", journal_ref="Nature 1 (2020) 2")
    paper.outside_works.create(
        source="openalex", outside_id="W1", cited_by_count=7, content_hash="0" * 32, read_at=timezone.now()
    )
    make_institution(name="Dark Place")
    reindex()
    row = rows(client.get("/search.csv?q=stars"))[0]
    assert (row["citations"], row["citations_by"], row["status"]) == ("7", "OpenAlex", "published")
