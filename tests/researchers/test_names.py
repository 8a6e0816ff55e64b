"""Printed names to parts, and folded for comparing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from researchers.names import Name, fold, split


@pytest.mark.parametrize(
    ("printed", "given_name", "family", "suffix"),
    [
        ("Ada Lovelace", "Ada", "Lovelace", ""),
        ("Sudha", "", "Sudha", ""),
        ("J.P.Hague", "J. P.", "Hague", ""),
        ("N.d'Ambrumenil", "N.", "d'Ambrumenil", ""),
        ("C.-P. Yuan", "C.-P.", "Yuan", ""),
        ("Neal J. Evans II", "Neal J.", "Evans", "II"),
        ("G. David Forney, Jr.", "G. David", "Forney", "Jr."),
        ("A. A. Abdumalikov Jr", "A. A.", "Abdumalikov", "Jr"),
        ("Robert P. C. de Marrais", "Robert P. C.", "de Marrais", ""),
        ("Wil M. P. van der Aalst", "Wil M. P.", "van der Aalst", ""),
        ("Ana de la Cruz", "Ana", "de la Cruz", ""),
        ("Paolo Di Vecchia", "Paolo", "Di Vecchia", ""),
        ("Maria do Carmo Silva", "Maria do Carmo", "Silva", ""),
        ("van Kampen", "", "van Kampen", ""),
        ("Van Vu", "Van", "Vu", ""),
        ("Ivanov I. I.", "I. I.", "Ivanov", ""),
        ("Jacobs G.B.", "G. B.", "Jacobs", ""),
        ("J. B.", "J.", "B.", ""),
        ("Eyyüb Şarı", "Eyyüb", "Şarı", ""),
        ("李 明", "李", "明", ""),
        ("", "", "", ""),
    ],
)
def test_a_name_is_split(printed, given_name, family, suffix):
    assert split(printed) == Name(given_name, family, suffix)


@given(st.text(max_size=60))
def test_a_name_of_any_text_splits_without_losing_its_letters(printed):
    name = split(printed)
    letters = sorted(sign for part in name for sign in part if not sign.isspace())
    assert letters == sorted(sign for sign in printed if not sign.isspace() and sign != ",")


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Šrámek", "sramek"),
        ("Øbro", "obro"),
        ("Przemysław Łukasz", "przemyslaw lukasz"),
        ("Preuß", "preuss"),
        ("O'Brien", "obrien"),
        ("O’Brien", "obrien"),
        ("Jean-Luc  PICARD", "jean luc picard"),
        ("J. P. Hague", "j p hague"),
        ("Þór Ægisson", "thor aegisson"),
        ("Şarı", "sari"),
        ("...", ""),
    ],
)
def test_spellings_of_a_name_fold_alike(text, folded):
    assert fold(text) == folded


@given(st.text(max_size=60))
def test_folding_twice_changes_nothing(text):
    assert fold(fold(text)) == fold(text)
