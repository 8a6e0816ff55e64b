"""A researcher's page: what it says of the papers, and that its numbers lead to as many."""

import pytest
from django.core.cache import cache
from django.utils import timezone

from papers.authorship_corrections import move
from papers.models import Authorship
from researchers.merging import merge
from tests.factories import (
    make_categories,
    make_claim,
    make_institution,
    make_outside_work,
    make_profile,
    make_researcher,
)
from tests.weaving import weave, written

pytestmark = pytest.mark.django_db


def titles(tree):
    return [link.text for link in tree.select("#papers .row__title a")]


def test_a_researcher_has_a_page_with_their_papers_newest_first(page):
    ada = make_researcher("Ada Lovelace")
    written(ada, title="First", day="2019-05-01")
    written("Charles Babbage", ada, title="Second", day="2020-05-01")
    weave()
    tree = page(ada.get_absolute_url())
    assert tree.h1.text == "Ada Lovelace"
    assert titles(tree) == ["Second", "First"]
    assert tree.select_one(".stats dd").text == "2"


@pytest.mark.parametrize("path", ["/researchers/{id}", "/researchers/{id}-another-name", "/Researchers/{id}-Ada/"])
def test_other_spellings_of_the_address_lead_to_the_page_in_one_hop(client, collected_static, path):
    ada = make_researcher("Ada Lovelace", paper_count=1)
    response = client.get(path.format(id=ada.pk))
    assert (response.status_code, response["Location"]) == (301, f"/researchers/{ada.pk}-ada-lovelace")


def test_merged_researcher_leads_to_the_one_that_stayed(client, collected_static):
    kept = make_researcher("Ada Lovelace", paper_count=1)
    middle = make_researcher("A. Lovelace", merged_into=kept)
    merged = make_researcher("A. Lovelace", merged_into=middle)
    response = client.get(merged.get_absolute_url())
    assert (response.status_code, response["Location"]) == (301, kept.get_absolute_url())


def test_who_objected_is_gone_and_linked_nowhere(client, page, collected_static):
    ada, charles = make_researcher("Ada Lovelace"), make_researcher("Charles Babbage")
    paper = written(ada, charles)
    type(ada).objects.filter(pk=ada.pk).update(hidden_at=ada.changed_at)
    weave()
    assert client.get(ada.get_absolute_url()).status_code == 410
    tree = page(charles.get_absolute_url())
    assert not tree.select(f'a[href^="/researchers/{ada.pk}"]')
    assert not page(paper.get_absolute_url()).select(f'a[href^="/researchers/{ada.pk}"]')


def test_unknown_researcher_is_not_found(client, collected_static):
    assert client.get("/researchers/123456").status_code == 404
    assert client.get("/researchers/nobody-at-all").status_code == 404


def test_each_field_leads_to_as_many_papers(page):
    make_categories()
    ada = make_researcher()
    for codes in (["cs.LG", "stat.ML"], ["cs.LG"], ["math.NT"]):
        written(ada, categories=codes)
    weave()
    bars = page(ada.get_absolute_url()).select(".side .bars li > a")
    assert len(bars) == 3
    for bar in bars:
        tree = page(bar["href"])
        assert len(titles(tree)) == int(bar.select_one(".n").text)
        assert tree.select_one("meta[name=robots]")["content"] == "noindex, follow"


def test_each_year_and_coauthor_leads_to_as_many_papers(page):
    ada, charles = make_researcher("Ada Lovelace"), make_researcher("Charles Babbage")
    written(ada, day="2018-01-01")
    written(ada, charles, day="2019-01-01")
    written(charles, ada, day="2019-02-01")
    weave()
    tree = page(ada.get_absolute_url())
    numbers = tree.select("#years .data td a, #coauthors a.n")
    assert [number.text for number in numbers] == ["1", "2", "2"]
    for number in numbers:
        assert len(titles(page(number["href"]))) == int(number.text)


def test_place_among_authors_is_told_over_the_papers_whose_authors_are_all_matched(page):
    ada, charles, mary = (make_researcher(name) for name in ("Ada Lovelace", "Charles Babbage", "Mary Somerville"))
    written(ada)
    written(ada, charles)
    written(charles, ada)
    written(charles, ada, mary)
    written(ada, "Wei Wang")
    weave()
    block = page(ada.get_absolute_url()).find("h2", string="Place among authors").parent
    told = {bar.select_one(".l").text: bar.select_one(".n").text for bar in block.select("li")}
    assert told == {"sole": "1", "first": "1", "middle": "1", "last": "1"}
    assert "Over 4 of 5 papers" in block.text


