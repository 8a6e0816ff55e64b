"""Titles, names and affiliations as OpenAlex and Semantic Scholar spell them, and the plain text that is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest.sources.text_cleaning import (
    clean_affiliation,
    clean_name,
    clean_title,
    each_once,
    given_first,
    mend_mojibake,
    tidy,
)

MML = '<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML">'


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Water H<sub>2</sub>O and <i>E. coli</i>", "Water H2O and E. coli"),
        ("Fish &amp; Chips", "Fish & Chips"),
        ("Fish &amp;amp; Chips", "Fish & Chips"),
        ("Don&Apos;T panic", "Don'T panic"),
        ("K&#x00F6;ln and K&#246;ln", "Köln and Köln"),
        ("AT&T and R&D; &unknown; stay", "AT&T and R&D; &unknown; stay"),
        ("&lt;i&gt;In vivo&lt;/i&gt;", "In vivo"),
        ("p<0.05 and x < y > z", "p<0.05 and x < y > z"),
        ("On <b and c>", "On <b and c>"),
        ("Where $a<b>c$ holds", "Where $a<b>c$ holds"),
        ("At $5 <i>and</i> $6", "At $5 and $6"),
        ('A <font color="red" size=3>red</font> <br/>line', "A red line"),
        ("<jats:title>One</jats:title>\n <jats:p>two</jats:p>", "One two"),
        ("A\u00a0B\u2028C\u00adD\u0085E\x00F", "A B CD EF"),
        ("e\u0301tude", "étude"),
        ("lone \ud800 half", "lone \ufffd half"),
        ("", ""),
    ],
)
def test_titles_lose_markup_and_nothing_else(given, kept):
    assert clean_title(given) == kept


def test_mathematics_keeps_its_leaves_apart_from_words():
    title = f"at{MML}<mml:msqrt><mml:mi>s</mml:mi></mml:msqrt><mml:mo>=</mml:mo><mml:mn>7</mml:mn></mml:math>TeV"
    assert clean_title(title) == "at s=7 TeV"
    assert clean_title(f"the ({MML}<mml:mi>x</mml:mi></mml:math>), then") == "the (x), then"


def test_mathematics_is_not_told_twice():
    math = "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x^2</annotation></semantics></math>"
    assert clean_title(f"Of {math} only") == "Of x only"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("UniversitÃ© de MontrÃ©al", "Université de Montréal"),
        ("UniversitÃ© de Montréal", "Université de Montréal"),
        ("itâ€™s", "it’s"),
        ("Universidade de SÃ£o Paulo â€“ USP", "Universidade de São Paulo – USP"),
        ("UniversitÃƒÂ©", "Université"),
        ("Ã–sterreich", "Österreich"),
        ("SÃO PAULO, ÂNGELA, château, pâte", "SÃO PAULO, ÂNGELA, château, pâte"),
        ("Łódź – Ã©", "Łódź – é"),
    ],
)
def test_mojibake_is_mended_only_where_it_reads_as_utf_8(given, kept):
    assert mend_mojibake(given) == kept


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("AI21 Labs, Israel. name@example.org", "AI21 Labs, Israel."),
        ("CERN; name@example.org; name@example.org", "CERN"),
        ("MIT, e-mail: a.b-c@mit.example.edu", "MIT"),
        ("{ann,bo}@cs.example.org, Inria, Paris", "Inria, Paris"),
        ("name@example.org", ""),
        ("\n Shell International, Ltd.,\n London", "Shell International, Ltd., London"),
        ("∗ † University of X", "University of X"),
        (". University of Glasgow, UK", "University of Glasgow, UK"),
        ("(1) CERN", "CERN"),
        ("a) CERN", "CERN"),
        ("1 Department of Physics", "1 Department of Physics"),  # might as well be its name
        ("360 AI Research Institute, China", "360 AI Research Institute, China"),
        ("[Microsoft Research, Redmond]", "[Microsoft Research, Redmond]"),
        ("ANU &amp; NICTA , Canberra", "ANU & NICTA, Canberra"),
    ],
)
def test_affiliations_lose_addresses_and_marks(given, kept):
    assert clean_affiliation(given) == kept


def test_affiliations_that_differ_by_a_full_stop_are_one():
    assert each_once(["CERN, Geneva", "CERN, Geneva.", "cern,  Geneva", "", "DESY"]) == ("CERN, Geneva", "DESY")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Gassman, Philip W.", "Philip W. Gassman"),
        ("García Márquez, Gabriel", "Gabriel García Márquez"),
        ("van der Berg, J.", "J. van der Berg"),
        ("Smith, John, Jr.", "John Smith Jr."),
        ("Smith, Jr., John", "John Smith Jr."),
        ("John Smith, Jr.", "John Smith, Jr."),
        ("John Smith, PhD", "John Smith, PhD"),
        ("Ann Lee", "Ann Lee"),
        ("Dept of Physics, MIT", "Dept of Physics, MIT"),
        ("The ATLAS Collaboration, CERN", "The ATLAS Collaboration, CERN"),
        ("One, Two, Three", "One, Two, Three"),
        (", Ann", ", Ann"),
    ],
)
def test_last_first_is_turned_round(given, kept):
    assert given_first(given) == kept


def test_a_footnote_mark_is_no_name():
    assert clean_name("*") == ""
    assert clean_name("† Ann Lee") == "Ann Lee"


@given(st.text(alphabet=st.sampled_from("<>/&;#x1aiÃ©Â€â™@{}.,-$ \u2028\x00\ud800:mml"), max_size=80))
def test_whatever_comes_is_storable_and_cleaning_ends(text):
    for clean in (clean_title, clean_name, clean_affiliation, tidy):
        found = clean(text)
        found.encode()
        assert "\x00" not in found
        assert found == found.strip()
        assert "  " not in found


@pytest.mark.parametrize(
    "piece", ["<", "<mml:math ", "<i ", "&amp", "a@", "{", "Ã", "x.", "e-mail ", "<mml:math>", "<i a=b ", "$<", "<i a"]
)
def test_a_long_text_of_traps_takes_no_longer_than_its_length(piece):
    """Twenty thousand characters are the most that a parser lets in; a quadratic rule would run for minutes."""
    text = piece * (20_000 // len(piece))
    for clean in (clean_title, clean_name, clean_affiliation):
        clean(text)
