"""Printed affiliations to institutions: worked cases over a handful of real names."""

import pytest

from harvest.matching.affiliation_text import COMMA, END, cut
from harvest.matching.institution_index import Candidate, InstitutionIndex
from harvest.matching.institutions import explain, match


def institution(ror: str, name: str, place: tuple[str, ...], *more: str, **others) -> Candidate:
    """Names in capitals without a blank are acronyms."""
    names = tuple((value, value.isupper() and " " not in value) for value in (name, *more))
    city, code, country, *region = place
    others.setdefault("kinds", ("education",))
    return Candidate(ror, name, names, places=((city, region[0] if region else "", code, country),), **others)


OULU, VIENNA, BOSTON = (
    ("Oulu", "FI", "Finland"),
    ("Vienna", "AT", "Austria"),
    ("Boston", "US", "United States", "Massachusetts"),
)
BEIJING, GENEVA = ("Beijing", "CN", "China"), ("Geneva", "CH", "Switzerland")
SUBJECTS = ["Physics", "Chemistry", "Medicine", "Cancer", "Health", "Energy", "Water", "Law"]
TOWNS = [("Rome", "IT", "Italy"), ("Madrid", "ES", "Spain"), ("Oslo", "NO", "Norway"), ("Lima", "PE", "Peru"),
         ("Cairo", "EG", "Egypt"), ("Delhi", "IN", "India")]  # fmt: skip


@pytest.fixture(scope="module")
def index() -> InstitutionIndex:
    # What words are ordinary is counted over the names: the index needs many of them.
    many = [
        institution(f"x{a}{b}{c}", f"{kind} of {subject} {town[0]}", town, kinds=("facility",))
        for a, kind in enumerate(["Institute", "Department", "National Center", "Hospital", "University"])
        for b, subject in enumerate(SUBJECTS)
        for c, town in enumerate(TOWNS)
    ]
    return InstitutionIndex(
        [
            *many,
            institution("oulu", "University of Oulu", OULU, "Oulun yliopisto", "OY"),
            institution("wien", "University of Vienna", VIENNA, "Universität Wien"),
            institution("meduni", "Medical University of Vienna", VIENNA, "Medizinische Universität Wien"),
            institution("akh", "Vienna General Hospital", VIENNA, kinds=("healthcare",)),
            institution("mgh", "Massachusetts General Hospital", BOSTON, "MGH", kinds=("healthcare",)),
            institution("harvard", "Harvard University", ("Cambridge", "US", "United States", "Massachusetts")),
            institution("cas", "Chinese Academy of Sciences", BEIJING, "CAS", kinds=("government",), children=("iop",)),
            institution("iop", "Institute of Physics", BEIJING, kinds=("facility",), parents=("cas",)),
            institution("key", "State Key Laboratory of Magnetism", BEIJING, kinds=("facility",), parents=("iop",)),
            institution("cern", "European Organization for Nuclear Research", GENEVA, "CERN", kinds=("facility",)),
            institution("york", "University of York", ("York", "GB", "United Kingdom")),
            institution("yorku", "York University", ("Toronto", "CA", "Canada", "Ontario")),
            institution("trin1", "Trinity College", ("Dublin", "IE", "Ireland")),
            institution("trin2", "Trinity College", ("Hartford", "US", "United States", "Connecticut")),
            institution("uc", "University of California System", ("Oakland", "US", "United States", "California"),
                        "University of California", children=("ucb", "ucd")),
            institution("ucb", "University of California, Berkeley", ("Berkeley", "US", "United States", "California")),
            institution("ucd", "University of California, Davis", ("Davis", "US", "United States", "California")),
            institution("old", "Karaganda Institute of Alloys", ("Karaganda", "KZ", "Kazakhstan"), status="withdrawn",
                        successors=("new",)),
            institution("new", "Karaganda Technical University", ("Karaganda", "KZ", "Kazakhstan")),
            institution("ring", "Ringhaven Laboratory", OULU, status="withdrawn", successors=("ring",)),
            institution("hku", "University of Hong Kong", ("Hong Kong", "HK", "Hong Kong")),
            institution("umo", "University of Missouri", ("Columbia", "US", "United States", "Missouri")),
            institution("kc", "Kansas City Museum", ("Kansas City", "US", "United States", "Missouri")),
        ]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("University of Oulu", ["oulu"]),
        ("Dept. of Physics, Univ. Oulu, FI-90014 Oulu, Finland", ["oulu"]),
        ("1Department of Physics, Oulun yliopisto, Finland; name@example.org", ["oulu"]),
        ("Fakultät für Physik, Universität Wien, Boltzmanngasse 5, A-1090 Wien, Österreich", ["wien"]),
        ("Department of Mathematics University of Vienna  Vienna Austria", ["wien"]),
        ("Massachusetts General Hospital, Boston, MA; Harvard University, Cambridge, MA", ["mgh", "harvard"]),
        ("University of Oulu, Oulu, Finland; University of Vienna, Vienna, Austria", ["oulu", "wien"]),
        ("Institute of Physics, Chinese Academy of Sciences, Beijing, P. R. China", ["iop", "cas"]),
        ("CERN, Geneva, Switzerland", ["cern"]),
        ("York University, Toronto, ON, Canada", ["yorku"]),
        ("University of York, UK", ["york"]),
        ("Trinity College, Dublin, Ireland", ["trin1"]),
        ("Trinity College, Hartford, CT", ["trin2"]),
        ("University of California, Berkeley, CA 94720, USA", ["ucb"]),
        ("Department of Botany, University of California, One Shields Avenue, Davis, California", ["ucd"]),
        ("Karaganda Institute of Alloys, Karaganda, Kazakhstan", ["new"]),
        ("The University of Hong Kong, Hong Kong, China", ["hku"]),
        ("Universit&auml;t Wien", ["wien"]),
    ],
)
def test_affiliation_names_its_institutions(index, text, wanted):
    assert [found.ror for found in match(text, index)] == wanted


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("University of Oulu, Bergen, Norway", "in another country"),
        ("Oulu University Hospital, Oulu, Finland", ""),
        ("First Affiliated Hospital of Harvard University, Boston, USA", "a hospital of it"),
        ("Harvard University General Hospital, Boston, USA", "a hospital of it"),
        ("Institute of Physics, Bergen", "ordinary words without country and town"),
        ("Institute of Physics, Trieste, Italy", "in another country"),
        ("Trinity College", "several of this name"),
        ("CERN", "an acronym without its town"),
        ("MGH Institute of Nursing, Boston, MA, USA", "an acronym within a phrase"),
        ("University of Vienna of Applied Arts, Vienna", ""),
        ("North Harvard University, Boston, USA", "words before it"),
        ("University of Missouri–Kansas City, Kansas City, MO, USA", "its name goes on with another town"),
        ("University of California, USA", "a system of universities, its campus not told"),
        ("Ringhaven Laboratory", "withdrawn, with none in its place"),
        ("Department of Physics", ""),
        ("", ""),
        ("Vienna, Austria", ""),
    ],
)
def test_no_institution_is_better_than_a_wrong_one(index, text, reason):
    assert match(text, index) == ()
    if reason:
        assert reason in {considered.refused for considered in explain(text, index)}


