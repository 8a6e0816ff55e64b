import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.slugs import LONGEST_SLUG, paper_path, parse_slugged_arxiv_id, slug


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Attention Is All You Need", "attention-is-all-you-need"),
        ("Gödel’s “Straße” in Øresund: Łódź, Ærø & Çeşme", "godels-strasse-in-oresund-lodz-aero-cesme"),
        (r"$\alpha$ decay", "alpha-decay"),
        (r"On $\alpha$-$\beta$ filters, $\mathbb{R}^3$ and Schr\"odinger", "on-alpha-beta-filters-r3-and-schrodinger"),
        ("β-decay of ΔT in NFκB", "beta-decay-of-delta-t-in-nf-kappa-b"),
        ("H₂O and x² in ℝ³", "h2o-and-x2-in-r3"),
        ("Bose–Einstein — again", "bose-einstein-again"),
        ("Теорема", ""),
        ("???", ""),
        ("0", "0"),
    ],
)
def test_title_becomes_ascii_words(title, expected):
    assert slug(title) == expected


def test_long_slug_is_cut_between_words():
    assert slug("word " * 40) == "word-" * 15 + "word"
    assert slug("x" * 200) == "x" * LONGEST_SLUG
    assert slug("a" * 79 + " b") == "a" * 79
    assert slug("a" * 78 + " b") == "a" * 78 + "-b"


@given(st.text())
def test_any_text_gives_a_slug_that_stays(text):
    made = slug(text)
    assert len(made) <= LONGEST_SLUG
    assert re.fullmatch(r"(?:[a-z0-9]+(?:-[a-z0-9]+)*)?", made)
    assert slug(made) == made


@given(st.sampled_from(["2401.16265", "0704.0001", "hep-th/9901001", "math/0309136"]), st.text())
def test_path_of_a_paper_reads_back(arxiv_id, title):
    made = slug(title)
    assert parse_slugged_arxiv_id(paper_path(arxiv_id, made)) == (arxiv_id, None, made)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/papers/2401.16265", ("2401.16265", None, "")),
        ("/papers/2401.16265v2", ("2401.16265", 2, "")),
        ("/papers/2401.16265v12-some-slug", ("2401.16265", 12, "some-slug")),
        ("2401.16265-hiv2", ("2401.16265", None, "hiv2")),
        ("/papers/arXiv:2401.16265", ("2401.16265", None, "")),
        ("/PAPERS/ARXIV:HEP-TH/9901001V3-Some-Title", ("hep-th/9901001", 3, "Some-Title")),
        ("/papers/math.GT/0309136", ("math/0309136", None, "")),
        ("/papers/astro-ph/9901001-some-title/", ("astro-ph/9901001", None, "some-title")),
        ("/papers/1501.1234-x", ("1501.01234", None, "x")),
        ("/papers/2401.16265x", None),
        ("/papers/2401.162651", None),
        ("/papers/2413.16265", None),
        ("/papers/2401.16265v0", None),
        ("/papers/some-slug", None),
        ("/papers/", None),
        ("", None),
    ],
)
def test_path_of_a_paper_is_read(path, expected):
    assert parse_slugged_arxiv_id(path) == expected