def test_why_opens_the_evidence_of_each_attribution(page):
    ada = make_researcher("Ada Lovelace")
    written(ada, title="By ORCID", day="2020-02-01", evidence="orcid")
    paper = written(ada, title="By one source", day="2020-01-01", evidence="one-source")
    profile = make_profile(ada, outside_id="A5001", orcid="0000-0002-1825-0097")
    make_claim(paper.authorships.get(), profile, name_there="A. Lovelace", method="initials", score=0.9)
    weave()
    first, second = page(ada.get_absolute_url()).select("#papers details.evidence")
    assert [first["data-evidence"], second["data-evidence"]] == ["orcid", "one-source"]
    assert [item["data-evidence"] for item in second.select("dd")] == ["one-source", "printed", "claim"]
    claim = second.select("dd")[-1].text
    assert "A5001" in claim and "A. Lovelace" in claim and "initials that fit" in claim and "0.90" in claim


def test_weak_links_are_dotted_in_lists(page):
    ada, charles = make_researcher("Ada Lovelace"), make_researcher("Charles Babbage")
    paper = written(ada, charles)
    Authorship.objects.filter(paper=paper, position=2).update(evidence="one-source")
    weave()
    links = page(ada.get_absolute_url()).select("#papers .row__by a")
    assert [(link.text, link.get("class")) for link in links] == [
        ("Ada Lovelace", None),
        ("Charles Babbage", ["guess"]),
    ]


def test_where_they_are_now_and_were_before(page):
    ada = make_researcher()
    london, turin = make_institution("University of London"), make_institution("University of Turin")
    written(ada, day="2015-01-01", at=[turin])
    written(ada, day="2019-01-01", at=[london])
    written(ada, day="2019-06-01", at=[london])
    weave()
    items = page(ada.get_absolute_url()).find("h2", string="Where").parent.select(".plainlist > li")
    assert [item.select_one("a.name").text for item in items] == ["University of London", "University of Turin"]
    told = [item.find("small", recursive=False).text for item in items]
    assert told == ["now; on papers 2019", "before; on papers 2015"]
    for item, count in zip(items, (2, 1), strict=True):
        assert len(titles(page(item.select_one(".evidence dd a")["href"]))) == count


def test_citations_are_told_over_the_papers_that_have_a_count(page):
    ada = make_researcher()
    most = written(ada, title="Much read", day="2018-01-01", cited=40)
    written(ada, title="Little read", day="2019-01-01", cited=2)
    written(ada, title="Not counted", day="2019-02-01")
    make_outside_work(most, "semanticscholar", cited_by_count=99)
    weave()
    tree = page(ada.get_absolute_url())
    assert "42 citations in all, over the 2 of 3 papers" in " ".join(tree.select_one("#years .fine").text.split())
    assert tree.select_one(".featured .row__title").text == "Much read"
    assert "cited by 40, by OpenAlex" in tree.select_one(".featured").text
    assert titles(page(f"{ada.get_absolute_url()}?sort=cited")) == ["Much read", "Little read", "Not counted"]


def test_year_that_is_not_over_is_marked(page):
    ada = make_researcher()
    written(ada, day="2019-01-01")
    written(ada, day=f"{timezone.now():%Y-%m-%d}")
    weave()
    tree = page(ada.get_absolute_url())
    assert len(tree.select("#years .bar--part")) == 1
    assert "is not over yet" in tree.select_one("#years figcaption").text


def test_others_of_the_name_are_told_apart_and_may_be_the_same(page):
    one, other = make_researcher("Wei Wang"), make_researcher("Wei Wang")
    written(one, categories=["cs.LG"], day="2019-01-01")
    written(other, categories=["math.NT"], day="2012-01-01", at=[make_institution("Peking University")])
    weave()
    block = page(one.get_absolute_url()).find("h2", string="Others of this name").parent
    assert "1 paper, math.NT, 2012; Peking University" in block.text
    assert "may be the same person" in block.text
    assert page(one.get_absolute_url()).title.text == "Wei Wang (cs.LG, 2019) · wovepaper"


def test_a_name_lists_all_who_bear_it_or_leads_to_the_only_one(page, client):
    one, other = make_researcher("Wei Wang"), make_researcher("Wei Wang")
    ada = make_researcher("Ada Lovelace")
    for person in (one, other, other, ada):
        written(person)
    weave()
    links = [link["href"] for link in page("/researchers/wei-wang").select(".hit .name a")]
    assert links == [other.get_absolute_url(), one.get_absolute_url()]
    response = client.get("/researchers/ada-lovelace")
    assert (response.status_code, response["Location"]) == (302, ada.get_absolute_url())
    response = client.get("/researchers/Wei%20Wang")
    assert (response.status_code, response["Location"]) == (301, "/researchers/wei-wang")


