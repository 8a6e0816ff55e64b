"""What the search page says of each hit: words marked, what only meaning found and why, people and places, filters."""

import numpy
import pytest
from bs4 import BeautifulSoup

from search import heads
from search.embedders import ModelAway
from search.encoder import client as encoder
from search.names import index as names_index
from search.names.index import NAMES
from search.writer import rebuild
from tests.factories import make_institution, make_paper, make_researcher
from tests.search.test_engine import embed_as
from tests.search.test_semantic import embed_titles
from tests.weaving import weave, written

QUERY = "graphene and its"  # the words of no meaning are not looked for, but the stand-in embeds them

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]


@pytest.fixture(autouse=True)
def nothing_remembered():
    heads.forget()
    encoder.forget()
    yield
    heads.forget()
    encoder.forget()


@pytest.fixture
def close_papers(reindex):
    """One that has the word, one that is close in meaning, one that is neither."""
    match = make_paper(title="Graphene", abstract="What it says.")
    close = make_paper(
        title="Carbon in one layer", abstract="Nothing is said at first. And its use is new. So it ends here."
    )
    far = make_paper(title="Dwarf galaxies")
    embed_titles(match, far)
    embed_as(QUERY, close)
    reindex()
    return match, close, far


def soup(response):
    assert response.status_code == 200, response.status_code
    return BeautifulSoup(response.content, "html.parser")


def whys(tree):
    return [why.get_text() for why in tree.select(".row__foot .why")]


def test_words_found_are_marked_and_told_by_place(client, reindex):
    written("Ada Lovelace", title="Fast engines", abstract="Of an analytical <engine> & its latency.")
    reindex()
    row = soup(client.get("/search?q=lovelace+engines+latency&mode=words")).select_one(".row")
    assert [mark.text for mark in row.select("mark")] == ["engines", "engine", "latency"]
    assert row.select_one(".row__abstract").text == "Of an analytical <engine> & its latency."
    assert row.select_one(".why").text == "found engines in title; latency in abstract; lovelace in authors"


def test_formulas_stay_whole_in_title_and_teaser(client, reindex):
    formula = "<math><mi>x</mi></math>"
    make_paper(
        title="On x spaces",
        title_html=f"On {formula} spaces",
        abstract="x",
        abstract_html=f"<p>Spaces of {formula}.</p>",
    )
    reindex()
    row = soup(client.get("/search?q=spaces&mode=words")).select_one(".row")
    assert str(row.select_one(".row__title a")).endswith(f"On {formula} <mark>spaces</mark></a>")
    assert row.select_one(".row__abstract math")


def test_what_only_meaning_found_is_counted_apart_and_marked_so(client, close_papers):
    tree = soup(client.get("/search?q=graphene+and+its"))
    assert tree.h1.text == f"1 result for {QUERY}"
    assert "1 more without these words is close in meaning" in tree.select_one(".read").text
    assert tree.select_one("#search")["data-status"] == "1 result, and 1 close in meaning"
    assert whys(tree) == ["found graphene in title", "close in meaning, why"]


def test_why_leads_to_the_closest_sentence_as_page_and_as_part(client, close_papers):
    link = soup(client.get("/search?q=graphene+and+its")).select_one("a[data-why]")
    page = soup(client.get(link["href"]))
    assert page.select_one(".abstract mark").text == "And its use is new."
    assert page.select_one("a[href='/search?q=graphene+and+its']")
    part = client.get(link["href"], headers={"HX-Request": "true"})
    assert "<html" not in part.text
    assert BeautifulSoup(part.content, "html.parser").q.text == "And its use is new."
    assert part.headers["X-Robots-Tag"] == "noindex"


def test_why_of_what_makes_no_sense_or_is_not_held(client, close_papers):
    paper = close_papers[1].arxiv_id
    assert client.get(f"/search/why?paper={paper}").status_code == 400
    assert client.get("/search/why?q=graphene+and+its").status_code == 400
    assert client.get("/search/why?q=graphene+and+its&paper=none").status_code == 400
    assert client.get("/search/why?q=graphene+and+its&paper=2401.99999").status_code == 404


def test_while_the_model_is_away_why_says_so_and_nobody_keeps_it(client, close_papers, monkeypatch):
    def away(text):
        raise ModelAway("gone")

    monkeypatch.setattr("search.closest.ask", away)
    response = client.get(f"/search/why?q=graphene+and+its&paper={close_papers[1].arxiv_id}")
    assert "is away for the moment" in response.text
    assert response.headers["Cache-Control"] == "no-store"


def test_by_meaning_alone_all_rows_are_close_and_may_be_asked_why(client, close_papers):
    tree = soup(client.get("/search?q=graphene+and+its&mode=meaning"))
    assert tree.h1.text == f"The 3 papers nearest to {QUERY}"
    assert len(tree.select(".row a[data-why]")) == 3
    assert not tree.select(".block .sort a")


def test_the_kind_of_search_is_switched_by_links_that_keep_all_else(client, close_papers):
    modes = soup(client.get("/search?q=graphene+and+its&year=2020&sort=newest")).select(".modes a")
    assert [mode["href"] for mode in modes] == [
        "/search?q=graphene+and+its&year=2020&sort=newest",
        "/search?q=graphene+and+its&mode=words&year=2020&sort=newest",
        "/search?q=graphene+and+its&mode=meaning&year=2020&sort=newest",
    ]
    assert [mode.get("aria-current") for mode in modes] == ["true", None, None]


