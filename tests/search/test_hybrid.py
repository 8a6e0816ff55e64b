"""Two rankings into one, by worked cases."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from search.hybrid import DEFAULT, FAR, NEAR, Candidate, Weights, fuse, is_name, is_title

EVEN = Weights(0.5, 0.5, 0.0, 0.0, 0.0)
scores = st.one_of(st.none(), st.floats(0, 200))
closenesses = st.one_of(st.none(), st.floats(-1, 1))
candidates = st.lists(
    st.builds(
        Candidate, st.integers(1, 10**9), scores, closenesses, st.floats(0, 2e9), st.booleans()
    ),
    max_size=30,
    unique_by=lambda one: one.paper,
)  # fmt: skip


def test_a_paper_that_both_find_stands_before_those_that_one_finds():
    both, words, near = Candidate(1, 8.0, 0.5), Candidate(2, 10.0, 0.1), Candidate(3, None, 0.6)
    assert fuse([words, near, both], weights=EVEN) == [1, 2, 3]


def test_scores_count_within_the_query_not_by_their_size():
    small = [Candidate(1, 0.1, 0.2), Candidate(2, 0.05, 0.4)]
    large = [Candidate(1, 100.0, 0.2), Candidate(2, 50.0, 0.4)]
    assert fuse(small, weights=EVEN) == fuse(large, weights=EVEN)


def test_the_weights_of_both_decide():
    said, meant = Candidate(1, 10.0, 0.2), Candidate(2, 5.0, 0.8)
    assert fuse([said, meant], weights=Weights(0.2, 0.2, 0.0, 0.0, 0.0)) == [1, 2]
    assert fuse([said, meant], weights=Weights(0.8, 0.8, 0.0, 0.0, 0.0)) == [2, 1]


def test_meaning_has_another_weight_where_a_paper_has_all_words():
    weights = Weights(complete=0.2, partial=0.8, all_words=0.0, known=0.0, places=0.0)
    said, meant = Candidate(1, 10.0, 0.2), Candidate(2, 5.0, 0.8)
    assert fuse([said, meant], weights=weights) == [2, 1]
    assert fuse([said, meant, Candidate(3, 1.0, 0.1, has_all=True)], weights=weights) == [1, 2, 3]


def test_closeness_says_little_where_nothing_is_near():
    def order(nearest):
        return fuse([Candidate(1, 10.0, FAR), Candidate(2, 6.0, nearest)], weights=EVEN)

    assert order(NEAR) == [2, 1]
    assert order(FAR + 0.1) == [1, 2]


def test_places_count_beside_scores():
    """Those between say nearly the same by words, so that the second is hardly worse, and yet far down."""
    said, meant = Candidate(1, 10.0, 0.500), Candidate(2, 9.8, 0.515)
    between = [Candidate(n, 9.9, 0.1) for n in range(11, 31)]
    assert fuse([said, meant, *between], weights=EVEN)[:2] == [2, 1]
    assert fuse([said, meant, *between], weights=replace(EVEN, places=0.3))[:2] == [1, 2]


def test_equals_share_a_place():
    papers = [Candidate(n, 5.0, 0.5) for n in range(1, 9)]
    assert fuse([*papers, Candidate(20, 5.0, 0.5)]) == [20, *range(8, 0, -1)]


def test_a_known_title_stands_first_whatever_else_is_near():
    known, others = Candidate(9, 1.0, None), [Candidate(n, 50.0, 0.9, has_all=True) for n in range(1, 5)]
    assert fuse([*others, known], first=[9])[0] == 9


def test_the_score_of_a_whole_title_is_no_measure_for_the_others():
    known, said, meant = Candidate(9, 110.0, 0.9), Candidate(1, 10.0, 0.3), Candidate(2, 1.0, 0.35)
    assert fuse([known, said, meant], first=[9]) == [9, 1, 2]


def test_one_that_is_clearly_first_by_words_stays_first():
    clear = [Candidate(1, 20.0, 0.3), Candidate(2, 4.0, 0.8), Candidate(3, 4.0, 0.7)]
    close = [Candidate(1, 20.0, 0.3), Candidate(2, 18.0, 0.8), Candidate(3, 4.0, 0.7)]
    assert fuse(clear)[0] == 1
    assert fuse(close)[0] == 2


def test_of_equals_the_one_with_all_the_words_then_the_newest_then_the_last_held():
    one = Candidate(1, 5.0, 0.5, newest=3.0)
    assert fuse([one, Candidate(2, 5.0, 0.5, newest=3.0, has_all=True)]) == [2, 1]
    assert fuse([one, Candidate(2, 5.0, 0.5, newest=4.0)]) == [2, 1]
    assert fuse([one, Candidate(2, 5.0, 0.5, newest=3.0)]) == [2, 1]


def test_without_vectors_the_order_is_that_of_the_words():
    assert fuse([Candidate(1, 1.0), Candidate(2, 3.0), Candidate(3, 2.0)]) == [2, 3, 1]


def test_without_matches_the_order_is_that_of_closeness():
    assert fuse([Candidate(1, None, 0.1), Candidate(2, None, 0.3), Candidate(3, None, 0.2)]) == [2, 3, 1]


def test_nothing_makes_nothing():
    assert fuse([]) == []


@given(candidates, st.randoms())
def test_every_candidate_stands_once_wherever_it_came_in(found, chance):
    ranked = fuse(found)
    assert sorted(ranked) == sorted(one.paper for one in found)
    shuffled = list(found)
    chance.shuffle(shuffled)
    assert fuse(shuffled) == ranked


@given(candidates)
def test_more_by_words_and_meaning_is_never_lower(found):
    if not found:
        return
    better = Candidate(0, 300.0, 1.0, newest=3e9, has_all=True)
    assert fuse([*found, better], weights=DEFAULT)[0] == 0


def test_titles_and_names_are_known_by_what_was_typed():
    assert is_title("attention is all you need", "Attention Is All You Need!")
    assert is_title("Über die Größe", "Uber die Große")
    assert not is_title("attention is all", "Attention Is All You Need")
    assert not is_title("graphene", "Graphene")
    assert is_name("mutlu onur", "Geraldo F. Oliveira, Onur Mutlu")
    assert not is_name("onur memory", "Geraldo F. Oliveira, Onur Mutlu")
    assert not is_name("", "Onur Mutlu")
