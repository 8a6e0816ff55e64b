"""Every filter lets the right papers pass, by the index and by its stand-in, and its counts are the lists' lengths."""

import pytest

from search import facets as counting
from search import lexical, stand_in
from search.answers import NO_FILTERS, Filters, SearchRequest, Sort
from search.query import parse, parse_years
from tests.factories import make_institution, make_institution_name, make_outside_work, make_researcher
from tests.weaving import weave, written

pytestmark = pytest.mark.django_db

BACKENDS = [lexical.find, stand_in.find]


@pytest.fixture
def world(reindex):
    """Papers on ice by Ada and Bo at a laboratory of a university, and by others."""
    ada, bo, cy = (make_researcher(name) for name in ("Ada Lovelace", "Bo Ek", "Cy Twombly"))
    university = make_institution("Uppsala universitet", country_code="SE")
    laboratory = make_institution("Ångström Laboratory", parent=university, country_code="SE")
    make_institution_name(university, "UU", ["acronym"])
    elsewhere = make_institution("Kyoto University", country_code="JP")
    papers = {
        "both": written(ada, bo, title="Ice of two", at=[laboratory], cited=30, journal_ref="J. Ice 3 (2020) 7"),
        "ada": written(ada, title="Ice alone", at=[university], cited=3, day="2019-05-05", dois=["10.1000/ice"]),
        "other": written(cy, title="Ice elsewhere", at=[elsewhere], day="2021-02-02", withdrawn=True),
        "bo": written(bo, title="Ice in Kyoto", at=[elsewhere], cited=100, categories=["hep-th"]),
    }
    weave()
    reindex()
    ids = {"ada_id": ada.id, "bo_id": bo.id, "cy_id": cy.id}
    places = {"university": university.id, "laboratory": laboratory.id, "kyoto": elsewhere.id}
    return {"papers": papers, **ids, **places}


def under(world, backend, typed="ice", **filters):
    names = {paper.id: name for name, paper in world["papers"].items()}
    answer = backend(SearchRequest(parse(typed), Filters(**filters)))
    assert answer.total == len(answer.ids)
    return {names[paper] for paper in answer.ids}


def counts(request, backend=lexical.find):
    return {facet.name: dict(facet.counts) for facet in backend(request).facets}


@pytest.mark.parametrize("backend", BACKENDS)
def test_each_filter_lets_its_papers_pass(world, backend):
    assert under(world, backend, researchers=(world["ada_id"],)) == {"both", "ada"}
    assert under(world, backend, researchers=(world["ada_id"], world["bo_id"])) == {"both", "ada", "bo"}
    assert under(world, backend, institutions=(world["laboratory"],)) == {"both"}
    assert under(world, backend, institutions=(world["university"],)) == {"both", "ada"}
    assert under(world, backend, institutions=(world["university"], world["kyoto"])) == {"both", "ada", "other", "bo"}
    assert under(world, backend, countries=("SE",)) == {"both", "ada"}
    assert under(world, backend, countries=("JP", "SE")) == {"both", "ada", "other", "bo"}
    assert under(world, backend, published=True) == {"both", "ada"}
    assert under(world, backend, published=False) == {"other", "bo"}
    assert under(world, backend, withdrawn=True) == {"other"}
    assert under(world, backend, withdrawn=False) == {"both", "ada", "bo"}
    assert under(world, backend, cited=30) == {"both", "bo"}
    assert under(world, backend, cited=31) == {"bo"}


@pytest.mark.parametrize("backend", BACKENDS)
def test_all_filters_that_are_set_must_hold(world, backend):
    assert under(world, backend, countries=("SE",), cited=10) == {"both"}
    assert under(world, backend, researchers=(world["bo_id"],), countries=("JP",), categories=("hep-th",)) == {"bo"}
    assert under(world, backend, published=True, years=(parse_years("2019"),)) == {"ada"}
    assert under(world, backend, typed="", published=True, withdrawn=True) == set()


@pytest.mark.parametrize("backend", BACKENDS)
def test_fields_of_people_and_places_are_fields_not_words(world, backend):
    assert under(world, backend, typed="inst:kyoto") == {"other", "bo"}
    assert under(world, backend, typed='inst:"Uppsala universitet"') == {"both", "ada"}
    assert under(world, backend, typed="inst:UU") == {"both", "ada"}
    assert under(world, backend, typed="ice -inst:kyoto") == {"both", "ada"}
    assert under(world, backend, typed="ti:kyoto") == {"bo"}
    assert under(world, backend, typed="au:ek") == {"both", "bo"}
    assert under(world, backend, typed="au:^ek") == {"bo"}
    assert under(world, backend, typed="ice -au:ek") == {"ada", "other"}
    assert under(world, backend, typed="au:twombly OR ti:alone") == {"other", "ada"}


