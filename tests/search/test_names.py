"""People and places are found however their names are typed, the likeliest first."""

import pytest

from institutions.models import Institution
from researchers.models import Researcher
from search.generations import Generations
from search.names import begun, find_people, find_places, index, looks_like_a_name
from search.names.index import NAMES
from search.names.schema import Kind
from search.writer import rebuild
from tests.factories import (
    make_authorship,
    make_institution,
    make_institution_name,
    make_paper,
    make_profile,
    make_researcher,
)

pytestmark = pytest.mark.django_db

PEOPLE = {
    "Jean-Pierre Serre": 9,
    "Johannes Diderik van der Waals": 5,
    "Émilie du Châtelet": 4,
    "Gabriel García-Márquez": 3,
    "Martin Luther King Jr.": 2,
    "Yury Kuznetsov": 2,
    "Zhaohui Wang": 6,
    "Yilun Du": 2,
    "J. Smith": 30,
    "John Smith": 20,
    "John A. Smith": 10,
    "Anna J. Smith": 40,
    "Wei Zhang": 8,
    "Zhang Wei": 3,
    "Jürgen Müller": 7,
    "Erdős Pál": 1,
}


@pytest.fixture
def names_home(index_home):
    home = index.home()
    home.mkdir()
    return home


@pytest.fixture
def reindex_names(names_home):
    return lambda: rebuild(names_home, followed=NAMES)


@pytest.fixture
def people(reindex_names):
    for name, papers in PEOPLE.items():
        make_researcher(name, paper_count=papers)
    reindex_names()


def called(typed, limit=3):
    found = find_people(typed, limit)
    names = dict(Researcher.objects.values_list("id", "name"))
    return [names[person] for person in found.ids]


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        (
            "Jean-Pierre Serre",
            "jean pierre serre|Jeanpierre Serre|J.-P. Serre|JP Serre|jp serre|Serre, J.-P.|Serre Jean",
        ),
        ("Jean-Pierre Serre", "serre|Sere Jean-Pierre|jpserre|serrejp|jean serre|Jean‐Pierre SERRE"),
        ("Johannes Diderik van der Waals", "van der waals|Waals|J. D. van der Waals|vanderwaals|Waals, Johannes"),
        ("Johannes Diderik van der Waals", "johannes waals|Van der Waals, J.|van der Wals"),
        ("Émilie du Châtelet", "emilie du chatelet|Chatelet|Du Châtelet, É.|Emilie Chatelet|emilie duchatelet"),
        ("Gabriel García-Márquez", "garcia marquez|Garciamarquez|Gabriel Garcia|Márquez, Gabriel|G. García-Márquez"),
        (
            "Martin Luther King Jr.",
            "martin king|M. L. King|King, Martin Luther|Martin Luther King|King, Jr., Martin L.",
        ),
        ("Yury Kuznetsov", "Юрий Кузнецов|Yuri Kuznetsov|Jurij Kusnetsov|Y. Kuznetsov"),
        ("Zhaohui Wang", "Zhao-Hui Wang|Zhao Hui Wang|Wang Zhaohui|Wang Zhao Hui|wang, z.|wangzhaohui|Zh. Wang"),
        ("Yilun Du", "du yilun|Du, Yilun|yilun du|Du Y."),
        ("Jürgen Müller", "Mueller, Jürgen|jurgen muller|Juergen Mueller|J. Müler"),
        ("Erdős Pál", "erdos|Pal Erdos|P. Erdős|Erdos, P."),
    ],
)
def test_a_person_is_first_in_each_spelling(people, name, typed):
    assert {spelling: called(spelling)[:1] for spelling in typed.split("|")} == {
        spelling: [name] for spelling in typed.split("|")
    }


def test_match_comes_before_papers_and_papers_among_equals(people):
    assert called("John Smith") == ["John Smith", "John A. Smith", "J. Smith"]
    assert called("J. Smith", 4) == ["J. Smith", "John Smith", "John A. Smith", "Anna J. Smith"]
    assert called("Wei Zhang") == ["Wei Zhang", "Zhang Wei"]
    assert called("Zhang Wei") == ["Zhang Wei", "Wei Zhang"] or called("Zhang, Wei")[0] == "Wei Zhang"


def test_one_word_too_many_is_left_out_but_not_the_only_full_one(people):
    assert called("Jean-Pierre Xavier Serre")[:1] == ["Jean-Pierre Serre"]
    assert "all but one" in find_people("Jean-Pierre Xavier Serre", 3).notice
    assert called("Q. J.-P. Serre")[:1] == ["Jean-Pierre Serre"]
    assert called("J. P. Nobodyname") == []


def test_no_name_is_met_by_initials_alone_unless_they_were_typed(reindex_names):
    for name in ("N. Smith", "N. Bohr"):
        make_researcher(name, paper_count=1)
    reindex_names()
    assert called("nobody") == called("Nora Jones") == called("nobody x. nowhere") == []
    assert called("Nora Smith") == ["N. Smith"]
    assert called("N. B.") == ["N. Bohr"]


