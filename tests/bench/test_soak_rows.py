"""What the soak compares: its questions fit the tables, and find what contradicts itself."""

import pytest
from django.db import connection

from bench.soak_rows import ARXIV
from bench.soak_world_rows import FAULTS, WORLD
from researchers.models import Profile
from tests.factories import make_paper, make_researcher
from tests.weaving import weave, written

pytestmark = pytest.mark.django_db


def rows(query):
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


@pytest.mark.parametrize("name", [*ARXIV, *WORLD])
def test_question_about_rows_is_answered(name):
    rows({**ARXIV, **WORLD}[name])


@pytest.mark.parametrize("name", FAULTS)
def test_whole_web_of_papers_and_people_has_no_fault(name):
    written(make_researcher("Ada Byron"), "Charles Babbage")
    weave()
    assert rows(FAULTS[name]) == []


def test_wrong_counts_and_profiles_left_behind_are_found():
    gone = make_researcher("Ada Byron", paper_count=3)
    Profile.objects.create(source="openalex", outside_id="A1", researcher=gone)
    make_paper()
    found = {name for name, query in FAULTS.items() if rows(query)}
    assert found == {
        "researchers left behind that count papers",
        "researchers left behind with profiles",
        "researchers counted wrongly",
    }


def test_persons_are_compared_by_their_slots_whatever_their_ids():
    def who():
        return sorted(rows(WORLD["who is who"]))

    paper = written(make_researcher("Ada Byron"))
    before = who()
    other = make_researcher("Ada Byron")
    paper.authorships.update(researcher=other)
    assert who() == before
    paper.authorships.update(researcher=None)
    assert who() == []
