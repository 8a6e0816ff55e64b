"""`/suggest`: what may be meant while it is typed, for the search box and for browsers."""

import json

import pytest
from django.urls import reverse

from search.names import index as names
from search.suggest import MOST, Of, suggest
from search.suggest_titles import titles
from search.writer import rebuild
from tests.factories import make_institution, make_paper, make_researcher

pytestmark = pytest.mark.django_db


@pytest.fixture
def reindex_all(index_home, reindex):
    names.home().mkdir()

    def reindex_all():
        reindex()
        rebuild(names.home(), followed=names.NAMES)

    return reindex_all


@pytest.fixture
def world(reindex_all):
    make_paper(title="Attention is all you need")
    make_paper(title="All you need is a transformer of attention")
    make_paper(title="Graph transformers for learning physics")
    make_paper(title="Lovelace numbers and their sums")
    make_researcher("Ada Lovelace", paper_count=4, main_institution=make_institution("University of Turin"))
    make_researcher("Grace Hopper", paper_count=2)
    make_institution("Lovelace College", city="London", country="United Kingdom")
    reindex_all()


def labels(typed):
    return [(one.of, one.label) for one in suggest(typed)]


def test_titles_are_found_by_their_beginnings_words_in_order_first(world):
    assert labels("attention is all y")[0] == (Of.PAPER, "Attention is all you need")
    assert [label for _, label in labels("all you need is a tr")] == ["All you need is a transformer of attention"]


@pytest.mark.parametrize(
    "typed", ["tra", "transf", "transform", "transforme", "transformers", "graph transformers for learni"]
)
def test_a_title_does_not_vanish_while_a_word_of_it_is_typed(world, typed):
    assert "Graph transformers for learning physics" in [label for _, label in labels(typed)]


def test_people_and_places_come_first_when_it_looks_like_a_name(world):
    assert labels("Lovelace") == [
        (Of.PERSON, "Ada Lovelace"),
        (Of.PLACE, "Lovelace College"),
        (Of.PAPER, "Lovelace numbers and their sums"),
    ]
    assert labels("ada lo")[0] == (Of.PERSON, "Ada Lovelace")
    assert labels("lovelace num")[0][0] is Of.PAPER


@pytest.mark.parametrize("typed", ["lovelcae", "ada lovelade", "lovlac", "gracr hopp"])
def test_names_are_suggested_in_spite_of_a_slip_in_a_long_word(world, typed):
    person = "Grace Hopper" if typed.startswith("g") else "Ada Lovelace"
    assert (Of.PERSON, person) in labels(typed)


def test_a_slip_in_a_short_word_suggests_nobody(world):
    assert not [label for of, label in labels("adx") if of is Of.PERSON]


def test_what_begins_more_names_than_titles_shows_names_first_and_the_other_way_round(world):
    assert labels("lovel")[0] == (Of.PERSON, "Ada Lovelace")
    assert labels("attent")[0] == (Of.PAPER, "Attention is all you need")
    assert labels("hopperzz") == []


def test_a_longer_word_is_not_taken_for_a_shorter_one(reindex_all):
    make_paper(title="Sampling with Stan")
    make_institution("Stanford University")
    reindex_all()
    assert labels("stanf") == [(Of.PLACE, "Stanford University")]


def test_categories_are_found_by_code_and_by_name(world):
    assert labels("cs.CL")[0] == (Of.CATEGORY, "Computation and language")
    assert (Of.CATEGORY, "Computer vision and pattern recognition") in labels("computer vis")


@pytest.mark.parametrize("typed", ["", "a", " a ", "\0", "()"])
def test_less_than_two_letters_suggest_nothing(world, typed):
    assert suggest(typed) == []


def test_two_letters_find_names_but_no_papers(world):
    assert {of for of, _ in labels("lo")} == {Of.PERSON, Of.PLACE}
    assert titles("lo", 9).papers == ()


def test_the_list_is_short_and_holds_each_kind(reindex_all):
    for number in range(12):
        make_paper(title=f"Turing machines {number}")
        make_researcher(f"Alan Turing {number}", paper_count=1)
        make_institution(f"Turing Institute {number}")
    reindex_all()
    kinds = [of for of, _ in labels("turing")]
    assert len(kinds) == MOST
    assert {kinds.count(kind) for kind in (Of.PERSON, Of.PLACE)} == {3} and kinds.count(Of.PAPER) == 2


def test_what_readers_may_not_see_is_not_suggested(reindex_all):
    paper = make_paper(title="Secret lemma")
    person = make_researcher("Secret Person", paper_count=1)
    reindex_all()
    type(paper).objects.update(removed_at="2024-01-01T00:00Z")
    type(person).objects.update(hidden_at="2024-01-01T00:00Z")
    assert suggest("secret") == []


def test_browser_gets_words_and_the_search_box_options(client, world):
    address = reverse("suggest") + "?q=lovelace"
    answer = client.get(address)
    assert answer["Content-Type"] == "application/x-suggestions+json"
    assert json.loads(answer.content) == [
        "lovelace",
        ["Ada Lovelace", "Lovelace College", "Lovelace numbers and their sums"],
    ]
    fragment = client.get(address, headers={"Accept": "text/html"})
    assert fragment["Content-Type"].startswith("text/html")
    assert fragment.content.decode().count('role="option"') == 3
    for one in (answer, fragment):
        assert one["Cache-Control"] == "public, max-age=60, s-maxage=300"
        assert "Accept" in one["Vary"] and one["X-Robots-Tag"] == "noindex"
    assert "Set-Cookie" not in answer


def test_hostile_titles_are_text(client, reindex_all):
    make_paper(title='Quoted "<script>alert(1)</script>" lemma')
    reindex_all()
    html = client.get("/suggest?q=quoted", headers={"Accept": "text/html"}).content.decode()
    assert "<script>" not in html and "&lt;script&gt;" in html


@pytest.mark.parametrize(
    "typed", ["%22", "(*", "a" * 10_000, "%00%01", "x+" * 2_000, "%F0%9F%98%80%F0%9F%98%80", "[a-z]%2B.*"]
)
def test_anything_may_be_typed(client, world, typed):
    assert client.get(f"/suggest?q={typed}").status_code == 200


def test_without_indexes_nothing_but_categories_is_suggested(client, index_home):
    make_paper(title="Attention is all you need")
    assert client.get("/suggest?q=attention").json() == ["attention", []]
    assert client.get("/suggest?q=cs.CL").json()[1] == ["Computation and language"]


def test_few_queries_whatever_is_found(client, world, django_assert_max_num_queries):
    suggest("lovelace")
    with django_assert_max_num_queries(1):
        assert suggest("lovelace")


def test_one_letter_begins_a_further_word(world):
    assert labels("ada l")[0] == (Of.PERSON, "Ada Lovelace")
    assert labels("university of t")[0] == (Of.PLACE, "University of Turin")


def test_suggestions_lead_to_pages_and_tell_apart(world):
    told = {one.label: (one.href.split("/")[1], one.detail) for one in suggest("lovelace")}
    assert told["Ada Lovelace"] == ("researchers", "University of Turin")
    assert told["Lovelace College"] == ("institutions", "London, United Kingdom")
    assert told["Lovelace numbers and their sums"] == ("papers", "2020")
