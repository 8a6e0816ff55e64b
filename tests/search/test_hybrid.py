"""Two rankings into one, by worked cases."""

from hypothesis import given
from hypothesis import strategies as st

from search.hybrid import DEFAULT, LONG, SHORT, Candidate, Weights, fuse, is_name, is_title, telling_words
from search.hybrid import weight_of_meaning as weight

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
    both, words, near = Candidate(1, 8.0, 0.6), Candidate(2, 10.0, 0.1), Candidate(3, None, 0.7)
    assert fuse([words, near, both], SHORT, weights=EVEN) == [1, 2, 3]


def test_scores_count_within_the_query_not_by_their_size():
    small = [Candidate(1, 0.1, 0.2), Candidate(2, 0.05, 0.4)]
    large = [Candidate(1, 100.0, 0.2), Candidate(2, 50.0, 0.4)]
    assert fuse(small, SHORT, weights=EVEN) == fuse(large, SHORT, weights=EVEN)


def test_the_weights_of_both_decide():
    said, meant = Candidate(1, 10.0, 0.2), Candidate(2, 5.0, 0.8)
    assert fuse([said, meant], SHORT, weights=Weights(0.2, 0.2, 0.0, 0.0, 0.0)) == [1, 2]
    assert fuse([said, meant], SHORT, weights=Weights(0.8, 0.8, 0.0, 0.0, 0.0)) == [2, 1]


def test_a_known_title_stands_first_whatever_else_is_near():
    known, others = Candidate(9, 1.0, None), [Candidate(n, 50.0, 0.9, has_all=True) for n in range(1, 5)]
    assert fuse([*others, known], SHORT, first=[9])[0] == 9


def test_the_score_of_a_whole_title_is_no_measure_for_the_others():
    known, said, meant = Candidate(9, 110.0, 0.9), Candidate(1, 10.0, 0.3), Candidate(2, 1.0, 0.35)
    assert fuse([known, said, meant], SHORT, first=[9]) == [9, 1, 2]


def test_one_that_is_clearly_first_by_words_stays_first():
    clear = [Candidate(1, 20.0, 0.3), Candidate(2, 4.0, 0.8), Candidate(3, 4.0, 0.7)]
    close = [Candidate(1, 20.0, 0.3), Candidate(2, 18.0, 0.8), Candidate(3, 4.0, 0.7)]
    assert fuse(clear, LONG)[0] == 1
    assert fuse(close, LONG)[0] == 2


def test_of_equals_the_one_with_all_the_words_then_the_newest_then_the_last_held():
    one = Candidate(1, 5.0, 0.5, newest=3.0)
    assert fuse([one, Candidate(2, 5.0, 0.5, newest=3.0, has_all=True)], SHORT) == [2, 1]
    assert fuse([one, Candidate(2, 5.0, 0.5, newest=4.0)], SHORT) == [2, 1]
    assert fuse([one, Candidate(2, 5.0, 0.5, newest=3.0)], SHORT) == [2, 1]


def test_without_vectors_the_order_is_that_of_the_words():
    assert fuse([Candidate(1, 1.0), Candidate(2, 3.0), Candidate(3, 2.0)], SHORT) == [2, 3, 1]


def test_without_matches_the_order_is_that_of_closeness():
    assert fuse([Candidate(1, None, 0.1), Candidate(2, None, 0.3), Candidate(3, None, 0.2)], SHORT) == [2, 3, 1]


def test_nothing_makes_nothing():
    assert fuse([], 0) == []


def test_the_weight_of_meaning_goes_from_the_short_one_to_the_long_one():
    weights = Weights(short=0.2, long=0.8)
    assert weight(0, weights) == weight(SHORT, weights) == 0.2
    assert weight(LONG, weights) == weight(10 * LONG, weights) == 0.8
    between = [weight(words, weights) for words in range(SHORT, LONG + 1)]
    assert between == sorted(between)


@given(candidates, st.integers(0, 200), st.randoms())
def test_every_candidate_stands_once_wherever_it_came_in(found, words, chance):
    ranked = fuse(found, words)
    assert sorted(ranked) == sorted(one.paper for one in found)
    shuffled = list(found)
    chance.shuffle(shuffled)
    assert fuse(shuffled, words) == ranked


@given(candidates, st.integers(1, 100))
def test_more_by_words_and_meaning_is_never_lower(found, words):
    if not found:
        return
    better = Candidate(0, 300.0, 1.0, newest=3e9, has_all=True)
    assert fuse([*found, better], words, weights=DEFAULT)[0] == 0


def test_titles_and_names_are_known_by_what_was_typed():
    assert is_title("attention is all you need", "Attention Is All You Need!")
    assert is_title("Über die Größe", "Uber die Große")
    assert not is_title("attention is all", "Attention Is All You Need")
    assert not is_title("graphene", "Graphene")
    assert is_name("mutlu onur", "Geraldo F. Oliveira, Onur Mutlu")
    assert not is_name("onur memory", "Geraldo F. Oliveira, Onur Mutlu")
    assert not is_name("", "Onur Mutlu")
    assert telling_words("What is the meaning of it") == 1
