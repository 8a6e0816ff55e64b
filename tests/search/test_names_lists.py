"""`/researchers?q=` and `/institutions?q=` by the index of names: exact totals, pages by number, filters beside."""

import pytest
from bs4 import BeautifulSoup

from search.names import index
from search.writer import rebuild
from tests.factories import make_institution, make_researcher

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]


@pytest.fixture
def reindex_names(index_home):
    index.home().mkdir()
    return lambda: rebuild(index.home(), followed=index.NAMES)


@pytest.fixture
def page(client):
    def page(path):
        answer = client.get(path)
        assert answer.status_code == 200, path
        return BeautifulSoup(answer.content, "html.parser")

    return page


def names(tree):
    return [link.text for link in tree.select(".hits .name a")]


def test_every_page_of_a_name_is_reached_by_number_and_the_total_is_exact(client, page, reindex_names):
    turin = make_institution("University of Turin", country="Italy", country_code="IT")
    for number in range(60):
        make_researcher(
            f"Wei Chen {number:02}",
            paper_count=1 + number,
            country_code="IT" if number < 30 else "",
            main_category="math.NT" if number % 2 else "cs.LG",
            main_institution=turin,
        )
    reindex_names()
    seen, href = [], "/researchers?q=chen%2C+wei"
    while href:
        tree = page(href)
        assert "60 researchers for chen, wei" in tree.select_one("h2").text
        assert tree.select_one("link[rel=canonical]")["href"].endswith(href)
        seen += names(tree)
        following = tree.select_one(".pager [rel=next]")
        href = following["href"] if following else ""
    assert seen == [f"Wei Chen {number:02}" for number in reversed(range(60))]
    assert client.get("/researchers?q=chen,+wei&page=4").status_code == 404
    tree = page("/researchers?q=chen+wei&category=math.NT&country=IT")
    assert "15 researchers" in tree.select_one("h2").text
    assert names(tree) == [f"Wei Chen {number:02}" for number in range(29, 0, -2)]


def test_lists_find_more_spellings_than_the_words_of_a_name(page, reindex_names):
    make_researcher("Zhao-Hui Müller", paper_count=1)
    place = make_institution("University of Vienna", city="Vienna", country="Austria")
    reindex_names()
    assert names(page("/researchers?q=Mueller,+Zhaohui")) == ["Zhao-Hui Müller"]
    assert names(page("/institutions?q=Universität+austria")) == [place.name]
    assert names(page("/institutions?q=univercity+vienna")) == [place.name]


def test_nobody_of_that_name_is_an_answer_and_anything_may_be_typed(client, reindex_names):
    make_researcher("Ada Lovelace", paper_count=1)
    reindex_names()
    for typed in ("nobody", "%22", "(*", "...", "a" * 5_000, "%F0%9F%98%80"):
        for path in ("researchers", "institutions"):
            assert client.get(f"/{path}?q={typed}").status_code == 200, (path, typed)


def test_what_is_found_by_name_is_kept_as_briefly_as_a_search_without_validators(client, reindex_names):
    make_researcher("Ada Lovelace", paper_count=1)
    reindex_names()
    answer = client.get("/researchers?q=ada")
    assert answer["Cache-Control"] == "public, max-age=60, s-maxage=300"
    assert "ETag" not in answer
    assert answer["X-Robots-Tag"] == "noindex, follow"
    assert "ETag" in client.get("/researchers")


def test_page_and_after_belong_to_lists_of_their_own(client, page, index_home):
    person = make_researcher("Ada Lovelace", paper_count=1)
    for path in (f"/researchers?q=ada&after={person.pk}", "/researchers?page=2"):
        canonical = page(path).select_one("link[rel=canonical]")["href"]
        assert "after" not in canonical and "page" not in canonical
    assert client.get("/researchers?q=ada&page=x").status_code == 404


def test_while_the_index_is_away_the_list_says_so(page, index_home):
    make_researcher("Ada Lovelace", paper_count=1)
    tree = page("/researchers?q=lovelace")
    assert names(tree) == ["Ada Lovelace"]
    assert "being rebuilt" in tree.select_one("main").text
