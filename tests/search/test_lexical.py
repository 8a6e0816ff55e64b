"""What the word index finds, in what order, and how many there are."""

from datetime import UTC, datetime

import pytest

from search import lexical, stand_in
from search.answers import PAGE_SIZE, Filters, Mode, Sort
from search.query import parse_years
from search.reader import reader
from tests.factories import make_outside_work, make_paper
from tests.search.asking import BACKENDS, found, ids

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("neural network", "Networks of neurons, neural networks"),
        ("fuer Gräfe", "Fuer Grafe"),
        ("Grafe", "Ein Satz über Gräfe"),
        ("C++", "Templates in C++ and their cost"),
        ("c#", "Garbage in C# programs"),
        ("p-adic", "On p-adic numbers"),
        ("α", "Decay of α particles"),
        ("alpha", "Decay of α particles"),
        ("\\alpha", "Decay of α particles"),
        ("self-attention", "Self attention without tears"),
        ("ℝ", "The line R"),
        ("1234.5678", "A note on 1234.5678"),
    ],
)
def test_spelling_and_symbols_find(typed, title, reindex):
    paper = make_paper(title=title)
    make_paper(title="Something else entirely", abstract="About the c letter.")
    reindex()
    assert ids(typed) == [paper.id]


def test_tex_names_in_the_source_are_found(reindex):
    paper = make_paper(title="On ℓ-adic sheaves", title_tex="On $\\ell$-adic sheaves")
    make_paper(title="The ell of cloth")
    reindex()
    assert ids("\\ell") == [paper.id]


def test_title_counts_more_than_abstract(reindex):
    in_abstract = make_paper(title="Other things", abstract="Of graphene.")
    in_title = make_paper(title="Graphene", abstract="Of other things.")
    reindex()
    assert ids("graphene") == [in_title.id, in_abstract.id]


def test_a_whole_title_comes_first_whatever_is_read_into_its_signs(reindex):
    wanted = make_paper(title="Growth of snow crystals near -5 C", abstract="")
    for number in range(30):
        make_paper(title="Growth of snow crystals", abstract=f"C near growth of snow crystals, {number}.")
    reindex()
    assert ids("Growth of snow crystals near -5 C")[0] == wanted.id
    assert ids("near -5 C: crystals of snow growth")[0] == wanted.id


def test_of_papers_that_fit_as_well_the_cited_and_the_new_stand_first(reindex):
    old = make_paper(title="Tidal locking", first_submitted_at=datetime(1995, 1, 1, tzinfo=UTC))
    new = make_paper(title="Tidal locking", first_submitted_at=datetime(2024, 1, 1, tzinfo=UTC))
    cited = make_paper(title="Tidal locking", first_submitted_at=datetime(2010, 1, 1, tzinfo=UTC))
    make_outside_work(cited, cited_by_count=800)
    mentioning = make_paper(title="Tides", abstract="Of many things; and tidal locking in the end.")
    make_outside_work(mentioning, cited_by_count=90_000)
    reindex()
    assert ids("tidal locking") == [cited.id, new.id, old.id, mentioning.id]


def test_fields_bind_words_to_their_place(reindex):
    paper = make_paper(title="Quantum walks", abstract="On graphs.", authors=["Sam Graph"])
    reindex()
    assert ids("ti:quantum abs:graphs au:graph") == [paper.id]
    assert ids("ti:graph") == ids("abs:quantum") == ids("au:quantum") == []


def test_phrases_want_words_side_by_side(reindex):
    paper = make_paper(title="Dark matter in dwarfs")
    make_paper(title="Matter that is dark")
    reindex()
    assert ids('"dark matter"') == [paper.id]


def test_a_phrase_that_no_paper_has_is_searched_as_words_and_says_so(reindex):
    paper = make_paper(title="Matter that is dark")
    reindex()
    answer = found('"dark matter"')
    assert answer.ids == (paper.id,)
    assert answer.notices
    assert found('"dark matter" -matter').total == 0


