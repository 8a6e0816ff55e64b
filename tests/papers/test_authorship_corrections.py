"""Curators confirm, detach and move authors of papers."""

import pytest
from django.utils import timezone

from papers.authorship_corrections import confirm, detach, move, undo
from papers.models import Paper
from researchers.merging import Contradiction
from researchers.models import Researcher
from tests.factories import make_paper

pytestmark = pytest.mark.django_db

WHO = ("mary", "her own page says so")


def make_researcher(name="Ada Lovelace"):
    return Researcher.objects.create(name=name, folded=name.lower(), changed_at=timezone.now())


@pytest.fixture
def slot():
    """Of a paper by Ada Lovelace, who is linked, and Charles Babbage, who is not."""
    paper = make_paper(authors=["Ada Lovelace", "Charles Babbage"])
    one = make_researcher()
    paper.authorships.filter(position=1).update(researcher=one, evidence="one-source")
    Researcher.objects.update(paper_count=1)
    return paper.authorships.get(position=1)


def test_confirmed_author_is_shown_as_the_curators(slot):
    correction = confirm(slot, *WHO)
    slot.refresh_from_db()
    assert slot.evidence == "curator"
    undo(correction, *WHO)
    slot.refresh_from_db()
    assert (slot.evidence, slot.researcher.name) == ("one-source", "Ada Lovelace")


def test_detached_author_is_open_and_counts_no_more(slot):
    before = Paper.objects.get().change_seq
    correction = detach(slot, *WHO)
    slot.refresh_from_db()
    assert (slot.researcher, slot.evidence) == (None, "")
    assert Researcher.objects.get().paper_count == 0
    assert Paper.objects.get().change_seq > before
    undo(correction, *WHO)
    slot.refresh_from_db()
    assert slot.researcher.paper_count == 1


def test_moved_author_is_another_s(slot):
    other = make_researcher("A. Lovelace")
    correction = move(slot, other, *WHO)
    slot.refresh_from_db()
    other.refresh_from_db()
    assert (slot.researcher, slot.evidence, other.paper_count) == (other, "curator", 1)
    undo(correction, *WHO)
    slot.refresh_from_db()
    assert slot.researcher.name == "Ada Lovelace"


def test_author_is_not_moved_to_one_who_stands_on_the_paper_already(slot):
    second = slot.paper.authorships.get(position=2)
    with pytest.raises(Contradiction, match="at position 1"):
        move(second, slot.researcher, *WHO)
    assert not slot.paper.authorship_corrections.exists()


def test_group_and_unlinked_authors_are_not_corrected_into_people(slot):
    second = slot.paper.authorships.get(position=2)
    with pytest.raises(Contradiction, match="Nobody is linked"):
        confirm(second, *WHO)
    with pytest.raises(Contradiction, match="Nobody is linked"):
        detach(second, *WHO)
    second.kind = "group"
    second.save()
    with pytest.raises(Contradiction, match="A group is no person"):
        move(second, make_researcher(), *WHO)


def test_undoing_what_would_double_a_person_is_refused(slot):
    person = slot.researcher
    correction = detach(slot, *WHO)
    move(slot.paper.authorships.get(position=2), person, *WHO)
    with pytest.raises(Contradiction, match="at position 2"):
        undo(correction, *WHO)
    correction.refresh_from_db()
    assert correction.stands


def test_correction_that_stands_outlives_one_before_it_that_is_undone(slot):
    first, second = slot.researcher, make_researcher("A. Lovelace")
    detached = detach(slot, *WHO)
    moved = move(slot, second, *WHO)
    undo(detached, *WHO)
    slot.refresh_from_db()
    assert (slot.researcher, slot.evidence) == (second, "curator")
    undo(moved, *WHO)
    slot.refresh_from_db()
    assert (slot.researcher, slot.evidence) == (first, "one-source")
    with pytest.raises(Contradiction, match="undone already"):
        undo(moved, *WHO)