def test_hospital_beside_a_university_it_is_not_known_to_belong_to_is_left_out(index):
    text = "Massachusetts General Hospital, Harvard University, Boston, MA, USA"
    assert [found.ror for found in match(text, index)] == ["harvard"]


def test_a_laboratory_beside_its_institution_is_left_to_it(index):
    text = "State Key Laboratory of Magnetism, Institute of Physics, Chinese Academy of Sciences, Beijing, China"
    assert [found.ror for found in match(text, index)] == ["iop", "cas"]
    assert [found.ror for found in match("State Key Laboratory of Magnetism, Beijing, China", index)] == ["key"]


def test_match_tells_method_score_and_what_was_printed(index):
    [found] = match("Univ. of Oulu, Oulu, Finland", index)
    assert (found.method, found.printed) == ("name", "Univ Oulu")
    assert 0.9 <= found.score < 1


def test_ordinary_words_are_counted_not_listed(index):
    assert index.is_generic(["institute", "physics"])
    assert not index.is_generic(["university", "oulu"])


@pytest.mark.parametrize(
    "text", ["(" * 3000, "a" * 100_000, "\x00\ud800,;&#x0;", "of the and", ", ,; ;", "University " * 500]
)
def test_hostile_text_is_read_without_harm(index, text):
    match(text, index)
    explain(text, index)


def test_words_know_what_parts_them():
    words = cut("Dept. of Physics & Law, Univ. of X; Rome  Italy – Oslo")
    assert [(word.form, word.gap) for word in words if word.gap >= COMMA][1:] == [
        ("university", COMMA), ("rome", END), ("italy", COMMA), ("oslo", COMMA),
    ]  # fmt: skip
    assert [word.link for word in words][:4] == ["", "of", "and", ""]
