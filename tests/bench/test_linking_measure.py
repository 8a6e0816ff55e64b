"""The measure of linking, on truths of a few slots."""

from bench.linking import measure
from bench.world.truth import SUPPORT_OPENALEX, Truth


def truth_of(*papers, orcids=()):
    """A truth whose papers are lists of persons, all supported."""
    made = Truth([f"2001.{number:05}" for number in range(1, len(papers) + 1)])
    for persons in papers:
        made.person_of.extend(persons)
        made.start.append(len(made.person_of))
        made.support.extend([SUPPORT_OPENALEX] * len(persons))
        made.places_of.extend([None] * len(persons))
    made.names = [f"Person {number}" for number in range(10)]
    made.orcids = [*orcids, *[""] * (10 - len(orcids))]
    return made


def links(*researchers):
    """One slot a paper, in order; None is open."""
    return {(f"2001.{at:05}", 1): (one, "orcid") for at, one in enumerate(researchers, 1) if one is not None}


def nothing_shown(arxiv_id):
    return set()


def test_researcher_stands_for_whom_most_of_its_slots_belong_to():
    told = measure(truth_of([0], [0], [1], [1]), links(7, 7, 7, None), nothing_shown)
    assert (told.right["orcid"], told.wrong["orcid"], told.open_slots, told.supported_and_right) == (2, 1, 1, 2)
    assert told.joined == 1


def test_person_under_two_researchers_is_split_and_both_are_right():
    told = measure(truth_of([0], [0]), links(7, 8), nothing_shown)
    assert (told.right["orcid"], told.wrong["orcid"], told.split) == (2, 0, 1)


def test_joining_counts_against_orcids_only_where_both_are_shown():
    truth = truth_of([0], [1], orcids=("A", "B"))
    one_shown = measure(truth, links(7, 7), lambda arxiv_id: {"A"})
    both_shown = measure(truth, links(7, 7), lambda arxiv_id: {"A", "B"})
    assert (one_shown.joined_against_orcid, both_shown.joined_against_orcid) == (0, 1)


def test_joining_two_of_one_paper_counts_against_slots():
    truth = truth_of([0, 1])
    told = measure(truth, {("2001.00001", 1): (7, ""), ("2001.00001", 2): (7, "")}, nothing_shown)
    assert told.joined_against_slots == 1
