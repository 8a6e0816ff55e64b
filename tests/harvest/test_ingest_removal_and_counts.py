"""Deleted records, papers removed on request, and the counts of each month that ingest keeps."""

import random
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from harvest.ingest import month_counts
from harvest.ingest.batches import ingest_papers
from harvest.records import Removed
from papers.models import MonthCount, Paper
from tests.harvest.making import paper, snapshot_of_rows, version

pytestmark = pytest.mark.django_db

JANUARY = date(2024, 1, 1)


def ingest(*records):
    return ingest_papers(records, source="arxiv")


def count_of(code, month=JANUARY):
    row = MonthCount.objects.filter(category_id=code, month=month).first()
    return row.papers if row else 0


def test_new_paper_counts_in_its_categories_archives_and_all():
    ingest(paper(), paper("2401.00002", categories=("math.AG", "math.QA")))
    assert {code: count_of(code) for code in (None, "math", "math.QA", "math.AG", "hep-th")} == {
        None: 2, "math": 2, "math.QA": 2, "math.AG": 1, "hep-th": 1,
    }  # fmt: skip


def test_removed_paper_stays_as_a_row_and_leaves_the_counts():
    ingest(paper())
    sequence = Paper.objects.get().change_seq
    assert ingest(Removed("2401.00001", date(2024, 2, 1))).removed == 1
    held = Paper.objects.get()
    assert held.removed_at is not None and held.change_seq > sequence
    assert count_of(None) == count_of("math") == 0
    before = snapshot_of_rows()
    assert ingest(Removed("2401.00001", date(2024, 2, 1))).unchanged == 1
    assert snapshot_of_rows() == before


def test_removal_that_is_older_than_what_is_held_or_of_an_unknown_paper_does_nothing():
    ingest(paper(datestamp=date(2024, 3, 1)))
    assert ingest(Removed("2401.00001", date(2024, 2, 1)), Removed("2401.99999")).unchanged == 2
    assert Paper.objects.get().removed_at is None


def test_paper_comes_back_with_a_record_newer_than_its_removal_only():
    ingest(paper())
    ingest(Removed("2401.00001", date(2024, 2, 1)))
    assert ingest(paper()).unchanged == 1
    assert Paper.objects.get().removed_at is not None
    assert ingest(paper(datestamp=date(2024, 2, 2))).changed == 1
    assert Paper.objects.get().removed_at is None
    assert count_of(None) == 1


def test_paper_removed_on_request_stays_removed_whatever_comes():
    ingest(paper())
    ingest(Removed("2401.00001", date(2024, 2, 1)))
    Paper.objects.update(removed_on_request=True)
    ingest(paper(datestamp=date(2024, 3, 1), title="Again"))
    held = Paper.objects.get()
    assert held.removed_at is not None and held.title == "Again"
    assert count_of(None) == 0


def test_counts_kept_by_ingest_are_those_counted_anew():
    dice = random.Random(20260101)
    codes = ["hep-th", "math.QA", "math.AG", "cs.LG", "cs", "astro-ph", "astro-ph.GA"]
    for step in range(40):
        batch = []
        for _ in range(dice.randrange(1, 6)):
            arxiv_id = f"2401.{dice.randrange(1, 12):05}"
            day = date(2024, 1 + step // 4, dice.randrange(1, 28))
            if dice.random() < 0.2:
                batch.append(Removed(arxiv_id, day))
                continue
            first = version(1, datetime(2024, dice.randrange(1, 4), 1, tzinfo=UTC))
            some = tuple(dice.sample(codes, dice.randrange(1, 4)))
            batch.append(replace(paper(arxiv_id, categories=some, datestamp=day), versions=(first,)))
        ingest(*batch)
    assert Paper.objects.exclude(removed_at=None).exists() and Paper.objects.filter(removed_at=None).exists()
    assert month_counts.remake() == 0


def test_counting_anew_mends_wrong_counts():
    ingest(paper(), paper("2401.00002"))
    MonthCount.objects.filter(category_id="math").update(papers=77)
    MonthCount.objects.filter(category_id="hep-th").delete()
    MonthCount.objects.create(category_id="cs", month=JANUARY, papers=3)
    assert month_counts.remake() == 3
    assert (count_of("math"), count_of("hep-th"), count_of("cs")) == (2, 2, 0)
    assert month_counts.remake() == 0
