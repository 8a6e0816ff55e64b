"""The network of co-authors as coordinates."""

from itertools import pairwise

import pytest

from common.networks import MOST_NODES, MOST_TIES, network


def people(number):
    return [(one, f"Person {one}", 31 - min(one, 30)) for one in range(1, number + 1)]


def test_nobody_makes_no_network():
    assert network([], {}) is None


def test_at_most_thirty_stand_inside_the_frame_on_two_arcs():
    drawn = network(people(80), {})
    assert len(drawn.nodes) == MOST_NODES
    assert sorted(node.number for node in drawn.nodes) == list(range(1, MOST_NODES + 1))
    assert all(0 < node.x < 100 and 0 < node.y < 100 for node in drawn.nodes)
    assert sum(node.x > 50 for node in drawn.nodes) == sum(node.x < 50 for node in drawn.nodes) == 15
    assert {node.end for node in drawn.nodes if node.x > 50} == {False}


def test_no_two_names_stand_on_one_line_of_an_arc():
    drawn = network(people(MOST_NODES), {})
    for side in (True, False):
        heights = sorted(node.y for node in drawn.nodes if node.end is side)
        assert min(other - one for one, other in pairwise(heights)) > 2


def test_more_papers_together_make_a_thicker_spoke_and_a_larger_node():
    most, least = (next(node for node in network(people(30), {}).nodes if node.number == one) for one in (1, 30))
    assert most.width > least.width and most.radius > least.radius


def test_those_who_share_papers_stand_together():
    drawn = network(people(6), {(1, 4): 5, (2, 5): 5})
    order = [node.number for node in drawn.nodes]
    assert abs(order.index(1) - order.index(4)) == abs(order.index(2) - order.index(5)) == 1


def test_weak_ties_are_left_out_where_there_are_too_many():
    ties = {(one, other): 2 + (one == 1) for one in range(1, 20) for other in range(one + 1, 20)}
    drawn = network(people(19), ties)
    assert drawn.least == 3
    assert len(drawn.ties) == 18 <= MOST_TIES


def test_single_paper_in_common_makes_no_tie():
    assert network(people(3), {(1, 2): 1, (1, 9): 4}).ties == ()


@pytest.mark.parametrize(("name", "long"), [("Ada Lovelace", False), ("Ana María de los Ángeles Fernández", True)])
def test_a_long_name_is_said_so_that_tablets_show_numbers(name, long):
    assert network([(1, name, 3), (2, "Émilie du Châtelet", 1)], {}).has_long_names is long
