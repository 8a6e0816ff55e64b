"""A new word index is built beside the one that serves, and leaves nothing behind where it fails."""

import os

import pytest

from search import writer
from search.failures import IndexDamaged
from search.follower import Follower
from search.generations import Generations
from search.paper_index import PAPERS
from tests.factories import make_paper
from tests.search.word_index import ids

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_running_rebuild_leaves_the_old_index_serving(follower, index_home, monkeypatch):
    paper = make_paper(title="Graphene")
    follower.catch_up()
    while_building = []
    entries = PAPERS.entries

    def spied(paper_ids):
        while_building.append(ids("graphene"))
        return entries(paper_ids)

    monkeypatch.setattr(PAPERS, "entries", spied)
    before = Generations(index_home).current()
    writer.rebuild(index_home)
    assert while_building == [{paper.id}]
    assert Generations(index_home).current() != before
    assert ids("graphene") == {paper.id}
    assert [path.name for path in index_home.iterdir() if path.is_dir() and not path.is_symlink()] == [
        Generations(index_home).current().name
    ]


def test_a_rebuild_killed_half_way_leaves_the_old_index_and_no_rest(follower, index_home):
    paper = make_paper(title="Graphene")
    follower.catch_up()
    (index_home / "1-999999999.building").mkdir()  # the process that made it is gone
    (index_home / f"1-{os.getpid()}.building").mkdir()  # so is this: its number went to a later process
    by_another = Generations(index_home).new()
    assert ids("graphene") == {paper.id}
    follower.close()
    later = Follower(index_home)
    later.catch_up()
    assert list(index_home.glob("*.building")) == [by_another]
    writer.rebuild(index_home)
    assert list(index_home.glob("*.building")) == [by_another]
    assert ids("graphene") == {paper.id}
    later.close()


def test_a_rebuild_that_fails_leaves_nothing_behind(follower, index_home, monkeypatch):
    def full(*arguments):
        raise OSError("No space left on device")

    paper = make_paper(title="Graphene")
    follower.catch_up()
    monkeypatch.setattr(writer, "_fill", full)
    with pytest.raises(IndexDamaged, match="No space left"):
        writer.rebuild(index_home)
    assert not list(index_home.glob("*.building"))
    assert ids("graphene") == {paper.id}
