"""How rankings are scored, and how a title gets its fault."""

import random

import pytest

from bench.known_items import with_fault
from bench.relevance_sets import ndcg


def test_best_order_scores_one_and_nothing_found_scores_none():
    grades = {"a": 2, "b": 1, "c": 0}
    assert ndcg(["a", "b", "c"], grades) == 1
    assert ndcg([], grades) == ndcg(["c", "x"], grades) == 0


def test_worse_order_scores_less_by_place():
    # 1/1 + 2/log2(3) of 2/1 + 1/log2(3)
    assert ndcg(["b", "a"], {"a": 2, "b": 1}) == pytest.approx(0.8597, abs=1e-4)


def test_only_the_first_ten_count():
    assert ndcg([*"0123456789", "a"], {"a": 1}) == 0


def test_fault_takes_one_letter_from_within_a_long_word():
    title = "On the formation of stars"
    faulty = with_fault(title, random.Random(1))
    assert len(faulty) == len(title) - 1
    assert faulty.startswith("On the f") and faulty.endswith("s")


def test_title_without_a_long_word_stays_as_it_is():
    assert with_fault("A to B", random.Random(1)) == "A to B"
