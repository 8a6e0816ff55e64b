"""Stays and sums follow what changed, each change once, and come out as if counted from the beginning."""

from datetime import timedelta

import pytest
from django.utils import timezone

from common.models import CurrentTransaction, NextChange
from harvest.linking.batch import link
from harvest.models import Totals
from harvest.outside_records import InstitutionRecord
from harvest.summaries import sums, totals
from harvest.summaries.following import keep_up, remake
from institutions.models import Institution, InstitutionAncestor, InstitutionSummary
from papers.models import Paper
from researchers.models import Researcher, Stay
from tests.factories import make_institution, make_paper, make_researcher
from tests.harvest.outside import OPENALEX, openalex_author, work
from tests.weaving import weave, written

pytestmark = pytest.mark.django_db(transaction=True)


def told(paper, *authors):
    """OpenAlex says who wrote the paper, and that each was at the Analytical Institute."""
    rows = [
        openalex_author(name, profile, affiliations=[("Analytical Institute, London", "I1")])
        for name, profile in authors
    ]
    record = work(paper.arxiv_id, rows, institutions=(InstitutionRecord("I1", "Analytical Institute"),))
    link(OPENALEX, {paper.arxiv_id: [record]})


@pytest.fixture
def institute():
    return make_institution("Analytical Institute", openalex_id="I1")


def sums_of(institution):
    return InstitutionSummary.objects.get(institution=institution).own


def everything():
    kept = InstitutionSummary.objects.order_by("pk").values("pk", "own", "with_parts", "above", "due_at")
    return list(Stay.objects.order_by("researcher", "institution").values()), list(kept)


def test_what_linking_writes_is_followed(institute):
    told(make_paper(authors=["Ada Lovelace"], categories=["cs.LG"]), ("Ada Lovelace", "A5001"))
    assert keep_up() > 0
    stay = Stay.objects.get()
    assert (stay.institution_id, stay.papers, stay.own_papers, stay.current) == (institute.pk, 1, 1, True)
    ada = Researcher.objects.get()
    assert (ada.main_institution_id, ada.main_category, ada.first_year) == (institute.pk, "cs.LG", 2020)
    kept = sums_of(institute)
    assert (kept["papers"], kept["years"], kept["now"]) == (1, {"2020": 1}, 1)
    assert keep_up() == 0


def test_removed_paper_leaves_stays_and_sums(institute):
    papers = [make_paper(authors=["Ada Lovelace"]) for _ in range(2)]
    for paper in papers:
        told(paper, ("Ada Lovelace", "A5001"))
    keep_up()
    Paper.objects.filter(pk=papers[0].pk).update(removed_at=timezone.now())
    _touch(Paper, papers[0])
    keep_up(at_once=True)
    assert Stay.objects.get().papers == 1
    assert sums_of(institute)["papers"] == 1


def test_institution_that_gets_a_parent_gives_its_people_to_it(institute):
    told(make_paper(authors=["Ada Lovelace"]), ("Ada Lovelace", "A5001"))
    keep_up()
    academy = make_institution("Academy")
    InstitutionAncestor.objects.create(institution=institute, ancestor=academy, distance=1)
    _touch(Institution, institute)
    keep_up(at_once=True)
    assert Stay.objects.get(institution=academy).own_papers == 0
    InstitutionAncestor.objects.all().delete()
    _touch(Institution, institute)
    keep_up(at_once=True)
    assert not Stay.objects.filter(institution=academy).exists()


def test_large_institution_is_counted_seldom_while_it_changes(institute):
    told(make_paper(authors=["Ada Lovelace"]), ("Ada Lovelace", "A5001"))
    keep_up()
    Institution.objects.filter(pk=institute.pk).update(paper_count_with_parts=1_000_000)
    sums.mark_due([institute.pk])
    assert sums.due() == []
    assert sums.due(at_once=True) == [institute.pk]


def test_remaking_everything_changes_nothing_that_was_followed(institute):
    for number in range(3):
        told(
            make_paper(authors=["Ada Lovelace", "Charles Babbage"], first_submitted_at=f"201{number}-01-01T00:00Z"),
            ("Ada Lovelace", "A5001"),
            ("Charles Babbage", "A5002"),
        )
        keep_up(at_once=True)
    before = everything()
    remake()
    assert everything() == before


def _touch(model, row):
    """A new number of the change sequence, as every write of a fact takes one."""
    model.objects.filter(pk=row.pk).update(change_seq=NextChange(), change_xid=CurrentTransaction())


def test_totals_are_counted_anew_only_after_a_rest_as_long_as_counting_is_dear():
    make_paper(authors=["Ada Lovelace", "Charles Babbage"])
    assert totals.read() is None
    assert totals.keep()
    assert (totals.read().papers, totals.read().authors, totals.read().linked) == (1, 2, 0)
    make_paper(authors=["Ada Lovelace"])
    assert not totals.keep()
    Totals.objects.update(counted_at=timezone.now() - timedelta(minutes=2), seconds=3)
    assert not totals.keep()
    Totals.objects.update(seconds=0.1)
    assert totals.keep()
    assert totals.read().papers == 2


def test_totals_count_what_readers_may_see():
    shown, hidden, merged = make_researcher("Ada"), make_researcher("Bess"), make_researcher("Cleo")
    institute = make_institution("Institute")
    written(shown, hidden, at=[institute])
    make_institution("Nowhere named")
    weave()
    Researcher.objects.filter(pk=hidden.pk).update(hidden_at=timezone.now())
    Researcher.objects.filter(pk=merged.pk).update(merged_into=shown)
    counted = totals.count()
    assert (counted.researchers, counted.institutions, counted.linked, counted.placed) == (1, 1, 2, 2)
