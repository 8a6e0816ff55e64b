"""`manage.py index` as a process: killed at any moment, told to end, run once."""

import signal
import time
from functools import partial

import pytest

from search import lexical
from search.answers import SearchRequest
from search.generations import Generations
from search.query import parse
from tests.factories import make_paper
from tests.search.word_index import ids, is_found, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


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