def test_abstract_phrases_are_found_in_abstracts_alone(reindex):
    paper = make_paper(title="Of ice", abstract="Thin sheets of ice.")
    make_paper(title="Thin sheets", abstract="Of sheets, thin ones.")
    reindex()
    assert ids('abs:"thin sheets of ice"') == [paper.id]
    assert ids("abs:ice") == [paper.id]


def test_alternatives_and_exclusions(reindex):
    cats, dogs, both = make_paper(title="Cats"), make_paper(title="Dogs"), make_paper(title="Cats and dogs")
    reindex()
    assert set(ids("cats OR dogs")) == {cats.id, dogs.id, both.id}
    assert ids("cats -dogs") == [cats.id]
    assert ids("-cats") == [dogs.id]


def test_ids_and_dois_find_their_paper(reindex):
    paper = make_paper(arxiv_id="astro-ph/9901001", dois=["10.1103/physrevb.51.1922"])
    make_paper()
    reindex()
    for typed in ("id:astro-ph/9901001v2", "id:10.1103/PhysRevB.51.1922", "astro-ph/9901001 lovelace"):
        assert ids(typed)[:1] == [paper.id], typed


def test_any_word_will_do_where_few_papers_have_all_and_those_stand_first(reindex):
    both = make_paper(title="Tidal disruption", abstract="")
    some = [make_paper(title="Tidal tidal tidal", abstract="") for _ in range(3)]
    reindex()
    answer = found("tidal disruption")
    assert answer.mode is Mode.ANY_WORD
    assert answer.ids[0] == both.id
    assert answer.total == 4
    assert set(answer.ids) == {both.id, *(paper.id for paper in some)}


def test_all_words_are_wanted_where_many_papers_have_them(reindex):
    wanted = {make_paper(title="Tidal disruption").id for _ in range(20)}
    make_paper(title="Tidal waves")
    reindex()
    answer = found("tidal disruption")
    assert answer.mode is Mode.ALL_WORDS
    assert set(answer.ids) == wanted


def test_by_date_papers_with_all_words_are_not_buried(reindex):
    both = make_paper(title="Tidal disruption", first_submitted_at=datetime(1999, 1, 1, tzinfo=UTC))
    make_paper(title="Tidal waves")
    reindex()
    assert ids("tidal disruption", sort=Sort.NEWEST) == [both.id]


def test_a_filter_does_not_loosen_the_question(reindex):
    for number in range(20):
        make_paper(title="Tidal disruption", categories=["astro-ph.HE"] if number else ["gr-qc"])
    make_paper(title="Tidal waves", categories=["gr-qc"])
    reindex()
    assert found("tidal disruption", filters=Filters(categories=("gr-qc",))).total == 1


def test_words_that_say_nothing_are_not_asked_for_unless_alone(reindex):
    who = make_paper(title="The Who", abstract="")
    dark = make_paper(title="Dark matter", abstract="")
    reindex()
    assert ids("what is the dark matter") == [dark.id]
    assert ids("the who") == [who.id]


@pytest.mark.parametrize("typed", ["", "???", "-", "« »"])
def test_without_a_word_it_browses_newest_first(typed, reindex):
    papers = [make_paper(first_submitted_at=datetime(2000 + n, 1, 1, tzinfo=UTC)) for n in range(3)]
    same_day = make_paper(first_submitted_at=papers[-1].first_submitted_at)
    reindex()
    answer = found(typed)
    assert answer.mode is Mode.BROWSE
    assert list(answer.ids) == [same_day.id, *(paper.id for paper in reversed(papers))]
    assert answer.total == 4


@pytest.mark.parametrize("backend", BACKENDS)
def test_each_page_holds_the_next_papers_and_totals_are_exact(backend, reindex):
    for number in range(PAGE_SIZE * 2 + 5):
        make_paper(title=f"Graphene {number}")
    reindex()
    pages = [found("graphene", backend, page=number) for number in (1, 2, 3, 4)]
    assert [len(page.ids) for page in pages] == [24, 24, 5, 0]
    assert {page.total for page in pages} == {53}
    assert len({paper for page in pages for paper in page.ids}) == 53