@pytest.fixture
def people(reindex):
    """Two persons of one name and a place, with papers of both."""
    place = make_institution(name="ETH Zurich", city="Zurich", country="Switzerland", country_code="CH")
    ada, other = make_researcher("Ada Lovelace"), make_researcher("Ada Lovelace")
    written(ada, title="Engines of one kind", at=[place], cited=12)
    written(ada, title="Engines of another kind", at=[place])
    written(other, title="Engines elsewhere", journal_ref="Nature 1 (2020) 2")
    weave()
    reindex()
    rebuild(names_index.home(), followed=NAMES)
    return place, ada, other


def test_filters_by_people_and_places_have_their_names_and_lead_to_as_many(client, people):
    tree = soup(client.get("/search?q=engines"))
    for block in ("Institution", "Researcher", "Country", "Published", "Year", "Category"):
        heading = tree.find("h3", string=block)
        assert heading, block
        for link in heading.find_parent("details").select("a"):
            found = soup(client.get(link["href"]))
            assert found.h1.text.split()[0] == link.select_one(".n").text, link
    labels = [label.text for label in tree.select(".facets .l")]
    assert {"ETH Zurich", "Ada Lovelace", "Switzerland"} <= set(labels)


def test_chosen_people_and_places_are_named_and_removable(client, people):
    place, ada, _ = people
    tree = soup(client.get(f"/search?q=engines&country=CH&institution={place.pk}&published=no&researcher={ada.pk}"))
    chosen = {link.text: link["href"] for link in tree.select(".chosen a")}
    assert list(chosen) == [
        "country Switzerland", "institution ETH Zurich", "only preprints", "researcher Ada Lovelace", "Clear all",
    ]  # fmt: skip
    assert chosen["researcher Ada Lovelace"] == f"/search?q=engines&country=CH&institution={place.pk}&published=no"


def test_who_objected_to_a_profile_is_offered_and_named_nowhere(client, people):
    _, ada, other = people
    ada.hidden_at = ada.changed_at
    ada.save()
    tree = soup(client.get(f"/search?q=engines&researcher={ada.pk}"))
    assert f"researcher number {ada.pk}" in tree.select_one(".chosen a").text
    offered = tree.find("h3", string="Researcher").find_parent("details").select("a")
    assert [link["href"] for link in offered] == [f"/search?q=engines&researcher={ada.pk}%2C{other.pk}"]


def test_people_of_the_name_stand_above_the_papers_and_nobody_who_is_only_spelt_alike(client, people):
    make_researcher("Ida Loveless")
    rebuild(names_index.home(), followed=NAMES)
    hits = soup(client.get("/search?q=lovelace,+ada&mode=words")).select(".hit")
    assert [hit.select_one(".name").text for hit in hits] == ["Ada Lovelace", "Ada Lovelace"]
    assert "2 papers; ETH Zurich" in hits[0].text


def test_a_place_called_as_the_query_stands_above_the_papers(client, people):
    tree = soup(client.get("/search?q=zurich+eth&mode=words"))
    assert tree.select_one(".hit .name").text == "ETH Zurich"
    assert "Zurich, Switzerland" in tree.select_one(".hit").text
    assert not soup(client.get("/search?q=engines")).select(".hit")


def test_a_university_is_called_by_its_town_or_founder_alone_but_by_no_topic(client, people):
    for name, papers in (("Harvard University", 9), ("University of Physics", 9), ("University of Nowhere", 0)):
        make_institution(name=name, paper_count_with_parts=papers)

    def hits(typed):
        return [hit.text for hit in soup(client.get(f"/search?q={typed}&mode=words")).select(".hit .name")]

    assert hits("harvard") == hits("harvard+university") == ["Harvard University"]
    assert hits("physics") == hits("nowhere") == hits("harvard+engines") == []


@pytest.mark.parametrize("suffix", ["", ".json", ".csv"])
def test_a_filter_by_who_was_merged_leads_to_that_of_who_stands(client, people, suffix):
    place, ada, other = people
    old = make_institution(name="Polytechnicum", merged_into=place)
    other.merged_into = ada
    other.save()
    response = client.get(f"/search{suffix}?q=engines&institution={old.pk}&researcher={ada.pk}%2C{other.pk}")
    assert response.status_code == 301
    assert response["Location"] == f"/search{suffix}?q=engines&institution={place.pk}&researcher={ada.pk}"
    assert client.get(response["Location"]).status_code == 200


def test_closeness_is_that_of_the_query_and_the_sentence(client, close_papers):
    vectors = encoder.ask(QUERY).vector(), encoder.ask("And its use is new.").vector()
    percent = round(100 * float(numpy.dot(*vectors)))
    response = client.get(f"/search/why?q=graphene+and+its&paper={close_papers[1].arxiv_id}")
    assert f"{percent} of 100" in response.text


def test_fields_of_an_institution_lead_to_as_many_papers(client, people):
    place = people[0]
    fields = soup(client.get(place.get_absolute_url())).find("h2", string="Fields").find_parent("section")
    [link] = fields.select("a[href^='/search']")
    assert link["rel"] == ["nofollow"]
    found = soup(client.get(link["href"]))
    assert found.h1.text == f"{fields.select_one('.n').text} papers under these filters"
    own = soup(client.get(f"{place.get_absolute_url()}?parts=no")).find("h2", string="Fields").find_parent("section")
    assert not own.select("a[href^='/search']")
