"""What is settled is linked without reading all that hangs together, and comes out the same."""

import random

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from harvest.linking import people
from papers.models import Authorship
from researchers.models import Profile, Researcher
from tests.factories import make_paper
from tests.harvest.outside import OPENALEX, SCHOLAR, openalex_author, scholar_author, tell, work

pytestmark = pytest.mark.django_db

NAMES = ["Wei Zhang", "W. Zhang", "Weiping Zhang", "Ada Lovelace", "A. Lovelace", "Jun Lee", "J. Lee"]


def harvest_at_random(seed, papers=40):
    """Papers told one by one by both sources, with profiles merged, split, mistaken and silent; one list changes."""
    chance = random.Random(seed)
    persons = [(chance.choice(NAMES), number) for number in range(12)]
    merged = {number: chance.choice(persons)[1] for _, number in persons if chance.random() < 0.3}
    split = {number for _, number in persons if chance.random() < 0.3}
    told = []
    for paper in range(papers):
        arxiv_id = f"2001.{paper:05}"
        authors = chance.sample(persons, chance.randint(1, 4))
        if not Authorship.objects.filter(paper__arxiv_id=arxiv_id).exists():
            make_paper(arxiv_id, authors=[name for name, _ in authors])
        rows, others = [], []
        for name, number in authors:
            one = merged.get(number, number) if chance.random() < 0.5 else number
            orcid = "0000-0002-1825-0097" if one == 3 else ""
            profile = f"A{5000000000 + one}" if chance.random() < 0.9 else ""
            rows.append(openalex_author(name, profile, profile_name=f"{name[0]}. {name.split()[-1]}", orcid=orcid))
            other = 100 + number + (50 if number in split and chance.random() < 0.3 else 0)
            others.append(scholar_author(name, str(other) if chance.random() < 0.9 else ""))
        told.append((OPENALEX, work(arxiv_id, rows)))
        told.append((SCHOLAR, work(arxiv_id, others, SCHOLAR)))
    chance.shuffle(told)
    for source, one in told:
        tell(source, one)


def outcome():
    """Who is who without our ids: a researcher is the slots they have."""
    rows = Authorship.objects.values_list("pk", "paper__arxiv_id", "position")
    places = {slot: (arxiv_id, position) for slot, arxiv_id, position in rows}
    found = {}
    for researcher in Researcher.objects.filter(merged_into=None, paper_count__gt=0):
        own = frozenset(places[slot] for slot in researcher.authorships.values_list("pk", flat=True))
        profiles = frozenset(Profile.objects.filter(researcher=researcher).values_list("source", "outside_id"))
        evidence = frozenset((places[slot.pk], slot.evidence) for slot in researcher.authorships.all())
        found[own] = (researcher.name, researcher.orcid, researcher.paper_count, profiles, evidence)
    return found


def outcome_of(seed):
    """Harvest, look, and take it all back."""
    with transaction.atomic():
        harvest_at_random(seed)
        found = outcome()
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_short_way_comes_to_the_same_as_deciding_from_the_whole(seed, monkeypatch):
    by_short_way = outcome_of(seed)
    monkeypatch.setattr(people, "link_settled", lambda slots, profiles, *others: (set(slots), set(profiles)))
    assert outcome_of(seed) == by_short_way
    assert by_short_way


def test_cost_of_one_more_paper_does_not_grow_with_those_there():
    costs = []
    for paper in range(30):
        make_paper(f"2001.{paper:05}")
        with CaptureQueriesContext(connection) as asked:
            tell(OPENALEX, work(f"2001.{paper:05}", [openalex_author("Ada Lovelace", "A5001")]))
        costs.append(len(asked))
    assert Researcher.objects.get().paper_count == 30
    assert costs[2] == costs[-1]
