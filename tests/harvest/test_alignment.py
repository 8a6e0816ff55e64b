"""arXiv's author list beside an outside one."""

import random

from harvest.matching.alignment import Entry, Row, align
from researchers import names


def entry(text, **others):
    name = names.split(text)
    return Entry(name.given, name.family, name.suffix, **others)


def rows_of(*texts):
    """Rows whose profile is a number and bears the same name."""
    return [Row(text, f"A{number}", text) for number, text in enumerate(texts)]


def profiles(authors, rows):
    """Entry number -> profile."""
    entries = [entry(author) if isinstance(author, str) else author for author in authors]
    return {pair.entry: rows[pair.row].profile for pair in align(entries, rows).profiles}


def test_reordered_list_is_put_in_arxiv_s_order():
    rows = rows_of("Lovelace, Ada", "C. Babbage", "Mary Somerville")
    assert profiles(["Mary Somerville", "Ada Lovelace", "Charles Babbage"], rows) == {0: "A2", 1: "A0", 2: "A1"}


def test_cut_list_leaves_the_rest_open():
    assert profiles(["Ada Lovelace", "Charles Babbage"], rows_of("Ada Lovelace")) == {0: "A0"}


def test_incompatible_given_name_is_no_match_even_in_the_right_row():
    assert profiles(["Wei Zhang", "Ada Lovelace"], rows_of("Weiping Zhang", "Ada Lovelace")) == {1: "A1"}


def test_profile_of_a_namesake_is_not_attached_though_the_row_is_the_author_s():
    rows = [Row("Wei Zhang", "A0", "Weiping Zhang", affiliations=("Peking University",))]
    found = align([entry("Wei Zhang")], rows)
    assert [(pair.entry, pair.row) for pair in found.rows] == [(0, 0)]
    assert found.profiles == []


def test_shifted_profiles_go_to_whom_they_name():
    rows = [
        Row("Ada Lovelace", "A0", "Charles Babbage"),
        Row("Charles Babbage", "A1", "Mary Somerville"),
        Row("Mary Somerville", "A2", "Luigi Menabrea"),
    ]
    found = align([entry("Ada Lovelace"), entry("Charles Babbage"), entry("Mary Somerville")], rows)
    assert {pair.entry: rows[pair.row].profile for pair in found.profiles} == {1: "A0", 2: "A1"}
    assert {pair.method for pair in found.profiles} == {"profile-name"}
    assert [(pair.entry, pair.row) for pair in found.rows] == [(0, 0), (1, 1), (2, 2)]


def test_two_of_one_surname_and_initial_stay_open():
    assert profiles(["John Smith", "Jane Smith"], rows_of("J. Smith", "J. Smith")) == {}
    assert profiles(["J. Smith", "J. Smith"], rows_of("John Smith", "Jane Smith")) == {}
    assert profiles(["J. Smith"], rows_of("John Smith", "Jane Smith")) == {}
    assert profiles(["Wei Zhang", "Wei Zhang"], rows_of("Wei Zhang", "Wei Zhang")) == {}


def test_fuller_form_decides_between_them():
    assert profiles(["Jane Smith", "John Smith"], rows_of("J. Smith", "John Smith")) == {0: "A0", 1: "A1"}
    assert profiles(["M. Costa", "M. J. Costa"], rows_of("M.J. Costa", "M. Costa")) == {0: "A1", 1: "A0"}


def test_an_initial_alone_is_not_a_fuller_form():
    """The J. of the other list may be John, and Jane the J. of ours."""
    assert profiles(["J. Smith", "John Smith"], rows_of("J. Smith", "Jane Smith")) == {}


def test_affiliation_decides_between_them():
    authors = [
        entry("J. Smith", affiliations=("University of Oxford",)),
        entry("J. Smith", affiliations=("ETH Zurich",)),
    ]
    rows = [
        Row("John Smith", "A0", "John Smith", affiliations=("ETH Zurich, Switzerland",)),
        Row("Jane Smith", "A1", "Jane Smith", affiliations=("Dept of Physics, University of Oxford, UK",)),
    ]
    assert profiles(authors, rows) == {0: "A1", 1: "A0"}


def test_groups_take_no_profile_and_shift_nothing():
    authors = ["Ada Lovelace", Entry("", "ATLAS Collaboration", is_group=True), "Charles Babbage"]
    rows = rows_of("ATLAS Collaboration", "Ada Lovelace", "Charles Babbage")
    assert profiles(authors, rows) == {0: "A1", 2: "A2"}


def test_doubled_list_counts_once():
    rows = rows_of("Ada Lovelace", "Charles Babbage")
    assert profiles(["Ada Lovelace", "Charles Babbage"], rows + rows) == {0: "A0", 1: "A1"}


def test_one_profile_may_claim_two_entries_and_both_are_told():
    rows = [Row("John Smith", "A0", "J. Smith"), Row("Jane Smith", "A0", "J. Smith")]
    assert profiles(["John Smith", "Jane Smith"], rows) == {0: "A0", 1: "A0"}


def test_profile_in_another_script_is_taken_only_from_a_list_that_is_not_shifted():
    rows = [Row("Wei Zhang", "A0", "张伟"), Row("Ada Lovelace", "A1", "Ada Lovelace")]
    assert profiles(["Wei Zhang", "Ada Lovelace"], rows) == {0: "A0", 1: "A1"}
    shifted = [Row("Wei Zhang", "A0", "张伟"), Row("Ada Lovelace", "A1", "Charles Babbage")]
    assert profiles(["Wei Zhang", "Ada Lovelace"], shifted) == {}


def test_row_without_a_printed_name_goes_by_its_profile_s():
    assert profiles(["Ada Lovelace"], [Row("", "A0", "A. Lovelace")]) == {0: "A0"}


def test_row_without_a_profile_still_tells_its_affiliation():
    found = align([entry("Ada Lovelace")], [Row("Lovelace, Ada", affiliations=("London",))])
    assert [(pair.entry, pair.row) for pair in found.rows] == [(0, 0)]
    assert found.profiles == []


def test_nothing_is_taken_twice_whatever_the_order_of_the_rows():
    shuffle = random.Random(7)
    given = ["John", "Jane", "J.", "J. A.", "Wei", "W.", "Ann Mary", "A. M."]
    authors = [f"{first} {last}" for last in ("Smith", "Zhang", "Garcia Lopez") for first in given]
    rows = rows_of(*authors)
    expected = profiles(authors, rows)
    for _ in range(20):
        shuffle.shuffle(rows)
        found = profiles(authors, rows)
        assert len(set(found.values())) == len(found)
        assert found == expected


def test_list_of_five_thousand_is_aligned_whole():
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    authors = [f"{letters[n % 26]}. {letters[n // 26 % 26]}. Family{n // 676}" for n in range(5_000)]
    rows = rows_of(*reversed(authors))
    assert len(profiles(authors, rows)) == 5_000
