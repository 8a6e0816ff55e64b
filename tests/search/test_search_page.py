"""The search page: its addresses, answers and links."""

from datetime import UTC, datetime
from urllib.parse import quote

import pytest
from django.db import DatabaseError
from django.test import Client
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from search import engine, reader
from search.answers import BackendAway
from tests.factories import make_paper
from tests.search.pages import soup

QUERIES = 3  # papers, their bylines, whether a place is called so

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]


@pytest.fixture
def papers(reindex):
    made = [
        make_paper(title="Dark matter halos", categories=["astro-ph.CO", "hep-ph"]),
        make_paper(
            title="Dark energy", categories=["astro-ph.CO"], first_submitted_at=datetime(2019, 1, 1, tzinfo=UTC)
        ),
        make_paper(title="Graph colouring", categories=["math.CO"]),
    ]
    reindex()
    return made


def test_finds_and_shows_the_paper_with_its_facets(client, papers):
    response = client.get("/search?q=halos")
    page = soup(response)
    assert response.status_code == 200
    assert [link["href"] for link in page.select(".row__title a")] == [papers[0].get_absolute_url()]
    assert page.title.text == "halos, 1 result · wovepaper"
    assert page.select_one("h1").text == "1 result for halos"
    assert page.select_one("link[rel=canonical]")["href"].endswith("/search?q=halos")
    assert response.headers["Cache-Control"] == "public, max-age=60, s-maxage=300"
    assert "Set-Cookie" not in response.headers


def test_browses_newest_without_a_query(client, papers):
    page = soup(client.get("/search"))
    assert [row.text for row in page.select(".row__title a")] == ["Graph colouring", "Dark matter halos", "Dark energy"]


@pytest.mark.parametrize(
    ("asked", "tidy"),
    [
        ("?q=", ""),
        ("?q=dark&page=1", "?q=dark"),
        ("?q=dark&sort=relevance", "?q=dark"),
        ("?sort=newest", ""),
        ("?q=+dark++matter+", "?q=dark+matter"),
        ("?q=dark%00", "?q=dark"),
        ("?page=2&q=dark", "?q=dark&page=2"),
        ("?q=dark&q=matter", "?q=dark"),
        ("?q=dark&category=", "?q=dark"),
        ("?category=hep-ph&category=astro-ph.CO", "?category=astro-ph.CO%2Chep-ph"),
        ("?category=hep-ph,astro-ph.co", "?category=astro-ph.CO%2Chep-ph"),
        ("?category=cmp-lg", "?category=cs.CL"),
        ("?q=dark&mode=hybrid", "?q=dark"),
        ("?mode=words&q=dark", "?q=dark&mode=words"),
        ("?mode=meaning", ""),
        ("?sort=relevance", ""),
        ("?q=dark&country=us,ch", "?q=dark&country=CH%2CUS"),
        ("?q=dark&institution=10,9,9", "?q=dark&institution=9%2C10"),
        ("?q=dark&withdrawn=No", "?q=dark&withdrawn=no"),
        ("?q=dark&year=2019&cited=10&published=yes", "?q=dark&cited=10&published=yes&year=2019"),
        ("?year=2019&category=hep-ph", "?category=hep-ph&year=2019"),
        ("?utm_source=x&q=&foo=1", ""),
    ],
)
def test_untidy_parameters_answer_301_in_one_hop(asked, tidy, client, papers):
    response = client.get("/search" + asked)
    assert (response.status_code, response.headers["Location"]) == (301, "/search" + tidy)
    assert client.get("/search" + tidy).status_code != 301


def test_unknown_parameters_are_ignored_and_never_copied(client, papers):
    response = client.get("/search?q=dark&utm_source=mail")
    assert response.status_code == 200
    assert b"utm_source" not in response.content


@pytest.mark.parametrize(
    "asked",
    [
        "?year=soon",
        "?year=2020-2010",
        "?category=a%00b",
        "?category=%3Cscript%3E",
        "?sort=loudest",
        "?mode=magic",
        "?cited=0",
        "?cited=many",
        "?country=CHE",
        "?institution=eth",
        "?researcher=0",
        "?published=maybe",
        "?withdrawn=only",
        "?q=dark&institution=1,2,3&published=yes&cited=10&withdrawn=no",
        "?page=0",
        "?page=-1",
        "?page=x",
        "?page=%D9%A3",
        "?category=cs.AI,cs.CL,cs.LG,cs.CV,cs.RO,cs.SE",
        "?category=cs.AI,cs.CL,cs.LG&year=2018,2019,2020",
    ],
)
def test_what_makes_no_sense_answers_400_and_says_why(asked, client, papers):
    response = client.get("/search" + asked)
    assert response.status_code == 400
    assert soup(response).select_one("main p").text


def test_nothing_found_is_200_for_a_query_and_404_for_filters_alone(client, papers):
    assert client.get("/search?q=zebrafish").status_code == 200
    assert client.get("/search?q=dark&category=q-bio.NC").status_code == 200
    assert client.get("/search?category=q-bio.NC").status_code == 404


def test_pages_past_the_end_are_404_with_advice_past_500(client, papers):
    assert client.get("/search?q=dark&page=2").status_code == 404
    response = client.get("/search?q=dark&page=501")
    assert response.status_code == 404
    assert "refine" in response.text


def test_the_page_says_how_the_query_was_read_and_that_it_was_cut(client, papers):
    assert "by an author named Lovelace" in client.get("/search?q=dark+au:Lovelace").text
    assert "only its beginning" in client.get("/search?q=" + "dark+" * 500 + "matter").text


