"""Papers asked for by id, through arXiv's query API: a row of work for each hundred."""

import hashlib
from collections.abc import Sequence

from django.db import transaction

from common.identifiers import parse_arxiv_id
from harvest.arxiv.windows import SOURCE
from harvest.bookkeeping import payloads, runs
from harvest.http import Broken, Denied
from harvest.ingest.batches import ingest_papers
from harvest.ingest.held import Detail
from harvest.models import HarvestRun, WorkItem
from harvest.sources.arxiv.atom import parse_feed
from harvest.sources.arxiv.client import MOST_IDS, ArxivClient
from harvest.sources.arxiv.xml import BrokenPayload

KIND = "arxiv-ids"


class BadId(ValueError):  # noqa: N818
    """Which text is no arXiv id, in one line."""


def checked(texts: Sequence[str]) -> list[str]:
    """Canonical ids, each once, in order; one bad id spoils a whole answer, so none is sent."""
    found: dict[str, None] = {}
    for text in texts:
        parsed = parse_arxiv_id(text)
        if parsed is None:
            raise BadId(f"--ids {text[:60]!r}: not an arXiv id")
        found[parsed.id] = None
    return list(found)


def enqueue(arxiv_ids: Sequence[str], trigger: HarvestRun.Trigger) -> list[WorkItem]:
    rows = []
    for start in range(0, len(arxiv_ids), MOST_IDS):
        some = list(arxiv_ids[start : start + MOST_IDS])
        key = hashlib.sha256(" ".join(some).encode()).hexdigest()[:32]
        arguments = {"ids": some, "trigger": trigger.value}
        rows.append(WorkItem.objects.enqueue(KIND, key, arguments, priority=1, wake=True))
    return rows


def harvest_ids(item: WorkItem, client: ArxivClient) -> HarvestRun:
    """Fetch and write the papers of the row; those that arXiv does not know are named in the run."""
    asked: list[str] = item.arguments["ids"]
    answer = client.query_ids(asked)
    try:
        page = parse_feed(answer.body)
    except BrokenPayload as error:
        payloads.keep(answer, SOURCE, None)
        raise Broken(error.reason) from error
    if page.error:
        raise Denied(page.error)
    if not page.records and page.total:
        raise Broken(f"an empty page, though {page.total} were found")
    told = {parsed.id for record in page.records if (parsed := parse_arxiv_id(_name(record)))}
    missing = [arxiv_id for arxiv_id in asked if arxiv_id not in told]
    with transaction.atomic():
        item.hold()
        run = runs.begin(SOURCE, HarvestRun.Trigger(item.arguments["trigger"]), f"{len(asked)} ids: {' '.join(asked)}")
        payloads.keep(answer, SOURCE, run)
        result = ingest_papers(page.records, source=SOURCE, run=run, detail=Detail.QUERY_API)
        runs.add_page(run, result)
        runs.finish(run)
        if missing:
            runs.note(run, f"not found: {' '.join(missing)}")
        WorkItem.objects.filter(pk=item.pk).update(run=run)
        item.finish()
    run.refresh_from_db()
    return run


def _name(record: object) -> str:
    return getattr(record, "arxiv_id", "") or getattr(record, "external_id", "")
