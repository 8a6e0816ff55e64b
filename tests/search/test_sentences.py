"""Where one sentence of an abstract ends and the next begins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.sentences import MOST, sentences
from tests.common.arxiv_corpus import papers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("One sentence without a stop", ["One sentence without a stop"]),
        ("We show the first result. We also show a second.", ["We show the first result.", "We also show a second."]),
        (
            "It holds for many rings, e.g. Z and others. Then we stop here.",
            ["It holds for many rings, e.g. Z and others.", "Then we stop here."],
        ),
        (
            "As J. Doe et al. Proved it holds. Nothing else is known now.",
            ["As J. Doe et al. Proved it holds.", "Nothing else is known now."],
        ),
        (
            "The value 3.5 is large (see Fig. 3). 𝛼 is small in all cases.",
            ["The value 3.5 is large (see Fig. 3).", "𝛼 is small in all cases."],
        ),
        ("Is this a question we ask? Yes.", ["Is this a question we ask? Yes."]),
        (
            "The first paragraph ends.\n\nThe second paragraph begins.",
            ["The first paragraph ends.", "The second paragraph begins."],
        ),
    ],
)
def test_sentences_are_parted_at_stops_that_end_them(text, expected):
    assert sentences(text) == expected


@given(st.text(alphabet="aB .!?)\n3é", max_size=400))
def test_nothing_is_lost_and_there_are_not_too_many(text):
    found = sentences(text * 20)
    assert " ".join(found).split() == (text * 20).split()
    assert len(found) <= MOST


def test_real_abstracts_fall_into_sentences_of_a_readable_length():
    lengths = [len(one) for paper in papers(every=501) for one in sentences(paper["abstract"].replace("\n", " "))]
    assert 100 < sum(lengths) / len(lengths) < 250