def test_lookups_by_outside_ids_lead_to_the_page(client, collected_static):
    ada = make_researcher("Ada Lovelace", orcid="0000-0002-1825-0097")
    paper = written(ada)
    make_profile(ada, outside_id="A5001")
    make_profile(ada, source="semanticscholar", outside_id="77")
    make_outside_work(paper, outside_id="W2741809807")
    make_outside_work(paper, "semanticscholar", outside_id="0" * 40)
    weave()
    for path, target in (
        ("/orcid/0000-0002-1825-0097", ada),
        ("/orcid/https://orcid.org/0000-0002-1825-0097", ada),
        ("/openalex/A5001", ada),
        ("/openalex/https://openalex.org/authors/A5001", ada),
        ("/s2/77", ada),
        ("/openalex/w2741809807", paper),
        ("/s2/" + "0" * 40, paper),
    ):
        response = client.get(path)
        assert (response.status_code, response["Location"]) == (302, target.get_absolute_url()), path
    for path in ("/orcid/0000-0002-1825-0098", "/orcid/x", "/openalex/A1", "/openalex/x", "/s2/1", "/s2/x"):
        assert client.get(path).status_code == 404, path


def test_parameters_are_tidied_and_wrong_ones_not_found(client, collected_static):
    ada = make_researcher()
    written(ada, day="2019-01-01")
    weave()
    path = ada.get_absolute_url()
    assert client.get(f"{path}?sort=newest&year=")["Location"] == path
    assert client.get(f"{path}?year=2019&category=cs.LG")["Location"] == f"{path}?category=cs.LG&year=2019"
    assert client.get(f"{path}?year=2019&ref=x").status_code == 200
    for query in ("year=2018", "year=x", "researcher=9", "institution=x", "sort=size", "page=2", "category=cs.XX"):
        assert client.get(f"{path}?{query}").status_code == 404, query


def test_person_is_told_to_machines(page, client):
    ada = make_researcher("Ada Lovelace", orcid="0000-0002-1825-0097")
    written(ada, at=[make_institution("University of London")])
    written(ada)
    make_profile(ada, outside_id="A5001")
    weave()
    path = ada.get_absolute_url()
    graph = client.get(f"{path}.jsonld").json()["@graph"]
    person = next(node for node in graph if node["@type"] == "Person")
    assert person["@id"].endswith(f"/researchers/{ada.pk}#person")
    assert person["sameAs"] == ["https://orcid.org/0000-0002-1825-0097", "https://openalex.org/A5001"]
    assert [place["name"] for place in person["affiliation"]] == ["University of London"]
    assert client.get(f"{path}.json").json()["paper_count"] == 2
    assert client.get(f"{path}.md").content.startswith(b"# Ada Lovelace\n")
    assert client.get(path, headers={"accept": "text/markdown"})["Content-Location"] == f"{path}.md"
    for feed in page(path).select("link[rel=alternate][href*=feed]"):
        answer = client.get(feed["href"])
        assert answer.status_code == 200 and answer["Content-Type"].startswith(feed["type"])
    assert client.get(f"/researchers/{ada.pk}/feed.xml")["Location"] == f"{path}/feed.xml"


def test_history_tells_to_whom_a_paper_was_given(page):
    ada, other = make_researcher("Ada Lovelace"), make_researcher("Augusta Ada King")
    written(other)
    slot = written(ada).authorships.get()
    written(ada)
    weave()
    move(slot, other, "mary", "signed so")
    for one in (ada, other):
        row = page(f"{one.get_absolute_url()}/history").select_one("[data-correction=move]")
        assert "signed so" in row.text and "Moved: " in row.text
        assert bool(row.select(f'a[href^="/researchers/{other.pk}"]')) == (one == ada)


def test_history_tells_what_curators_set_right(page):
    one, other = make_researcher("Ada Lovelace"), make_researcher("Ada Lovelace")
    written(one)
    written(other)
    weave()
    merge(one, other, "Grace", "the same home page")
    row = page(f"{one.get_absolute_url()}/history").select_one("[data-correction=merge]")
    assert "Grace" in row.text and "the same home page" in row.text


def test_unchanged_page_is_304_in_one_question(client, collected_static, django_assert_num_queries):
    ada = make_researcher()
    written(ada)
    weave()
    first = client.get(ada.get_absolute_url())
    with django_assert_num_queries(1):
        again = client.get(ada.get_absolute_url(), headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("query", ["", "?category=cs.LG", "?sort=cited", "?page=2", "?institution={place}"])
def test_same_few_queries_for_few_papers_and_for_many(client, collected_static, django_assert_max_num_queries, query):
    ada, charles = make_researcher("Ada Lovelace"), make_researcher("Charles Babbage")
    place = make_institution()
    counts = []
    for number in (25, 40):
        for _ in range(number):
            paper = written(ada, charles, at=[place], cited=3)
            make_claim(paper.authorships.first(), make_profile(ada))
        weave()
        cache.clear()
        with django_assert_max_num_queries(8) as asked:
            assert client.get(ada.get_absolute_url() + query.format(place=place.pk)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]
