"""Which papers are listed where not all words are held: those with a word that tells what the query is about."""

import pytest

from search import lexical, telling
from search.answers import Filters, Mode, SearchRequest, Sort
from search.query import parse
from search.telling import Known, choose
from tests.factories import make_paper
from tests.search.asking import found, ids

pytestmark = pytest.mark.django_db


def known(name, rarity, papers=1_000, times=1):
    return Known(name, rarity, times * rarity, papers)


def names(chosen):
    return [one.word for one in chosen]


def test_common_words_tell_nothing_where_rare_ones_are_there():
    words = [known("learning", 1.0), known("sheaf", 6.0), known("dram", 5.0), known("method", 1.5)]
    assert names(choose(words)) == ["sheaf", "dram"]


def test_words_of_equal_worth_all_tell():
    assert names(choose([known("learning", 1.0), known("method", 1.0)])) == ["learning", "method"]


def test_a_word_typed_often_is_worth_more():
    assert names(choose([known("sheaf", 6.0), known("learning", 2.0)])) == ["sheaf"]
    assert names(choose([known("sheaf", 6.0), known("learning", 2.0, times=3)])) == ["sheaf", "learning"]


def test_common_words_stay_until_one_that_tells_is_in_enough_papers():
    rare = known("xylophone", 9.0, papers=3)
    assert names(choose([rare, known("learning", 1.0)])) == ["xylophone", "learning"]
    some = known("sheaf", 6.0, papers=telling.ENOUGH)
    assert names(choose([rare, some, known("learning", 1.0)])) == ["xylophone", "sheaf"]


def test_one_word_and_no_word_stay_as_they_are():
    assert names(choose([known("sheaf", 6.0)])) == ["sheaf"]
    assert choose([]) == []


@pytest.fixture
def library(reindex, monkeypatch):
    """Papers of `sheaf`, of `dram`, and many of the common `method`; a word in three papers is enough."""
    monkeypatch.setattr(telling, "ENOUGH", 3)
    monkeypatch.setattr(lexical, "FIRST", 3)
    made = {
        "sheaf": [make_paper(title=f"Sheaf number {number}", category_codes=["math.AG"]) for number in range(3)],
        "dram": [make_paper(title=f"The dram of a method {number}", category_codes=["cs.AR"]) for number in range(3)],
        "method": [make_paper(title=f"A method {number}", category_codes=["cs.AR"]) for number in range(60)],
    }
    reindex()
    return {name: {paper.id for paper in papers} for name, papers in made.items()}


def test_papers_with_nothing_but_a_common_word_are_left_out(library):
    answer = found("sheaf dram method")
    assert answer.mode is Mode.ANY_WORD
    assert set(answer.ids) == library["sheaf"] | library["dram"]
    assert answer.total == 6


def test_the_common_word_still_counts_in_the_order(library):
    scores = dict(lexical.head(SearchRequest(parse("sheaf dram method")), 10))
    without = dict(lexical.head(SearchRequest(parse("sheaf dram")), 10))
    assert all(scores[paper] > without[paper] for paper in library["dram"])


def test_counts_and_filters_are_of_the_papers_listed(library):
    answer = found("sheaf dram method")
    counts = dict(next(facet.counts for facet in answer.facets if facet.name == "category"))
    assert counts == {"math.AG": 3, "math": 3, "cs.AR": 3, "cs": 3}
    in_category = found("sheaf dram method", filters=Filters(categories=("cs.AR",)))
    assert (set(in_category.ids), in_category.total) == (library["dram"], 3)


def test_sorted_by_date_it_is_the_same_papers(library):
    newest = found("sheaf dram method", sort=Sort.NEWEST)
    assert (set(newest.ids), newest.total) == (library["sheaf"] | library["dram"], 6)


def test_what_is_required_may_call_for_common_words_again(library):
    """Of `sheaf` nothing is in the category, yet something was found there before."""
    assert set(ids("sheaf sheaves method cat:cs.AR")) <= library["dram"] | library["method"]
    assert found("sheaf sheaves method cat:cs.AR").total == 63


def test_a_common_word_alone_is_searched(library):
    assert found("method").total == 63
    assert found("method unheardof").total == 63


def test_an_unheard_of_word_tells_nothing(library):
    assert set(ids("sheaf unheardof")) == library["sheaf"]
