"""`/institutions`: browse and find by name and country; parts and people of one."""

import pytest
from django.core.cache import cache

from institutions.models import InstitutionCorrection
from tests.factories import make_institution, make_institution_name, make_researcher
from tests.weaving import weave, written

pytestmark = pytest.mark.django_db


def names(tree):
    return [link.text for link in tree.select(".hits .name a")]


@pytest.fixture
def places():
    turin = make_institution("University of Turin", city="Turin", country="Italy", country_code="IT")
    make_institution_name(turin, "Università degli Studi di Torino")
    zurich = make_institution("ETH Zurich", country="Switzerland", country_code="CH", ror="05a28rw58")
    for place, papers in ((turin, 1), (zurich, 2)):
        for _ in range(papers):
            written(make_researcher(), at=[place])
    weave()
    return turin, zurich


def test_all_are_listed_most_papers_first(page, places):
    tree = page("/institutions")
    assert names(tree) == ["ETH Zurich", "University of Turin"]
    assert "Turin, Italy; 1 paper" in " ".join(tree.select(".hit")[1].text.split())


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=turin", ["University of Turin"]),
        ("q=universita+torino", ["University of Turin"]),
        ("q=zürich", ["ETH Zurich"]),
        ("q=atlantis", []),
        ("country=CH", ["ETH Zurich"]),
        ("q=turin&country=CH", []),
    ],
)
def test_some_are_found_by_any_name(page, places, query, found):
    assert names(page(f"/institutions?{query}")) == found


def test_ror_id_in_the_box_leads_to_the_place(client, places, collected_static):
    response = client.get("/institutions?q=https://ror.org/05a28rw58")
    assert (response.status_code, response["Location"]) == (302, places[1].get_absolute_url())


def test_unknown_country_is_not_found(client, places, collected_static):
    assert client.get("/institutions?country=XX").status_code == 404


def test_more_parts_than_fit_have_a_page(page):
    whole = make_institution("Academy")
    for number in range(30):
        make_institution(f"Institute {number:02}", whole)
    tree = page(whole.get_absolute_url())
    assert len(tree.select(".tree ul li")) == 12
    more = tree.select_one("a.more")["href"]
    links = [link["href"] for link in page(more).select(".pager ol a")]
    assert sum(len(names(page(link))) for link in links) == 30


def test_people_of_a_large_place_go_on_by_key(page):
    place = make_institution()
    people = [make_researcher(f"Person {number}") for number in range(30)]
    for person in people:
        written(person, at=[place])
    weave()
    first = page(f"{place.get_absolute_url()}/researchers")
    assert first.select_one("[data-total]")["data-total"] == "30"
    second = page(first.select_one(".pager [rel=next]")["href"])
    assert sorted(names(first) + names(second)) == sorted(person.name for person in people)


def test_history_tells_what_curators_set_right(page, places):
    turin, zurich = places
    InstitutionCorrection.objects.create(
        kind="merge", institution=turin, other=zurich, curator="Grace", reason="one place", details={}
    )
    for place in places:
        row = page(f"{place.get_absolute_url()}/history").select_one("[data-correction=merge]")
        assert "Grace" in row.text and "one place" in row.text and "Joined" in row.text


@pytest.mark.parametrize("path", ["/institutions", "{page}/parts", "{page}/researchers", "{page}/history"])
def test_same_few_queries_for_few_and_for_many(client, collected_static, django_assert_max_num_queries, path):
    whole = make_institution("Academy")
    counts = []
    for number in (26, 40):
        for each in range(number):
            place = make_institution(f"Institute {each}", whole)
            written(make_researcher(), at=[place])
        weave()
        cache.clear()
        with django_assert_max_num_queries(8) as asked:
            assert client.get(path.format(page=whole.get_absolute_url())).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
