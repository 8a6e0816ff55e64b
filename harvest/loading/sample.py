"""Loads the sample corpus: the way of a harvest, from files. What stands for the abstract there is our own words."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from django.db import transaction

from harvest.bookkeeping import runs
from harvest.ingest.batches import IngestResult, ingest_papers
from harvest.models import HarvestRun
from harvest.records import PaperRecord, Refused, Removed
from harvest.sources.arxiv.oai import parse_list_records

FOLDER = Path(__file__).parent.parent / "sample"


def load() -> IngestResult:
    """Write the corpus; a paper that came from arXiv itself stays as it is."""
    run = runs.begin("sample", HarvestRun.Trigger.COMMAND, "sample corpus")
    with transaction.atomic():
        result = ingest_papers(_records(), source="sample", run=run)
        runs.add_page(run, result)
        runs.finish(run)
    return result


def _records() -> Iterator[PaperRecord | Refused | Removed]:
    for file in sorted(FOLDER.glob("*.xml")):
        for record in parse_list_records(file.read_bytes()).records:
            yield replace(record, own_words=True) if isinstance(record, PaperRecord) else record
