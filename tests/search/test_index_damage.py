"""An index that is damaged, or another database's or version's, is noticed, answered for and rebuilt."""

import os
import time

import pytest

from search import engine, reader, writer
from search.answers import BackendAway, Mode, SearchRequest
from search.changes import Watermark, changes_after, database_identity
from search.generations import Generations
from search.paper_index import PAPERS
from search.query import parse
from tests.factories import make_paper
from tests.search.word_index import ids

pytestmark = pytest.mark.django_db(transaction=True)


def delete_everything(home):
    for path in sorted(home.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


def delete_generation(home):
    delete_everything(Generations(home).current())


def cut(*endings):
    def cutting(home):
        for path in Generations(home).current().iterdir():
            if path.name.endswith(endings) and path.stat().st_size:
                os.truncate(path, path.stat().st_size // 2)

    return cutting


@pytest.mark.parametrize(
    "damage",
    [
        delete_everything,
        delete_generation,
        cut(".idx", ".pos", ".term", ".fast", ".store", ".fieldnorm"),
        cut(".idx"),
        cut("meta.json"),
        cut(""),
    ],
    ids=["all deleted", "generation deleted", "files cut", "one file cut", "meta cut", "everything cut"],
)
def test_a_damaged_index_is_noticed_answered_for_and_rebuilt(damage, follower, index_home):
    paper = make_paper(title="Graphene")
    follower.catch_up()
    assert ids("graphene") == {paper.id}  # so that its files are mapped here
    damage(index_home)
    answer = engine.find(SearchRequest(parse("graphene")))
    assert answer.mode is Mode.STAND_IN
    assert answer.ids == (paper.id,)
    follower.catch_up()
    answer = engine.find(SearchRequest(parse("graphene")))
    assert answer.mode is Mode.ALL_WORDS
    assert answer.ids == (paper.id,)


def test_an_index_that_fails_inside_is_marked_and_rebuilt(follower, index_home):
    for number in range(300):
        make_paper(title=f"Graphene sheet {number}")
    follower.catch_up()
    folder = Generations(index_home).current()
    for path in folder.glob("*.idx"):
        size = path.stat().st_size
        with path.open("r+b") as file:
            file.write(b"\xfe\x01" * (size // 4))
    answers = [engine.find(SearchRequest(parse(typed))) for typed in ("graphene sheet", "lovelace", "what says")]
    assert {answer.mode for answer in answers} & {Mode.STAND_IN}
    follower.catch_up()
    assert Generations(index_home).current() != folder
    answer = engine.find(SearchRequest(parse("graphene sheet")))
    assert (answer.mode, answer.total) == (Mode.ALL_WORDS, 300)


def test_marks_rebuild_soon_at_first_and_not_without_end(follower, index_home, monkeypatch):
    generations, now = Generations(index_home), time.monotonic()
    monkeypatch.setattr("search.follower.time.monotonic", lambda: now)

    def is_rebuilt(later):
        nonlocal now
        now += later
        before = generations.current()
        generations.mark_damaged()
        follower.catch_up()
        return generations.current() != before

    assert [is_rebuilt(later) for later in (0, 1, 60, 60, 300, 300, 1800, 1800)] == [
        True, False, True, False, True, False, True, False,
    ]  # fmt: skip
    assert [is_rebuilt(later) for later in (7200, 1, 60)] == [True, False, True]


def test_the_index_of_another_database_is_not_used_and_rebuilt(follower, index_home, monkeypatch):
    paper = make_paper(title="Graphene")
    folder = Generations(index_home).current()
    follower.close()
    stranger = writer.Writer(folder, "123/456")
    stranger.apply(changes_after(Watermark(), 10))
    stranger.close()
    with pytest.raises(BackendAway, match="another database"):
        reader._reader.cache_clear()
        ids("graphene")
    follower.catch_up()
    assert reader.reader().note().origin == database_identity()
    assert ids("graphene") == {paper.id}


def test_the_index_of_another_version_is_rebuilt(follower, index_home, monkeypatch):
    paper = make_paper(title="Graphene")
    follower.catch_up()
    before = Generations(index_home).current()
    follower.close()
    monkeypatch.setattr(PAPERS, "version", 999)
    follower.catch_up()
    assert Generations(index_home).current() != before
    assert ids("graphene") == {paper.id}
