"""Curators who contradict each other and take all of it back, in any order, with harvests in between."""

import random

import pytest
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from common.corrections import Contradiction
from harvest.linking.changes import Changes
from harvest.linking.people import decide_from_whole
from papers import authorship_corrections
from papers.models import Authorship, AuthorshipCorrection
from researchers import merging
from researchers.models import Profile, Researcher, ResearcherCorrection
from tests.factories import make_paper
from tests.harvest.outside import OPENALEX, SCHOLAR, openalex_author, scholar_author, tell, work

pytestmark = pytest.mark.django_db

WHO = ("mary", "seen")


def harvest_all():
    """Eight papers by two who are split over several profiles; on every third both stand."""
    works = {OPENALEX: [], SCHOLAR: []}
    for number in range(1, 9):
        names = ["Ada Lovelace", "Adam Lovelace"][: 1 + (number % 3 == 0)]
        make_paper(f"2001.{number:05}", authors=names)
        profiles = {OPENALEX: [f"A500{1 + number % 3}", "A5009"], SCHOLAR: [str(70 + number % 2), "79"]}
        for source, author in ((OPENALEX, openalex_author), (SCHOLAR, scholar_author)):
            rows = [author(name, profiles[source][at], position=at + 1) for at, name in enumerate(names)]
            works[source].append(work(f"2001.{number:05}", rows, source))
    for source, several in works.items():
        tell(source, *several)


def decide_all_anew():
    with transaction.atomic():
        slots, profiles = (set(model.objects.values_list("pk", flat=True)) for model in (Authorship, Profile))
        decide_from_whole(slots, profiles, Changes(), timezone.now())


def people():
    found = {}
    for slot, researcher in Authorship.objects.exclude(researcher=None).values_list("pk", "researcher"):
        found.setdefault(researcher, set()).add(slot)
    return sorted(map(sorted, found.values()))


def check():
    doubled = Authorship.objects.exclude(researcher=None).values("paper", "researcher").annotate(slots=Count("pk"))
    assert not doubled.filter(slots__gt=1).exists()
    assert not Authorship.objects.filter(researcher__merged_into__isnull=False).exists()
    for one in Researcher.objects.annotate(papers=Count("authorships__paper", distinct=True)):
        assert one.papers == one.paper_count, one.pk


def standing():
    yield from ((merging, one) for one in ResearcherCorrection.objects.filter(undone_at=None))
    yield from ((authorship_corrections, one) for one in AuthorshipCorrection.objects.filter(undone_at=None))


def act(chance):
    """One thing that a curator may do; most of it makes no sense, and is refused or contradicts what was done."""
    people, slots = list(Researcher.objects.order_by("pk")), list(Authorship.objects.order_by("pk"))
    kind = chance.choice(["merge", "split", "detach", "move", "confirm", "undo"])
    one, slot = chance.choice(people), chance.choice(slots)
    if kind == "merge":
        merging.merge(one, chance.choice(people), *WHO)
    elif kind == "split":
        own = list(one.authorships.order_by("pk").values_list("pk", flat=True))
        merging.split(one, chance.sample(own, min(len(own), 2)), *WHO)
    elif kind == "move":
        authorship_corrections.move(slot, one, *WHO)
    elif kind == "undo" and (rows := list(standing())):
        module, correction = chance.choice(rows)
        module.undo(correction, *WHO)
    elif kind != "undo":
        getattr(authorship_corrections, kind)(slot, *WHO)


@pytest.mark.parametrize("seed", [13, 36, 45, 67])
def test_what_contradicts_is_refused_and_all_that_is_undone_leaves_no_trace(seed):
    chance = random.Random(seed)
    harvest_all()
    before = people()
    for _ in range(15):
        try:
            act(chance)
        except Contradiction:
            continue
        check()
        decide_all_anew()
        check()
    while rows := list(standing()):
        chance.shuffle(rows)
        undone = 0
        for module, correction in rows:
            try:
                module.undo(correction, *WHO)
            except Contradiction:
                continue
            undone += 1
        assert undone, "each of those left waits for another"
    decide_all_anew()
    check()
    assert people() == before