def test_all_spellings_known_of_a_person_find_them(reindex_names):
    person = make_researcher("A. Lovelace", paper_count=1)
    make_profile(person, name="Augusta Ada King")
    make_authorship(make_paper(authors=()), printed="Ada Byron", researcher=person)
    reindex_names()
    for typed in ("augusta king", "byron", "A. Lovelace"):
        assert find_people(typed, 3).ids == (person.id,)


def test_totals_are_those_of_the_whole_list(reindex_names):
    people = [make_researcher(f"Wei Chen {number:02}", paper_count=1 + number) for number in range(55)]
    reindex_names()
    pages = [find_people("chen wei", 24, offset) for offset in (0, 24, 48)]
    assert [found.total for found in pages] == [55, 55, 55]
    assert [person for found in pages for person in found.ids] == [person.id for person in reversed(people)]
    assert find_people("chen wei", 24, 72).ids == ()


def test_those_whom_readers_may_not_see_are_not_found(reindex_names, django_user_model):
    make_researcher("Ada Lovelace", paper_count=0)
    make_researcher("Ada Lovelace", paper_count=3, hidden_at="2024-01-01T00:00Z")
    seen = make_researcher("Ada Lovelace", paper_count=2)
    make_researcher("Ada Lovelace", paper_count=5, merged_into=seen)
    make_institution("Lovelace College", status="withdrawn")
    reindex_names()
    assert find_people("lovelace", 9).ids == (seen.id,)
    assert find_places("lovelace", 9).total == 0


@pytest.mark.parametrize(
    "typed", ["", "  ", "...", "-", "(*", '"', "\x00", "a" * 3_000, "x " * 500, "王", "ﬁ", "+*?[", "' '"]
)
def test_anything_may_be_typed(people, typed):
    for find in (find_people, find_places):
        found = find(typed, 3)
        assert found.total >= len(found.ids)
    assert looks_like_a_name(typed) in (True, False)
    assert len(begun(Kind.PERSON, typed, 3).ids) <= 3


@pytest.mark.parametrize(
    "typed", ["serre", "J. Smith", "smith john", "van der Waals", "wang zhaohui", "Jean-Pierre Serre"]
)
def test_names_look_like_names(people, typed):
    assert looks_like_a_name(typed)


@pytest.mark.parametrize(
    "typed",
    ["deep learning", "author:serre", "gravity", "wang algorithm", "j", "2019", "smith chart for waves of light"],
)
def test_other_words_do_not(people, typed):
    assert not looks_like_a_name(typed)


@pytest.fixture
def places(reindex_names):
    vienna = make_institution("University of Vienna", city="Vienna", country="Austria", paper_count_with_parts=9)
    make_institution_name(vienna, "Universität Wien")
    make_institution("Medical University of Vienna", city="Vienna", country="Austria", paper_count_with_parts=90)
    mit = make_institution("Massachusetts Institute of Technology", city="Cambridge", paper_count_with_parts=99)
    make_institution_name(mit, "MIT", ["acronym"])
    manipal = make_institution(
        "Manipal Institute of Technology", city="Manipal", country="India", paper_count_with_parts=2
    )
    make_institution_name(manipal, "MIT", ["acronym"])
    make_institution("University of Cambridge", city="Cambridge", country="United Kingdom", paper_count_with_parts=50)
    reindex_names()


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("university of vienna", "University of Vienna"),
        ("Univ. Wien", "University of Vienna"),
        ("universität wien", "University of Vienna"),
        ("vienna", "Medical University of Vienna"),
        ("MIT", "Massachusetts Institute of Technology"),
        ("mit india", "Manipal Institute of Technology"),
        ("cambridge", "University of Cambridge"),
        ("Univercity of Cambrige", "University of Cambridge"),
    ],
)
def test_places_are_found_by_any_name_and_by_where_they_are(places, typed, first):
    found = find_places(typed, 3)
    assert Institution.objects.get(pk=found.ids[0]).name == first


def test_names_of_what_was_merged_lead_to_what_it_became(reindex_names):
    whole = make_institution("Universite de Lorraine")
    make_institution("Nancy University", merged_into=whole)
    reindex_names()
    assert find_places("nancy university", 3).ids == (whole.id,)


def test_beginnings_are_found_while_they_are_typed(people):
    names = dict(Researcher.objects.values_list("id", "name"))
    assert [names[person] for person in begun(Kind.PERSON, "jean-pi", 3).ids] == ["Jean-Pierre Serre"]
    assert names[begun(Kind.PERSON, "ku", 3).ids[0]] == "Yury Kuznetsov"


def test_without_an_index_postgres_answers_and_says_so(index_home):
    person = make_researcher("Émilie du Châtelet", paper_count=3)
    place = make_institution("University of Turin")
    for found, row in ((find_people("chatelet", 3), person), (find_places("turin", 3), place)):
        assert (found.ids, found.total) == ((row.id,), 1)
        assert "being rebuilt" in found.notice
    assert not looks_like_a_name("chatelet")


def test_names_index_stands_beside_the_word_index(reindex, reindex_names, index_home):
    reindex_names()
    before = Generations(index.home()).current()
    reindex()
    assert before.exists()
    assert Generations(index_home).current().exists()
