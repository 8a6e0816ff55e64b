"""The word index follows Postgres and survives what happens to its files, its process and its database."""

import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from search import engine, lexical, reader, writer
from search.answers import BackendAway, Mode, SearchRequest
from search.changes import Watermark, changes_after, database_identity
from search.failures import IndexDamaged
from search.follower import Follower
from search.generations import Generations
from search.paper_index import PAPERS
from search.query import parse
from tests.factories import make_paper
from tests.search.changing import touch, uncommitted_copy
from tests.services import test_database_environment

pytestmark = pytest.mark.django_db(transaction=True)

PROJECT = Path(__file__).resolve().parent.parent.parent


def ids(typed=""):
    return set(lexical.find(SearchRequest(parse(typed))).ids)


@pytest.fixture
def follower(index_home):
    follower = Follower(index_home)
    follower.catch_up()
    yield follower
    follower.close()


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


def test_a_follower_goes_over_to_a_generation_built_by_the_command(follower, index_home):
    writer.rebuild(index_home)
    paper = make_paper(title="Graphene")
    follower.catch_up()
    assert ids("graphene") == {paper.id}


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


@pytest.fixture
def followed(index_home):
    """Start `manage.py index --follow` on the test database; killed hard at the end."""
    started = []

    def start(*arguments):
        environment = {**test_database_environment(), "SEARCH_INDEX_DIR": str(index_home)}
        code = (
            "import sys; from pathlib import Path; from django.conf import settings; import django; django.setup();"
            f"settings.SEARCH_INDEX_DIR = Path({str(index_home)!r});"
            "from django.core.management import call_command; call_command('index', *sys.argv[1:])"
        )
        environment["DJANGO_SETTINGS_MODULE"] = "wovepaper.settings"
        process = subprocess.Popen([sys.executable, "-c", code, *arguments], cwd=PROJECT, env=environment)
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.wait()


def wait_until(condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.1)


def is_found(wanted):
    try:
        return ids() == wanted
    except BackendAway:
        return False


def counts(total):
    return lexical.find(SearchRequest(parse(""))).total == total


def test_a_follower_killed_at_any_moment_loses_and_doubles_nothing(followed, index_home):
    wanted = {make_paper().id for _ in range(5)}
    process = followed("--follow")
    wait_until(lambda: is_found(wanted))
    for pause in (0.0, 0.05, 0.2, 0.6, 1.2):
        wanted |= {make_paper().id for _ in range(15)}
        time.sleep(pause)
        process.send_signal(signal.SIGKILL)
        process.wait()
        wanted |= {make_paper().id for _ in range(3)}
        process = followed("--follow")
        wait_until(partial(counts, len(wanted)))
    total, page, seen = len(wanted), 1, set()
    while len(seen) < total:
        seen |= set(lexical.find(SearchRequest(parse(""), page=page)).ids)
        page += 1
        assert page < 20
    assert seen == wanted


def test_a_rebuild_killed_half_way_leaves_the_old_index_and_no_rest(followed, follower, index_home):
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


def test_the_follower_ends_when_told_to(followed, index_home):
    make_paper()
    process = followed("--follow")
    wait_until(lambda: Generations(index_home).current() is not None)
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0


def test_once_applies_what_changed_and_ends(followed, index_home):
    paper = make_paper()
    assert followed("--once").wait(60) == 0
    assert ids() == {paper.id}
