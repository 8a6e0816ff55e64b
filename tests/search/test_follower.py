"""The word index follows Postgres: what is new, changed, removed or committed late."""

from datetime import UTC, datetime

import pytest

from search import lexical, writer
from search.answers import SearchRequest
from search.changes import Watermark, changes_after
from search.follower import Follower
from search.query import parse
from tests.factories import make_paper
from tests.search.changing import touch, uncommitted_copy
from tests.search.word_index import ids

pytestmark = pytest.mark.django_db(transaction=True)


def test_new_changed_and_removed_papers_are_followed(follower):
    kept, removed = make_paper(title="Graphene"), make_paper(title="Graphene too")
    follower.catch_up()
    assert ids("graphene") == {kept.id, removed.id}
    touch(kept, title="Borophene")
    touch(removed, removed_at=datetime(2024, 1, 1, tzinfo=UTC))
    assert follower.catch_up() == 2
    assert ids("graphene") == set()
    assert ids("borophene") == ids() == {kept.id}


def test_nothing_new_is_nothing_done(follower):
    make_paper()
    assert follower.catch_up() == 1
    assert follower.catch_up() == 0


def test_the_same_changes_again_double_nothing(follower, monkeypatch):
    paper = make_paper(title="Graphene")
    changes = changes_after(Watermark(), 100)
    follower.catch_up()
    for _ in range(3):
        follower._writer.apply(changes)
    assert lexical.find(SearchRequest(parse("graphene"))).total == 1
    assert ids() == {paper.id}


def test_a_commit_later_than_its_number_is_not_missed(follower):
    first = make_paper(title="First")
    follower.catch_up()
    with uncommitted_copy(first, "Late") as commit:
        soon = make_paper(title="Soon")  # takes a later number and commits first
        follower.catch_up()
        assert ids() == {first.id}  # held back: an older transaction is open
        commit()
    follower.catch_up()
    assert ids() == {first.id, soon.id, first.id + 1000}
    assert ids("late") == {first.id + 1000}


def test_a_follower_goes_over_to_a_generation_built_by_the_command(follower, index_home):
    writer.rebuild(index_home)
    paper = make_paper(title="Graphene")
    follower.catch_up()
    assert ids("graphene") == {paper.id}


def test_two_followers_take_turns(follower, index_home):
    second = Follower(index_home)
    paper = make_paper(title="Graphene")
    assert second.catch_up() == 0
    follower.catch_up()
    assert ids("graphene") == {paper.id}
    follower.close()
    other = make_paper(title="Borophene")
    assert second.catch_up() == 1
    assert ids() == {paper.id, other.id}
    second.close()
