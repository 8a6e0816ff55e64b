"""Counts beside filters that take too long: the page goes out without them, and a link leads to them."""

from concurrent.futures import Future
from datetime import UTC, datetime
from threading import Event

import pytest
from django.utils.html import escape

from search import engine, lexical
from search.answers import BackendAway, Counting, Facet
from tests.factories import make_paper
from tests.search.pages import soup

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]

LATER = "/search/filters?q=halos&year=2024"


@pytest.fixture
def counting(monkeypatch, reindex, settings):
    """Two papers; counting stands still until this event is set, and pages do not wait for it."""
    when = datetime(2024, 5, 1, tzinfo=UTC)
    make_paper(title="Dark halos", category_codes=["astro-ph.CO"], first_submitted_at=when)
    make_paper(title="Bright halos", category_codes=["hep-ph"], first_submitted_at=when)
    reindex()
    settings.SEARCH_COUNTS_MS = 0
    may_go_on = Event()
    count = lexical.facets

    def waiting(*asked):
        assert may_go_on.wait(60)
        return count(*asked)

    monkeypatch.setattr(lexical, "facets", waiting)
    yield may_go_on
    may_go_on.set()


def test_the_page_goes_out_without_them_and_links_to_them(client, counting):
    response = client.get("/search?q=halos&year=2024")
    page = soup(response)
    assert response.status_code == 200
    assert len(page.select(".row__title a")) == 2
    assert page.select_one("h1").text == "2 results for halos"
    assert not page.select(".facets details")
    assert [link["href"] for link in page.select("a[data-filters]")] == [LATER, LATER]  # beside, and folded for phones
    assert page.select_one(".chosen a")["aria-label"] == "Remove filter: year 2024"


def test_nobody_keeps_a_page_without_them(client, counting):
    assert client.get("/search?q=halos").headers["Cache-Control"] == "no-store"
    counting.set()
    assert client.get("/search/filters?q=halos").headers["Cache-Control"] == "public, max-age=60, s-maxage=300"


def test_the_link_leads_to_a_page_of_filters_and_back(client, counting):
    counting.set()
    response = client.get(LATER)
    page = soup(response)
    categories = page.select(".facets details")[0].select("li a")
    assert page.select_one("h1").text == "Filters for halos"
    assert [(link.select_one(".code").text, link.select_one(".n").text) for link in categories] == [
        ("astro-ph.CO", "1"),
        ("hep-ph", "1"),
    ]
    assert categories[0]["href"] == "/search?q=halos&category=astro-ph.CO&year=2024"
    assert "/search?q=halos&year=2024" in {link["href"] for link in page.select("main a")}
    assert response.headers["X-Robots-Tag"] == "noindex"


def test_scripts_get_what_stands_in_the_page_otherwise(client, counting, settings):
    counting.set()
    settings.SEARCH_COUNTS_MS = 60_000
    part = client.get(LATER, headers={"HX-Request": "true"}).content.decode()
    assert part.startswith('<div class="facets"><h2 class="hidden">Filters</h2><details')
    assert client.get("/search?q=halos&year=2024").content.decode().count(part.strip()) == 2


def test_filters_have_one_address(client, counting):
    counting.set()
    response = client.get("/search/filters?year=2024&q=halos&page=3&sort=relevance")
    assert (response.status_code, response.headers["Location"]) == (301, LATER)
    assert client.get("/search/filters?page=3").headers["Location"] == "/search/filters"
    assert client.get("/search/filters?year=never").status_code == 400


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_while_search_is_away_there_are_no_filters_to_put_in_place(headers, client, monkeypatch):
    def away(request):
        raise BackendAway("gone")

    monkeypatch.setattr(engine, "BACKENDS", (away,))
    response = client.get(LATER, headers=headers)
    assert (response.status_code, response.headers["Cache-Control"]) == (503, "no-store")
    assert not soup(response).select(".facets details")
    if not headers:
        assert engine.AWAY.notices[0] in soup(response).select_one("main").text


def test_what_was_typed_stays_text_there(client, counting):
    counting.set()
    typed = '"><script>alert(1)</script>'
    response = client.get("/search/filters", {"q": typed})
    assert response.status_code == 200
    assert typed not in response.content.decode()
    assert escape("<script>") in response.content.decode()


def test_counts_that_nobody_waits_for_do_not_pile_up(client, counting, monkeypatch):
    """All threads are busy, and who searched has gone."""
    busy = [lexical._counters.submit(counting.wait, 60) for _ in range(lexical.COUNTING)]
    begun = []
    count = lexical._facets
    monkeypatch.setattr(lexical, "_facets", lambda *asked: begun.append(asked[1]) or count(*asked))
    assert client.get("/search?q=dark").status_code == 200
    counting.set()
    assert all(one.result() for one in busy)
    assert client.get("/search/filters?q=halos").status_code == 200
    assert len(begun) == 1
    filters = soup(client.get("/search/filters?q=dark")).select(".facets details")
    assert filters and len(begun) == 2


def test_counts_that_another_reader_took_back_are_made_all_the_same():
    facets = (Facet("year", (("2024", 2),)),)
    counted = Counting(Future(), lambda: facets)
    assert counted.within(0) is None
    assert counted.future.cancelled()
    assert counted.within(0) is None
    assert counted.all() == facets
