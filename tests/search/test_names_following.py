"""The name index follows both tables, and survives what happens to its files."""

import os
import signal

import pytest
from django.db import connection

from common.models import touched
from institutions.models import Institution
from researchers.models import Researcher
from search.changes import Watermark
from search.follower import Follower
from search.generations import Generations
from search.names import find_people, find_places, index
from search.names.changes import changes_after, keys_after
from search.names.schema import Kind, key
from tests.factories import make_institution, make_paper, make_researcher
from tests.search.word_index import is_found, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def home(index_home):
    home = index.home()
    home.mkdir()
    return home


@pytest.fixture
def follower(home):
    follower = Follower(home, followed=index.NAMES)
    follower.catch_up()
    yield follower
    follower.close()


def found(typed):
    return find_people(typed, 9), find_places(typed, 9)


def test_new_changed_and_hidden_people_and_places_are_followed(follower):
    person, place = make_researcher("Ada Lovelace", paper_count=1), make_institution("Lovelace College")
    assert follower.catch_up() == 2
    assert [one.ids for one in found("lovelace")] == [(person.id,), (place.id,)]
    Researcher.objects.filter(pk=person.pk).update(name="Ada Byron", **touched())
    Institution.objects.filter(pk=place.pk).update(status="withdrawn", **touched())
    follower.catch_up()
    assert [one.ids for one in found("lovelace")] == [(), ()]
    assert find_people("byron", 9).ids == (person.id,)
    Researcher.objects.filter(pk=person.pk).update(hidden_at="2024-01-01T00:00Z", **touched())
    follower.catch_up()
    assert find_people("byron", 9).ids == ()


def test_both_tables_are_read_in_the_order_of_their_changes():
    rows = [make_researcher(), make_institution(), make_researcher(), make_institution()]
    kinds = [Kind.PERSON, Kind.PLACE] * 2
    expected = [key(kind, row.pk) for kind, row in zip(kinds, rows, strict=True)]
    seen, mark = [], Watermark()
    while changes := changes_after(mark, 1):
        seen += [change.key for change in changes]
        mark = changes[-1].at
    assert seen == expected


def test_a_rebuild_reads_each_row_once():
    people, places = [make_researcher() for _ in range(5)], [make_institution(f"Place {n}") for n in range(9)]
    seen, last = [], 0
    while keys := keys_after(last, 2):
        seen += keys
        last = keys[-1]
    assert seen == sorted([key(Kind.PERSON, row.pk) for row in people] + [key(Kind.PLACE, row.pk) for row in places])


def test_a_commit_later_than_its_number_is_not_missed(follower):
    first = make_researcher("First Lovelace", paper_count=1)
    follower.catch_up()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute(
            "UPDATE researchers_researcher SET name = 'Late Lovelace', change_seq = nextval('change_seq'),"
            " change_xid = pg_current_xact_id() WHERE id = %s",
            [first.pk],
        )
        soon = make_researcher("Soon Lovelace", paper_count=1)
        follower.catch_up()
        assert find_people("soon lovelace", 9).ids == ()  # held back: an older transaction is open
        cursor.execute("COMMIT")
    other.close()
    follower.catch_up()
    assert set(find_people("lovelace", 9).ids) == {first.id, soon.id}
    assert find_people("late lovelace", 9).ids[0] == first.id


def test_a_damaged_index_is_answered_for_and_rebuilt(follower, home):
    person = make_researcher("Ada Lovelace", paper_count=1)
    follower.catch_up()
    assert find_people("lovelace", 9).notice == ""
    for path in Generations(home).current().iterdir():
        os.truncate(path, path.stat().st_size // 2)
    answer = find_people("lovelace", 9)
    assert answer.ids == (person.id,) and "being rebuilt" in answer.notice
    follower.catch_up()
    answer = find_people("lovelace", 9)
    assert answer.ids == (person.id,) and answer.notice == ""


def test_one_process_follows_papers_and_names(followed):
    paper, person = make_paper(), make_researcher("Ada Lovelace", paper_count=1)
    process = followed("--follow")
    wait_until(lambda: is_found({paper.id}))
    wait_until(lambda: not find_people("lovelace", 9).notice)
    assert find_people("lovelace", 9).ids == (person.id,)
    other = make_researcher("Ada Lovelace", paper_count=1)
    wait_until(lambda: set(find_people("lovelace", 9).ids) == {person.id, other.id})
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