def test_markup_in_queries_and_titles_stays_text(client, reindex):
    make_paper(title="</script><b>bold</b>")
    reindex()
    response = client.get("/search?q=%3C/script%3E%3Cb%3Ebold")
    assert "<b>bold" not in response.text
    assert "&lt;b&gt;bold" in response.text


def test_facet_links_add_filters_and_chosen_ones_come_off_one_by_one(client, papers):
    response = client.get("/search?q=dark&category=astro-ph.CO&year=2019,2020")
    page = soup(response)
    chosen = [link["href"] for link in page.select(".chosen a")]
    assert chosen == [
        "/search?q=dark&year=2019%2C2020",
        "/search?q=dark&category=astro-ph.CO&year=2020",
        "/search?q=dark&category=astro-ph.CO&year=2019",
        "/search?q=dark",
    ]
    facet = page.select_one(".facets a[href*='hep-ph']")
    assert facet["href"] == "/search?q=dark&category=astro-ph.CO%2Chep-ph&year=2019%2C2020"
    assert facet["rel"] == ["nofollow"]
    for link in page.select(".facets a, .chosen a, .sort a"):
        assert client.get(link["href"]).status_code == 200, link["href"]


def test_with_five_filters_no_further_one_is_offered(client, papers):
    page = soup(client.get("/search?q=dark&category=astro-ph.CO,gr-qc,hep-ph&year=2019,2020"))
    assert page.select(".facets a")
    assert all(link.get("aria-current") for link in page.select(".facets a"))


def test_htmx_gets_the_part_and_boosted_or_restored_pages_the_whole(client, papers):
    fragment = client.get("/search?q=dark", headers={"HX-Request": "true"})
    assert soup(fragment).select_one("#search")
    assert soup(fragment).title.text == "dark, 2 results · wovepaper"
    assert "<html" not in fragment.text
    assert fragment.headers["X-Robots-Tag"] == "noindex"
    for more in ({"HX-Boosted": "true"}, {"HX-History-Restore-Request": "true"}):
        assert "<html" in client.get("/search?q=dark", headers={"HX-Request": "true", **more}).text
    for response in (fragment, client.get("/search?q=dark")):
        assert "HX-Request" in response.headers["Vary"]


def test_the_page_asks_as_few_questions_for_many_rows_as_for_one(client, reindex, django_assert_num_queries):
    make_paper(title="Dark matter")
    reindex()
    client.get("/search?q=dark&mode=words")
    with django_assert_num_queries(QUERIES):
        client.get("/search?q=dark&mode=words")
    for _ in range(24):
        make_paper(title="Dark matter")
    reindex()
    client.get("/search?q=dark&mode=words")
    with django_assert_num_queries(QUERIES):
        client.get("/search?q=dark&mode=words")


def test_the_stand_in_answers_while_the_index_is_away_and_says_so(client, index_home):
    make_paper(title="Graphene")
    response = client.get("/search?q=graphene")
    assert response.status_code == 200
    assert "word index is being rebuilt" in response.text
    assert len(soup(response).select(".row")) == 1


def test_with_index_and_stand_in_away_the_page_says_so_with_503(client, index_home, monkeypatch):
    def away(request):
        raise BackendAway("gone")

    monkeypatch.setattr(engine, "BACKENDS", (away, away))
    response = client.get("/search?q=graphene")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "60"
    assert "Search is away" in response.text


def test_a_failing_database_becomes_an_answer(client, index_home, monkeypatch):
    def broken(*args):
        raise DatabaseError("canceling statement due to statement timeout")

    monkeypatch.setattr("search.stand_in._candidates", broken)
    assert client.get("/search?q=graphene").status_code == 503


def test_papers_that_cannot_be_loaded_become_an_answer(client, papers, monkeypatch):
    def broken(*arguments):
        raise DatabaseError("the connection is closed")

    monkeypatch.setattr("search.finding.in_order", broken)
    response = client.get("/search?q=dark")
    assert response.status_code == 503
    assert "Search is away" in response.text


def test_an_index_that_cannot_ask_whose_it_is_becomes_an_answer(client, papers, monkeypatch):
    def broken(*arguments):
        raise DatabaseError("the connection is closed")

    reader._reader.cache_clear()
    monkeypatch.setattr(reader, "database_identity", broken)
    monkeypatch.setattr("search.stand_in._candidates", broken)
    assert client.get("/search?q=dark").status_code == 503


def test_post_is_refused(client, papers):
    assert client.post("/search", {"q": "dark"}).status_code == 405


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.binary(max_size=300) | st.text(max_size=120).map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(query="A\u00af".encode())  # a name whose only letter folds to a sign
@example(query=b'au:"Ada -"')  # a family name of signs
@example(query="Ada \u037a".encode())
def test_any_bytes_answer_200_or_400(papers, query):
    response = Client(raise_request_exception=True).get("/search?q=" + quote(query), follow=True)
    assert response.status_code in (200, 400)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=st.text(alphabet="qcategoryspn=&,;%0129.-[]", max_size=60))
def test_any_query_string_answers_without_error(papers, raw):
    assert Client().get("/search?" + quote(raw, safe="=&,;%[]"), follow=True).status_code in (200, 400, 404)


@pytest.mark.parametrize("length", [401, 10_000, 100_000])
def test_any_length_is_answered(length, client, papers):
    assert client.get("/search?q=" + "x" * length).status_code == 200
    assert client.get("/search?q=" + "dark+" * (length // 5)).status_code in (200, 301)
