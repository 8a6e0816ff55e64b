"""An institution's page: its addresses, its own papers and those of its parts, and that its numbers lead to as many."""

import pytest
from django.core.cache import cache

from institutions.models import Institution, InstitutionRelation, InstitutionSummary
from tests.factories import make_categories, make_institution, make_institution_name, make_researcher
from tests.weaving import weave, written

pytestmark = pytest.mark.django_db

ROR = "05a28rw58"


def titles(tree):
    return [link.text for link in tree.select("#papers .row__title a")]


@pytest.fixture
def zurich():
    """A university with a part below it, and papers of both."""
    domain = make_institution("ETH Domain", ror="0161xgx34")
    eth = make_institution("ETH Zurich", domain, ror=ROR, city="Zurich", country="Switzerland", country_code="CH")
    part = make_institution("Swiss Seismological Service", eth)
    for value, kind in (("Eidgenössische Technische Hochschule Zürich", "label"), ("ETHZ", "acronym")):
        make_institution_name(eth, value, [kind])
    ada, charles = make_researcher("Ada Lovelace"), make_researcher("Charles Babbage")
    written(ada, title="Own", day="2019-01-01", at=[eth])
    written(ada, title="Both", day="2019-06-01", at=[eth, part])
    written(charles, title="Of the part", day="2020-01-01", at=[part], cited=7)
    written(charles, title="Elsewhere", day="2023-01-01", at=[make_institution("University of Turin")])
    weave()
    return Institution.objects.get(pk=eth.pk)


def test_both_counts_are_shown_and_lead_to_as_many_papers(page, zurich):
    tree = page(zurich.get_absolute_url())
    counts = tree.select(".counts a")
    assert [count.b.text for count in counts] == ["3", "2"]
    assert [titles(page(count["href"])) for count in counts] == [["Of the part", "Both", "Own"], ["Both", "Own"]]
    assert page(counts[1]["href"]).select_one("meta[name=robots]")["content"] == "noindex, follow"


@pytest.mark.parametrize(
    "spelling",
    ["{id}", "{id}-old-name", ROR, ROR.upper(), f"ror.org/{ROR}", f"https://ror.org/{ROR}", f"https:/ror.org/{ROR}"],
)
def test_ids_lead_to_the_page_for_good_in_one_hop(client, collected_static, zurich, spelling):
    response = client.get(f"/institutions/{spelling.format(id=zurich.pk)}")
    assert (response.status_code, response["Location"]) == (301, zurich.get_absolute_url())


@pytest.mark.parametrize("name", ["eth-zurich", "ETHZ", "ethz", "eidgenossische-technische-hochschule-zurich"])
def test_a_name_acronym_or_alias_of_one_leads_there_for_now(client, collected_static, zurich, name):
    response = client.get(f"/institutions/{name}")
    assert (response.status_code, response["Location"]) == (302, zurich.get_absolute_url())


def test_a_name_of_several_is_a_choice(page, zurich):
    other = make_institution("Evangelische Theologische Hochschule", city="Zwickau", country="Germany")
    make_institution_name(other, "ETHZ", ["acronym"])
    tree = page("/institutions/ethz")
    assert [link["href"] for link in tree.select(".hit .name a")] == [
        zurich.get_absolute_url(),
        other.get_absolute_url(),
    ]
    assert "Zwickau, Germany" in tree.select(".hit")[1].text


def test_merged_institution_leads_to_the_one_that_stayed(client, collected_static, zurich):
    merged = make_institution("Polytechnikum", merged_into=zurich, ror="00hj8s172")
    for path, status in (
        (merged.get_absolute_url(), 301),
        ("/institutions/00hj8s172", 301),
        ("/institutions/polytechnikum", 302),
        ("/ror/https://ror.org/00hj8s172", 302),
    ):
        response = client.get(path)
        assert (response.status_code, response["Location"]) == (status, zurich.get_absolute_url()), path


def test_what_is_no_institution_is_not_found(client, collected_static, db):
    for path in ("/institutions/999", "/institutions/nowhere", "/ror/x", f"/ror/{ROR}", f"/institutions/{ROR}"):
        assert client.get(path).status_code == 404, path


def test_lineage_is_shown(page, zurich):
    before = make_institution("Polytechnikum")
    InstitutionRelation.objects.create(institution=zurich, kind="predecessor", other=before)
    block = page(zurich.get_absolute_url()).find("h2", string="Lineage").parent
    assert [item.text.split("  ")[0].strip() for item in block.select(".tree a")] == [
        "ETH Domain",
        "Swiss Seismological Service",
    ]
    assert "Before it: Polytechnikum" in block.text


def test_people_now_and_formerly_lead_to_as_many(page, zurich):
    tree = page(zurich.get_absolute_url())
    numbers = tree.select("#people .subhead a")
    assert [number.text for number in numbers] == ["1", "1"]
    people = [[name.text for name in page(number["href"]).select(".hits .name a")] for number in numbers]
    assert people == [["Ada Lovelace"], ["Charles Babbage"]]
    own = page(f"{zurich.get_absolute_url()}?parts=no")
    assert [name.text for name in own.select("#people .name a")] == ["Ada Lovelace"]