@pytest.mark.parametrize("backend", BACKENDS)
def test_filters_hold_archives_and_spans_and_several_values(backend, reindex):
    old = make_paper(title="Galaxies", categories=["astro-ph"], first_submitted_at=datetime(1995, 5, 5, tzinfo=UTC))
    dwarf = make_paper(title="Galaxies", categories=["astro-ph.GA", "gr-qc"])
    code = make_paper(title="Galaxies", categories=["cs.LG"], first_submitted_at=datetime(2021, 5, 5, tzinfo=UTC))
    reindex()

    def under(categories=(), years=()):
        filters = Filters(categories=categories, years=tuple(parse_years(year) for year in years))
        return set(found("galaxies", backend, filters=filters).ids)

    assert under(("astro-ph",)) == {old.id, dwarf.id}
    assert under(("astro-ph.GA",)) == {dwarf.id}
    assert under(("cs", "gr-qc")) == {code.id, dwarf.id}
    assert under(years=("1995",)) == {old.id}
    assert under(years=("1990-2020", "2021")) == {old.id, dwarf.id, code.id}
    assert under(("astro-ph",), ("2020",)) == {dwarf.id}


def test_counts_beside_a_filter_are_those_under_the_other_filters(reindex):
    for category, year in [("cs.LG", 2019), ("cs.LG", 2020), ("cs.CL", 2020), ("math.NT", 2020)]:
        make_paper(categories=[category], first_submitted_at=datetime(year, 3, 1, tzinfo=UTC))
    reindex()

    def counts(**filters):
        return {facet.name: dict(facet.counts) for facet in found("", filters=Filters(**filters)).facets}

    everything = counts()
    assert everything["category"] == {"cs": 3, "cs.LG": 2, "cs.CL": 1, "math": 1, "math.NT": 1}
    assert everything["year"] == {"2019": 1, "2020": 3}
    chosen = counts(categories=("cs.LG",))
    assert chosen["category"] == everything["category"]
    assert chosen["year"] == {"2019": 1, "2020": 1}
    for code, count in counts(years=(parse_years("2020"),))["category"].items():
        assert found("", filters=Filters(categories=(code,), years=(parse_years("2020"),))).total == count


def test_counts_that_a_breaking_index_cannot_give_are_left_out_and_asked_for_again(reindex, monkeypatch, caplog):
    paper = make_paper(title="Graphene")
    reindex()

    def breaks(*asked):
        raise ValueError("a file is cut")

    with monkeypatch.context() as broken:
        broken.setattr(lexical, "facets", breaks)
        answer = found("graphene")
        assert (answer.ids, answer.total, answer.facets) == ((paper.id,), 1, ())
    assert "a file is cut" in caplog.text
    assert reader().generations.is_marked_damaged()
    assert [facet.name for facet in found("graphene").facets if facet.counts] == ["category", "year", "published"]


def test_removed_papers_are_not_found(reindex):
    make_paper(title="Graphene", removed_at=datetime(2024, 1, 1, tzinfo=UTC))
    reindex()
    assert ids("graphene") == ids("") == []


@pytest.mark.parametrize(
    "typed",
    ["graphene", '"graphene sheets"', "graphene -oxide", "tin OR graphene", "cat:cs.LG graphene", "year:2020 graphene"],
)
def test_stand_in_finds_the_same(typed, reindex):
    make_paper(title="Graphene sheets")
    make_paper(title="Graphene oxide", abstract="Of something.")
    make_paper(title="Tin")
    reindex()
    assert set(found(typed, stand_in.find).ids) == set(ids(typed))
    assert found(typed, stand_in.find).mode is Mode.STAND_IN


def test_a_better_spelling_is_offered_and_replaces_nothing(reindex):
    for _ in range(4):
        make_paper(title="Superconducting magnets", authors=["Kamerlingh Onnes"])
    reindex()
    assert found("superconductng magnets").suggestion == "superconducting magnets"
    assert found("Superconductng magnets").suggestion == "Superconducting magnets"
    assert found("magnest ti:superconducitng").suggestion == "magnets ti:superconducting"
    assert found("superconducting magnets").suggestion == ""
    assert found("au:Onnnes").suggestion == "au:Onnes"
    assert found("xylophone").suggestion == ""
    assert found("superconductng").total == 0
