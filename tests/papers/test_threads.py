"""How a paper's page ties its authors and affiliations to people and places, and says why."""

import pytest
from django.core.cache import cache

from papers.models import Authorship
from papers.printed_places import ListedAffiliation, PrintedPlace, parts_with_links
from tests.factories import (
    make_affiliation,
    make_authorship,
    make_claim,
    make_institution,
    make_paper,
    make_profile,
    make_researcher,
)
from tests.weaving import weave, written


def place(name, institution=1):
    return PrintedPlace(1, "", institution, name, "", "")


def test_words_of_an_affiliation_that_name_the_institution_are_the_link():
    listed = ListedAffiliation("Dept of Physics, eth zurich, Switzerland", [place("ETH Zurich")])
    assert parts_with_links(listed) == (
        [("Dept of Physics, ", None), ("eth zurich", place("ETH Zurich")), (", Switzerland", None)],
        [],
    )


def test_institution_in_other_words_follows_the_text():
    listed = ListedAffiliation("MIT", [place("Massachusetts Institute of Technology")])
    assert parts_with_links(listed) == ([("MIT", None)], [place("Massachusetts Institute of Technology")])


def test_names_inside_other_names_or_words_are_not_cut():
    inner, outer = place("University of Zurich", 1), place("Zurich", 2)
    parts, others = parts_with_links(ListedAffiliation("University of Zurich", [inner, outer]))
    assert parts == [("", None), ("University of Zurich", inner), ("", None)]
    assert others == [outer]
    assert parts_with_links(ListedAffiliation("CERNAVODA", [place("CERN")]))[0] == [("CERNAVODA", None)]


@pytest.mark.django_db
def test_authors_and_affiliations_are_links_with_the_evidence(page):
    ada, charles = make_researcher("Ada Lovelace"), make_researcher("Charles Babbage")
    london = make_institution("University of London")
    paper = written(ada, charles, "Wei Wang")
    first, second, third = paper.authorships.order_by("position")
    Authorship.objects.filter(pk=second.pk).update(evidence="one-source")
    make_affiliation(first, london, "Maths, University of London")
    make_affiliation(third, None, "A garden shed")
    make_claim(first, make_profile(ada, outside_id="A5001"))
    weave()
    tree = page(paper.get_absolute_url())
    names = tree.select(".authors > li")
    assert [name.get("data-evidence") for name in names] == ["agreement", "one-source", None]
    assert [name.a and name.a["href"] for name in names] == [ada.get_absolute_url(), charles.get_absolute_url(), None]
    assert [name.a and name.a.get("class") for name in names] == [None, ["guess"], None]
    affiliations = tree.select(".affils li")
    assert [affiliation.span.text for affiliation in affiliations] == ["Maths, University of London", "A garden shed"]
    assert affiliations[0].a["href"] == london.get_absolute_url() and affiliations[0].a.text == "University of London"
    evidence = tree.select(".paper__key [data-evidence]")
    assert [item["data-evidence"] for item in evidence] == [
        "agreement", "agreement", "printed", "claim", "one-source", "one-source", "printed",
    ]  # fmt: skip
    assert "A5001" in evidence[3].text


@pytest.mark.django_db
def test_hostile_affiliation_stays_text(page):
    evil = "</span><script>alert(1)</script>"
    paper = written(make_researcher())
    make_affiliation(paper.authorships.get(), make_institution(evil, slug="evil"), f"{evil}, {evil}")
    weave()
    assert not page(paper.get_absolute_url()).select(".affils script")


@pytest.mark.django_db
def test_paper_page_asks_few_questions_however_many_authors(client, collected_static, django_assert_max_num_queries):
    counts = []
    for number in (3, 60):
        paper = make_paper(authors=[])
        london = make_institution()
        for position in range(1, number + 1):
            person = make_researcher(f"Ada {position}")
            slot = make_authorship(paper, position, person.name, researcher=person, evidence="orcid")
            make_affiliation(slot, london)
            make_claim(slot, make_profile(person))
        cache.clear()
        with django_assert_max_num_queries(8) as asked:
            assert client.get(paper.get_absolute_url()).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