def test_each_year_leads_to_as_many_papers(page, zurich):
    for path in ("", "?parts=no"):
        numbers = page(zurich.get_absolute_url() + path).select("#years .data td a")
        assert numbers
        for number in numbers:
            tree = page(number["href"])
            assert len(titles(tree)) == int(number.text) == int(tree.select_one(".chosen")["data-total"])


def test_partners_are_those_on_the_same_papers_but_no_relatives(page, zurich):
    turin = Institution.objects.get(name="University of Turin")
    written(make_researcher("Mary Somerville"), at=[zurich, turin])
    weave()
    block = page(zurich.get_absolute_url()).find("h2", string="Partners").find_parent("section")
    assert [(bar.a.text, bar.select_one(".n").text) for bar in block.select("li")] == [("University of Turin", "1")]


def test_most_cited_fields_and_place_are_shown(page, zurich):
    tree = page(zurich.get_absolute_url())
    assert tree.select_one(".featured .row__title").text == "Of the part"
    assert tree.find("h2", string="Fields").find_parent("section").select_one(".code").text == "cs.LG"
    assert tree.title.text == "ETH Zurich, Zurich, Switzerland · wovepaper"


def test_every_field_leads_on_and_an_archive_to_its_own_page(page):
    make_categories()
    place, ada = make_institution(), make_researcher()
    for code in ("cs.LG", "hep-th", "cond-mat"):
        written(ada, at=[place], categories=[code])
    weave()
    rows = page(place.get_absolute_url()).find("h2", string="Fields").find_parent("section").select(".l")
    led = {row.select_one(".code").text: row.select("a")[-1]["href"] for row in rows}
    assert led["cs.LG"] == f"/search?category=cs.LG&institution={place.pk}"
    assert led["hep-th"] == f"/search?category=hep-th&institution={place.pk}"
    assert led["cond-mat"] == "/categories/cond-mat"


def test_list_goes_on_by_key_to_every_paper(page):
    place, ada = make_institution(), make_researcher()
    for number in range(50):
        written(ada, title=f"Paper {number}", at=[place])
    weave()
    seen, href = [], place.get_absolute_url()
    while href:
        tree = page(href)
        seen += titles(tree)
        following = tree.select_one(".pager [rel=next]")
        href = following["href"] if following else ""
    assert sorted(seen) == sorted(f"Paper {number}" for number in range(50))


def test_institution_is_told_to_machines(page, client, zurich):
    Institution.objects.filter(pk=zurich.pk).update(
        kinds=["education", "funder"], wikidata="Q11942", latitude=47.4, longitude=8.5
    )
    path = zurich.get_absolute_url()
    nodes = client.get(f"{path}.jsonld").json()["@graph"]
    node = next(node for node in nodes if node["@id"].endswith(f"/institutions/{zurich.pk}#organization"))
    assert node["@type"] == "CollegeOrUniversity"
    assert node["sameAs"] == [f"https://ror.org/{ROR}", "https://www.wikidata.org/wiki/Q11942"]
    assert node["address"]["addressCountry"] == "CH" and node["geo"]["latitude"] == 47.4
    assert node["parentOrganization"][0]["name"] == "ETH Domain"
    assert client.get(f"{path}.json").json()["paper_count_with_parts"] == 3
    assert client.get(f"{path}.md").content.startswith(b"# ETH Zurich\n")
    for feed in page(path).select("link[rel=alternate][href*=feed]"):
        answer = client.get(feed["href"])
        assert answer.status_code == 200 and answer["Content-Type"].startswith(feed["type"])


def test_unchanged_page_is_304_in_one_question(client, collected_static, zurich, django_assert_num_queries):
    first = client.get(zurich.get_absolute_url())
    with django_assert_num_queries(1):
        again = client.get(zurich.get_absolute_url(), headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304


def test_page_before_anything_was_counted_answers(page):
    place = make_institution("New Institute")
    assert page(place.get_absolute_url()).h1.text == "New Institute"


@pytest.mark.parametrize("query", ["", "?parts=no", "?year=2020"])
def test_same_few_queries_for_few_papers_and_for_many(client, collected_static, django_assert_max_num_queries, query):
    make_categories()
    above = make_institution("Academy")
    place, other = make_institution("Institute", above), make_institution("Other")
    make_institution("Part", place)
    ada, charles = make_researcher("Ada Lovelace"), make_researcher("Charles Babbage")
    counts = []
    for number in (25, 40):
        for _ in range(number):
            written(ada, charles, at=[place, other], cited=3)
        weave()
        cache.clear()
        with django_assert_max_num_queries(8) as asked:
            assert client.get(place.get_absolute_url() + query).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_place_that_waits_to_be_counted_tells_no_day_of_counting(client):
    place = make_institution("ETH Zurich", ror=ROR)
    InstitutionSummary.objects.create(institution=place, counted_at=None)
    told = client.get(place.get_absolute_url() + ".json").json()
    assert (told["counted_at"], told["fields"]) == (None, [])
    assert client.get(f"/api/v1/institutions/{place.pk}").json() == told
