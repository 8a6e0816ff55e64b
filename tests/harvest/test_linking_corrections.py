"""Corrections outlive the next harvest, and the one after."""

import pytest

from papers.authorship_corrections import detach, move
from papers.authorship_corrections import undo as undo_authorship
from papers.models import Authorship
from researchers.merging import merge, split, undo
from researchers.models import Researcher
from tests.factories import make_paper
from tests.harvest.outside import OPENALEX, SCHOLAR, openalex_author, scholar_author, tell, work

pytestmark = pytest.mark.django_db

WHO = ("mary", "seen on her page")


def harvest(number, profile, source=OPENALEX, name="Ada Lovelace"):
    """A paper of that number, told to be the profile's; made if it is new."""
    arxiv_id = f"2001.0000{number}"
    if not Authorship.objects.filter(paper__arxiv_id=arxiv_id).exists():
        make_paper(arxiv_id, authors=[name])
    author = openalex_author(name, profile) if source == OPENALEX else scholar_author(name, profile)
    tell(source, work(arxiv_id, [author], source))
    return Authorship.objects.get(paper__arxiv_id=arxiv_id)


def people():
    """Sets of paper numbers, one for each researcher with papers."""
    found = {}
    for arxiv_id, researcher in Authorship.objects.exclude(researcher=None).values_list(
        "paper__arxiv_id", "researcher"
    ):
        found.setdefault(researcher, set()).add(int(arxiv_id[-1]))
    return sorted(map(sorted, found.values()))


def test_merge_lasts_and_new_papers_of_either_profile_join():
    first, second = harvest(1, "A5001").researcher, harvest(2, "A5002").researcher
    correction = merge(first, second, *WHO)
    harvest(3, "A5002")
    harvest(4, "A5001")
    harvest(2, "77", SCHOLAR)
    assert people() == [[1, 2, 3, 4]]
    first.refresh_from_db()
    assert first.paper_count == 4
    undo(correction, *WHO)
    harvest(5, "A5002")
    assert people() == [[1, 4], [2, 3, 5]]


def test_split_lasts_though_the_sources_claim_one():
    one = harvest(1, "A5001").researcher
    slot = harvest(2, "A5001")
    correction = split(one, [slot.pk], *WHO)
    harvest(3, "A5001")
    harvest(1, "77", SCHOLAR)
    harvest(2, "77", SCHOLAR)
    assert people() == [[1, 3], [2]]
    undo(correction, *WHO)
    harvest(4, "A5001")
    assert people() == [[1, 2, 3, 4]]


def test_profile_that_was_split_off_keeps_its_new_papers():
    one = harvest(1, "A5001").researcher
    harvest(1, "77", SCHOLAR)
    harvest(2, "A5001")
    harvest(2, "77", SCHOLAR)
    moved = harvest(3, "78", SCHOLAR)
    merge(one, moved.researcher, *WHO)
    profile = moved.claims.get().profile
    correction_id = one.corrections.get()
    undo(correction_id, *WHO)
    harvest(4, "78", SCHOLAR)
    assert people() == [[1, 2], [3, 4]]
    assert profile.pk


def test_split_of_what_a_merge_brought_lasts():
    first, second = harvest(1, "A5001").researcher, harvest(2, "A5002").researcher
    merge(first, second, *WHO)
    harvest(3, "A5002")
    split(first, [], *WHO, profiles=[first.profiles.get(outside_id="A5002").pk])
    harvest(4, "A5002")
    harvest(5, "A5001")
    assert people() == [[1, 5], [2, 3, 4]]


def test_split_is_undone_though_a_harvest_found_the_researcher_to_be_another():
    one = harvest(1, "A5001").researcher
    slot = harvest(2, "A5001")
    correction = split(one, [slot.pk], *WHO)
    into = harvest(3, "A5002").researcher
    Authorship.objects.filter(researcher=one).update(researcher=into)
    Researcher.objects.filter(pk=one.pk).update(merged_into=into)
    undo(correction, *WHO)
    assert people() == [[1, 2, 3]]


def test_detached_author_stays_open_until_that_is_undone():
    slot = harvest(1, "A5001")
    harvest(2, "A5001")
    correction = detach(slot, *WHO)
    harvest(3, "A5001")
    harvest(1, "77", SCHOLAR)
    assert people() == [[2, 3]]
    undo_authorship(correction, *WHO)
    harvest(4, "A5001")
    assert people() == [[1, 2, 3, 4]]


def test_moved_author_stays_where_the_curator_put_it():
    other = harvest(1, "A5001").researcher
    slot = harvest(2, "A5002")
    harvest(3, "A5002")
    move(slot, other, *WHO)
    harvest(4, "A5002")
    harvest(2, "77", SCHOLAR)
    assert people() == [[1, 2], [3, 4]]
    slot.refresh_from_db()
    assert slot.evidence == "curator"
    assert {one.paper_count for one in Researcher.objects.filter(paper_count__gt=0)} == {2}
