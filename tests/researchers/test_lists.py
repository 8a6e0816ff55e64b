"""`/researchers`: browse and find by name, field, country."""

import pytest
from django.core.cache import cache

from tests.factories import make_institution, make_researcher
from tests.weaving import weave, written

pytestmark = pytest.mark.django_db


def names(tree):
    return [link.text for link in tree.select(".hits .name a")]


@pytest.fixture
def people():
    """Three, with three, two and one paper."""
    turin = make_institution("University of Turin", city="Turin", country="Italy", country_code="IT")
    found = [make_researcher(name) for name in ("Amedeo Avogadro", "Émilie du Châtelet", "Ada Lovelace")]
    for person, papers, at in zip(found, (3, 2, 1), ([turin], [], []), strict=True):
        for _ in range(papers):
            written(person, at=at, categories=["math.NT"] if papers == 2 else ["cs.LG"])
    weave()
    return found


def test_all_are_listed_most_papers_first_with_what_tells_them_apart(page, people):
    tree = page("/researchers")
    assert names(tree) == ["Amedeo Avogadro", "Émilie du Châtelet", "Ada Lovelace"]
    first = tree.select_one(".hit").text
    assert "3 papers" in first and "cs.LG" in first and "University of Turin" in first


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=chatelet", ["Émilie du Châtelet"]),
        ("q=Emilie+CHÂT", ["Émilie du Châtelet"]),
        ("q=love+ada", ["Ada Lovelace"]),
        ("q=nobody", []),
        ("category=math.NT", ["Émilie du Châtelet"]),
        ("country=IT", ["Amedeo Avogadro"]),
        ("country=it", ["Amedeo Avogadro"]),
        ("q=a&category=cs.LG", ["Amedeo Avogadro", "Ada Lovelace"]),
    ],
)
def test_some_are_found(page, people, query, found):
    tree = page(f"/researchers?{query}")
    assert names(tree) == found
    assert tree.select_one("meta[name=robots]")["content"] == "noindex, follow"


def test_form_offers_the_countries_and_remembers_what_was_asked(page, people):
    tree = page("/researchers?q=avogadro&country=IT")
    assert tree.select_one("#by-name")["value"] == "avogadro"
    options = tree.select("#by-country option")
    assert [(option["value"], "selected" in option.attrs) for option in options] == [("", False), ("IT", True)]


def test_orcid_in_the_box_leads_to_the_person(client, collected_static):
    ada = make_researcher(orcid="0000-0002-1825-0097")
    response = client.get("/researchers?q=https://orcid.org/0000-0002-1825-0097")
    assert (response.status_code, response["Location"]) == (302, ada.get_absolute_url())


def test_wrong_filters_are_not_found_and_untidy_ones_lead_to_the_tidy(client, people, collected_static):
    for query in ("category=cs.XX", "country=XX", "after=999", "after=x"):
        assert client.get(f"/researchers?{query}").status_code == 404, query
    assert client.get("/researchers?country=&q=ada")["Location"] == "/researchers?q=ada"
    assert client.get("/researchers?country=IT&q=a")["Location"] == "/researchers?q=a&country=IT"


def test_list_goes_on_by_key_and_back(page):
    for number in range(60):
        make_researcher(f"Person {number:02}", paper_count=1 + number // 20)
    seen, href, pages = [], "/researchers", []
    while href:
        pages.append(href)
        tree = page(href)
        seen += names(tree)
        following = tree.select_one(".pager [rel=next]")
        href = following["href"] if following else ""
    assert len(seen) == len(set(seen)) == 60 and seen[0] == "Person 40"
    assert [page(href).select_one(".pager [rel=prev]")["href"] for href in pages[1:]] == pages[:-1]


def test_header_leads_to_the_lists_once_there_is_something_in_them(page):
    assert not page("/about").select('.site-nav a[href="/researchers"], .site-nav a[href="/institutions"]')
    written(make_researcher(), at=[make_institution()])
    weave()
    cache.clear()
    links = [link["href"] for link in page("/about").select(".site-nav a, .site-foot nav a")]
    assert links.count("/researchers") == links.count("/institutions") == 2


def test_same_few_queries_for_few_and_for_many(client, collected_static, django_assert_max_num_queries):
    counts = []
    for number in (30, 60):
        for _ in range(number):
            make_researcher(paper_count=2, main_institution=make_institution())
        cache.clear()
        with django_assert_max_num_queries(8) as asked:
            assert client.get("/researchers").status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
