"""Papers that came in as a harvest brings them: a record, rendered and written by ingest."""

from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path

import pytest

from harvest.ingest.batches import ingest_papers
from harvest.records import PaperRecord, VersionRecord
from harvest.sources.arxiv.authors import split_authors
from papers.models import Paper

SHARED = Path(__file__).resolve().parents[3] / "shared"

_numbers = count(1)


def record(authors="Ada Lovelace, Charles Babbage", first="2020-01-15", versions=None, **facts):
    """A record as a parser makes it; `authors` is arXiv's string, or AuthorRecords."""
    split = split_authors(authors) if isinstance(authors, str) else tuple(authors)
    days = versions or [first]
    known = PaperRecord(
        arxiv_id=f"2001.{next(_numbers):05d}",
        title="On engines",
        abstract="What an engine can do.",
        authors=split,
        authors_printed=authors if isinstance(authors, str) else ", ".join(author.printed for author in split),
        categories=("cs.LG",),
        versions=tuple(
            VersionRecord(number, datetime.fromisoformat(day).replace(tzinfo=UTC)) for number, day in enumerate(days, 1)
        ),
        datestamp=date(2020, 1, 20),
    )
    return replace(known, **facts)


def every_value(thing):
    """All plain values in an answer of the API, however deep."""
    if isinstance(thing, dict):
        thing = list(thing.values())
    if not isinstance(thing, list):
        return [thing]
    return [value for part in thing for value in every_value(part)]


@pytest.fixture
def held(db):
    """Take papers in: `held(title=…)` gives the paper; `held(record1, record2, now=…)` several at once."""

    def take_in(*records, now=None, **facts):
        several = records or (record(**facts),)
        result = ingest_papers(several, source="arxiv", now=now)
        assert result.refused == 0
        papers = {paper.arxiv_id: paper for paper in Paper.objects.filter(arxiv_id__in=[r.arxiv_id for r in several])}
        found = [papers[each.arxiv_id] for each in several]
        return found if records else found[0]

    return take_in
