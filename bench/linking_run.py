"""Loads a world's snapshot into the database of the moment and harvests what its sources hold."""

import io
import time
from collections import defaultdict
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from harvest.linking import asking
from harvest.linking.working import work
from harvest.models import HarvestRun, WorkItem
from harvest.outside_records import OutsideSource
from papers.models import Affiliation, Authorship


def harvest(snapshot: Path, ror: Path, openalex_url: str, s2_url: str) -> None:
    """Papers and institutions first, then both sources until no paper is due; tells how fast each went."""
    settings.OPENALEX_API_URL, settings.S2_API_URL = openalex_url, s2_url
    settings.OPENALEX_SECONDS_BETWEEN_REQUESTS = settings.S2_SECONDS_BETWEEN_REQUESTS = 0
    settings.OPENALEX_DAILY_BUDGET = 1_000
    call_command("load_snapshot", str(snapshot), processes=1, stdout=io.StringIO(), stderr=io.StringIO())
    call_command("load_ror", str(ror), stdout=io.StringIO(), stderr=io.StringIO())
    for source in OutsideSource:
        began, papers = time.monotonic(), 0
        while asking.plan(source, HarvestRun.Trigger.COMMAND):
            open_rows = WorkItem.objects.filter(kind=asking.kind(source), state=WorkItem.State.OPEN)
            papers += sum(len(row.arguments["ids"]) for row in open_rows)
            work(source, 24 * 3600)
        seconds = time.monotonic() - began
        dead = WorkItem.objects.filter(kind=asking.kind(source)).dead().count()
        print(
            f"{source}: {papers:,} papers in {seconds:.0f} s, {papers / seconds:.0f} a second, {dead} rows dead",
            flush=True,
        )


def links_made() -> dict[tuple[str, int], tuple[int, str]]:
    """(arXiv id, position) -> (researcher, evidence)."""
    rows = Authorship.objects.exclude(researcher=None).values_list(
        "paper__arxiv_id", "position", "researcher_id", "evidence"
    )
    return {
        (arxiv_id, position): (researcher, evidence) for arxiv_id, position, researcher, evidence in rows.iterator()
    }


def places_linked() -> dict[tuple[str, int], set[str]]:
    """(arXiv id, position) -> ROR ids, the nine signs; only where an institution was found."""
    found: dict[tuple[str, int], set[str]] = defaultdict(set)
    rows = Affiliation.objects.exclude(institution=None).values_list(
        "authorship__paper__arxiv_id", "authorship__position", "institution__ror"
    )
    for arxiv_id, position, ror in rows.iterator():
        found[arxiv_id, position].add(ror or "none")
    return dict(found)