@pytest.mark.parametrize("backend", BACKENDS)
def test_most_cited_first(world, backend):
    answer = backend(SearchRequest(parse("ice"), sort=Sort.CITED))
    assert list(answer.ids) == [world["papers"][name].id for name in ("bo", "both", "ada", "other")]


def test_a_count_told_by_the_second_source_counts_only_where_the_first_tells_none(world, reindex):
    make_outside_work(world["papers"]["ada"], source="semanticscholar", cited_by_count=500)
    make_outside_work(world["papers"]["other"], source="semanticscholar", cited_by_count=400)
    reindex()
    for backend in BACKENDS:
        assert under(world, backend, cited=200) == {"other"}


@pytest.mark.parametrize("likely", [200, 2])
@pytest.mark.parametrize(
    "filters",
    [
        {},
        {"countries": ("SE",)},
        {"countries": ("JP",), "published": False},
        {"cited": 3, "years": (parse_years("2019-2020"),)},
    ],
)
def test_counts_beside_filters_are_the_lengths_of_the_lists_they_lead_to(world, filters, likely, monkeypatch):
    monkeypatch.setattr(counting, "LIKELY", likely)
    told = counts(SearchRequest(parse("ice"), Filters(**filters)))
    own = {"category": "categories", "country": "countries", "institution": "institutions",
           "researcher": "researchers", "published": "published", "year": "years"}  # fmt: skip
    read = {"institution": int, "researcher": int, "published": lambda value: value == "yes", "year": parse_years}
    for name, values in told.items():
        for value, count in values.items():
            one = read.get(name, str)(value)
            asked = Filters(**filters | {own[name]: one if name == "published" else (one,)})
            assert lexical.find(SearchRequest(parse("ice"), asked)).total == count, (name, value)


def test_people_and_places_are_counted_most_papers_first(world):
    told = counts(SearchRequest(parse("ice")))
    assert told["institution"] == {str(world["university"]): 2, str(world["kyoto"]): 2, str(world["laboratory"]): 1}
    assert told["researcher"] == {str(world["ada_id"]): 2, str(world["bo_id"]): 2, str(world["cy_id"]): 1}
    assert told["country"] == {"SE": 2, "JP": 2}
    assert told["published"] == {"yes": 2, "no": 2}
    assert counts(SearchRequest(parse("ice")), stand_in.find) == told


def test_a_person_who_objected_is_no_filter(world, reindex):
    from_before = counts(SearchRequest(parse("ice")))["researcher"]
    researcher = world["papers"]["ada"].authorships.get().researcher
    type(researcher).objects.filter(pk=researcher.pk).update(hidden_at="2024-01-01T00:00Z")
    reindex()
    for backend in BACKENDS:
        assert counts(SearchRequest(parse("ice")), backend)["researcher"].keys() == from_before.keys() - {
            str(world["ada_id"])
        }
        assert under(world, backend, researchers=(world["ada_id"],)) == set()


def test_ids_under_filters_are_told_up_to_a_number(world):
    papers = {name: paper.id for name, paper in world["papers"].items()}
    assert sorted(lexical.ids_under(Filters(countries=("SE",)), 2)) == sorted([papers["both"], papers["ada"]])
    assert lexical.ids_under(Filters(countries=("SE",)), 1) is None
    assert lexical.ids_under(Filters(countries=("FR",)), 5) == []
    assert sorted(lexical.ids_under(NO_FILTERS, 4)) == sorted(papers.values())


def test_of_given_papers_those_pass_that_meet_the_filters(world):
    papers = {name: paper.id for name, paper in world["papers"].items()}
    asked = [papers["both"], papers["bo"], 10**9]
    assert lexical.passing(Filters(countries=("SE",)), asked) == {papers["both"]}
    assert lexical.passing(NO_FILTERS, asked) == {papers["both"], papers["bo"]}
    assert lexical.passing(NO_FILTERS, []) == set()


def test_any_stretch_of_the_list_is_what_the_pages_show(world):
    request = SearchRequest(parse("ice"))
    whole = lexical.head(request, 10)
    assert [paper for paper, _ in whole] == list(lexical.find(request).ids)
    assert lexical.head(request, 2, start=1) == whole[1:3]
    assert all(score > 0 for _, score in whole)
    assert lexical.matching(request, [whole[0][0], 10**9]) == dict(whole[:1])
