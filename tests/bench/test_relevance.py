"""How rankings are scored, and how a title gets its fault."""

import random

import pytest

from bench.known_items import accents_dropped, another_order, typo, word_missing
from search.evaluation.measures import ndcg


def test_best_order_scores_one_and_nothing_found_scores_none():
    grades = {"a": 2, "b": 1, "c": 0}
    assert ndcg(["a", "b", "c"], grades) == 1
    assert ndcg([], grades) == ndcg(["c", "x"], grades) == 0


def test_worse_order_scores_less_by_place():
    # 1/1 + 2/log2(3) of 2/1 + 1/log2(3)
    assert ndcg(["b", "a"], {"a": 2, "b": 1}) == pytest.approx(0.8597, abs=1e-4)


def test_only_the_first_ten_count():
    assert ndcg([*"0123456789", "a"], {"a": 1}) == 0


def test_faults_change_a_title_by_one_thing():
    title = "On the formation of stars in spiral galaxies"
    dice = random.Random(1)
    for _ in range(50):
        assert abs(len(typo(title, dice)) - len(title)) <= 1
        assert len(word_missing(title, dice).split()) == 7
        assert sorted(another_order(title, dice).split()) == sorted(title.split())
    assert accents_dropped("Schrödinger's café", dice) == "Schrodinger's cafe"


def test_titles_that_cannot_have_a_fault_stay_as_they_are():
    dice = random.Random(1)
    assert typo("A to B", dice) == "A to B"
    assert word_missing("Dark matter", dice) == "Dark matter"
