"""Author strings in all forms that arXiv has, and in forms it has not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest.records import AuthorKind
from harvest.sources.arxiv.authors import split_authors


def people(raw):
    return [one.printed for one in split_authors(raw) if one.kind == AuthorKind.PERSON]


def groups(raw):
    return [one.printed for one in split_authors(raw) if one.kind == AuthorKind.GROUP]


def affiliations(raw):
    return [one.affiliations for one in split_authors(raw)]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("A. One", ["A. One"]),
        ("A. One and B. Two", ["A. One", "B. Two"]),
        ("A. One, B. Two, and C. Three", ["A. One", "B. Two", "C. Three"]),
        ("A. One; B. Two; C. Three", ["A. One", "B. Two", "C. Three"]),
        ("A. ONE AND B. TWO", ["A. ONE", "B. TWO"]),
        ("A. One, Dong Liu and and C. Three", ["A. One", "Dong Liu", "C. Three"]),
        ("A. One & B. Two", ["A. One", "B. Two"]),
        (r"A. One \& B. Two", ["A. One", "B. Two"]),
        ("Nicholas\n  Chapman, Neal Evans", ["Nicholas Chapman", "Neal Evans"]),
        ("B. Aubert, et al", ["B. Aubert"]),
        ("B. Aubert et al.", ["B. Aubert"]),
        ("A. One, B. Two and others", ["A. One", "B. Two"]),
        ("Anders Sandberg, Ferdinand Brand, Andrea Rolland", ["Anders Sandberg", "Ferdinand Brand", "Andrea Rolland"]),
        ("Sudha, A. Rao", ["Sudha", "A. Rao"]),
        ("A. One,, B. Two, .", ["A. One", "B. Two"]),
        ("Y. Liu, Senior Member, IEEE, Z. Song", ["Y. Liu", "Z. Song"]),
        ("A. One, with an appendix by B. Two", ["A. One", "B. Two"]),
    ],
)
def test_names_are_parted(raw, expected):
    assert people(raw) == expected
    assert groups(raw) == []


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (r"C. Bal\'azs, R. Tom\`as", ["C. Balázs", "R. Tomàs"]),
        (r"Mikkel {\O}bro, Johann A. Preu{\ss}", ["Mikkel Øbro", "Johann A. Preuß"]),
        (r"Bro\v{n}a Brejov\'a, H\aa{}kan \L uk", ["Broňa Brejová", "Håkan Łuk"]),
        (r"J.\,P. Hague~Jr.", ["J. P. Hague Jr."]),
        (r"A. One$^{1,2}$, B. Two$^*$", ["A. One", "B. Two"]),
        ("Nicolas Paris1, B. Two", ["Nicolas Paris", "B. Two"]),
    ],
)
def test_tex_becomes_unicode_and_footnote_marks_go(raw, expected):
    assert people(raw) == expected


@pytest.mark.parametrize(
    ("raw", "names", "of_groups"),
    [
        ("The BABAR Collaboration, B. Aubert, et al", ["B. Aubert"], ["BABAR Collaboration"]),
        ("D0 Collaboration: V. Abazov, et al", ["V. Abazov"], ["D0 Collaboration"]),
        ("A. One, for the ABC Collaboration", ["A. One"], ["ABC Collaboration"]),
        ("A. One for the ABC Collaboration", ["A. One"], ["ABC Collaboration"]),
        ("A. One (on behalf of the ABC Collaboration)", ["A. One"], ["ABC Collaboration"]),
        ("A. One (for the OPERA)", ["A. One"], ["OPERA"]),
        ("A. Abulencia et al. (CDF Collaboration)", ["A. Abulencia"], ["CDF Collaboration"]),
        ("The CMS and LHCb Collaborations: V. One", ["V. One"], ["CMS and LHCb Collaborations"]),
        ("K. Hama, the Suzaku team and the D-1 team", ["K. Hama"], ["Suzaku team", "D-1 team"]),
        ("AURIGA Collaboration, Virgo Collaboration", [], ["AURIGA Collaboration", "Virgo Collaboration"]),
        ("The ATLAS Collaboration", [], ["ATLAS Collaboration"]),
        ("T2K Collaboration K. Abe, N. Abgrall", ["K. Abe", "N. Abgrall"], ["T2K Collaboration"]),
        ("A. One, Genome Study, Consortium", ["A. One"], ["Genome Study Consortium"]),
    ],
)
def test_groups_stand_apart_from_people(raw, names, of_groups):
    assert people(raw) == names
    assert groups(raw) == of_groups


def test_a_group_follows_whom_it_was_named_with():
    found = split_authors("A. One (for the ABC Collaboration), B. Two")
    assert [one.printed for one in found] == ["A. One", "ABC Collaboration", "B. Two"]


def test_suffix_after_a_comma_belongs_to_the_name_before():
    found = split_authors("G. David Forney, Jr. and Pascal O. Vontobel")
    assert [(one.given, one.family, one.suffix) for one in found] == [
        ("G. David", "Forney", "Jr."),
        ("Pascal O.", "Vontobel", ""),
    ]


def test_affiliations_stand_in_nested_parentheses_and_hold_commas():
    raw = "A. One (Institute (Branch X), Rome, Italy), B. Two (MIT)"
    assert people(raw) == ["A. One", "B. Two"]
    assert affiliations(raw) == [("Institute (Branch X), Rome, Italy",), ("MIT",)]


@pytest.mark.parametrize(
    "raw",
    [
        "A. One (1 and 2) and B. Two (1,3) ((1) CREST, Japan, (2) Kurchatov Institute, (3) Tokyo)",
        "A. One (1,2), B. Two (1 and 3), ((1) CREST, Japan; (2) Kurchatov Institute; and (3) Tokyo)",
        "A. One (1,2), B. Two (1,3) (1 CREST, Japan, 2 Kurchatov Institute, 3 Tokyo)",
        "A. One (a, b), B. Two (a,c) ((a) CREST, Japan, (b) Kurchatov Institute, (c) Tokyo)",
    ],
)
def test_numbered_affiliations_are_explained_by_their_legend(raw):
    assert people(raw) == ["A. One", "B. Two"]
    assert affiliations(raw) == [("CREST, Japan", "Kurchatov Institute"), ("CREST, Japan", "Tokyo")]


def test_labels_without_a_legend_are_no_affiliations():
    assert affiliations("A. One (1), B. Two (2)") == [(), ()]


def test_an_affiliation_holds_for_the_names_without_one_before_it():
    assert affiliations("A. One (X Lab), B. Two, C. Three (Y Lab)") == [("X Lab",), ("Y Lab",), ("Y Lab",)]


def test_a_nickname_stays_printed_and_is_no_forename():
    (found,) = split_authors("William (Bill) Smith")
    assert (found.printed, found.given, found.family, found.affiliations) == (
        "William (Bill) Smith",
        "William",
        "Smith",
        (),
    )


def test_a_forgotten_comma_after_an_affiliation_parts_names():
    assert people("A. One (Rome) B. Two (Oslo)") == ["A. One", "B. Two"]


def test_a_parenthesis_that_never_closes_loses_no_earlier_name():
    assert people("A. One (Rome (Italy), B. Two (Oslo), C. Three")[:2] == ["A. One", "B. Two"]


def test_markup_in_a_name_stays_text():
    assert people("</script>, A. One") == ["</script>", "A. One"]


def test_ten_thousand_authors_keep_their_order():
    names = [f"A. Name{number}x" for number in range(10_000)]
    assert people(", ".join(names)) == names


@pytest.mark.parametrize("piece", ["(", ")", "A (", "Jr, ", ", ; ", "a (b) ", "$^", "\\'", "A, B (X, (1), ,,,", "and "])
def test_long_nonsense_ends(piece):
    split_authors(piece * 20_000)  # quadratic work would run into the test's timeout


@given(st.text(alphabet="AbÉ.,;:()&$^\\'\"{}~ -1andJr", max_size=80))
def test_nothing_raises_and_nothing_comes_out_empty(raw):
    for one in split_authors(raw):
        assert one.printed.strip() == one.printed != ""
        assert one.kind == AuthorKind.GROUP or one.family
