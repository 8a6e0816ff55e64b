"""Whether two spellings can be one name on one paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest.matching.names import Likeness, likeness, read, share_no_surname


def alike(one, other):
    return likeness(read(one), read(other))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Thomas N. Kipf", "Kipf, Thomas N.", Likeness.SAME),
        ("Álvaro Sánchez‐González", "Sanchez-Gonzalez, Alvaro", Likeness.SAME),
        ("Gabriel García Márquez", "Gabriel Garcia-Marquez", Likeness.SAME),
        ("Wei-Ping Zhang", "Weiping Zhang", Likeness.SAME),
        ("Tao Ouyang", "Tao Ou-Yang", Likeness.SAME),
        ("Sean O'Brien", "Sean O Brien", Likeness.SAME),
        ("Jan van Dijk", "Jan Dijk", Likeness.SAME),
        ("Łukasz Müller", "Lukasz Mueller", Likeness.SAME),
        ("Jo&ccaron;an Smith", "Jočan Smith", Likeness.SAME),
        ("Ｊｏｈｎ Smith", "John Smith", Likeness.SAME),
        ("Wei Саo", "Wei Cao", Likeness.SAME),  # the first two letters of the family name are Cyrillic
        ("John A. Smith", "John Smith", Likeness.FULLER),
        ("H. Francis Song", "Francis Song", Likeness.FULLER),
        ("Jean-Luc Li", "Jean Li", Likeness.FULLER),
        ("Smith, Jr., John", "John Smith", Likeness.SAME),
        ("M. J. Costa", "M.J. Costa", Likeness.SAME_INITIALS),
        ("Chris Dyer", "Christopher Dyer", Likeness.SHORTENED),
        ("J. Smith", "John Smith", Likeness.INITIALS),
        ("JP Morgan", "Jean-Pierre Morgan", Likeness.INITIALS),
        ("X. Y. Li", "Xinyu Li", Likeness.INITIALS),
        ("Zhang Wei", "Wei Zhang", Likeness.TURNED),
        ("G. García", "Gabriel García-Márquez", Likeness.PART_OF_FAMILY),
    ],
)
def test_spellings_of_one_name_are_alike(one, other, expected):
    assert alike(one, other) == alike(other, one) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("John Smith", "Jane Smith"),
        ("John A. Smith", "John B. Smith"),
        ("John Smith", "John Smyth"),
        ("John Smith Jr.", "John Smith III"),
        ("Wei Zhang", "Weiping Zhang"),
        ("Wei Zhang", "Wei-Ping Zhang"),
        ("Yang He", "Yang-Hui He"),
        ("X.-Z. Li", "Xinyu Li"),
        ("Min Kim", "Min-Jae Kim"),
        ("Ji Lee", "Jihoon Lee"),
        ("Ram Kumar", "Ramesh Kumar"),
        ("Wen-tau Yih", "Zhe Wang"),
        ("Smith", "John Smith"),
    ],
)
def test_names_of_two_people_are_not(one, other):
    assert alike(one, other) is None


def test_row_with_a_stranger_s_profile_shares_no_surname():
    assert share_no_surname(read("Wang, Zhe"), read("Wen-tau Yih"))
    assert not share_no_surname(read("Zhang Wei"), read("Wei Zhang"))
    assert not share_no_surname(read("Wei Zhang"), read("张伟"))


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_read_and_likeness_goes_both_ways(one, other):
    assert alike(one, other) == alike(other, one)
