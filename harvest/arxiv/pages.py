"""One page of a window of arXiv's list: ask, read, write; the checkpoint moves with what was written.

A crash before the commit leaves the old checkpoint, and the page is asked for again, which changes nothing. A token
that has expired starts the window anew, which is as harmless. What cannot be right moves nothing.
"""

import hashlib

from django.db import transaction

from harvest.arxiv.windows import SOURCE, Window
from harvest.bookkeeping import payloads, runs
from harvest.http import Answer, Broken, Denied
from harvest.ingest.batches import IngestResult, prepare, write
from harvest.models import Checkpoint, HarvestRun, WorkItem
from harvest.records import PaperRecord, Refused, Removed
from harvest.sources.arxiv.client import ArxivClient
from harvest.sources.arxiv.oai import OaiPage, parse_list_records
from harvest.sources.arxiv.xml import BrokenPayload

MOST_RESTARTS = 5
MOST_REFUSED = 0.05  # of a page of LARGE or more; above it their format has changed, and nothing is written
LARGE = 100
SOME = 10  # of so many, all refused


class FormatChanged(Exception):  # noqa: N818 - says what is seen
    """Too many records of a page cannot be read: the source is not harvested until somebody has looked."""

    def __init__(self, refused: list[Refused], total: int) -> None:
        example = refused[0].reason if refused else ""
        super().__init__(f"{len(refused)} of {total} records refused, such as: {example}")
        self.refused = refused


def open_checkpoint(item: WorkItem) -> tuple[Checkpoint, HarvestRun]:
    """How far the window has got, and the run that is under way."""
    window = Window.of(item.arguments)
    with transaction.atomic():
        item.hold()
        checkpoint, _ = Checkpoint.objects.select_related("run").get_or_create(
            source=SOURCE, set_spec=window.set_spec, from_day=window.from_day, until_day=window.until_day
        )
        run = checkpoint.run
        if run is None or run.state != HarvestRun.State.RUNNING:
            trigger = HarvestRun.Trigger(item.arguments.get("trigger", HarvestRun.Trigger.COMMAND))
            run = checkpoint.run = runs.begin(SOURCE, trigger, str(window))
            checkpoint.save(update_fields=["run"])
        WorkItem.objects.filter(pk=item.pk).update(run=run)
    return checkpoint, run


def harvest_page(item: WorkItem, checkpoint: Checkpoint, run: HarvestRun, client: ArxivClient) -> bool:
    """Fetch and write the next page; whether there is another. Raises SourceError, FormatChanged or LeaseLost."""
    answer = client.list_records(checkpoint.from_day, checkpoint.until_day, checkpoint.set_spec, token=checkpoint.token)
    page = _read(answer, run)
    if page.error and page.error.code == "badResumptionToken" and checkpoint.token:
        _start_anew(item, checkpoint, run, f"{page.error.code}: {page.error.message}")
        return True
    if page.error:
        raise Denied(f"{page.error.code}: {page.error.message}")
    print_of_page = _fingerprint(page)
    if (page.token and page.token == checkpoint.token) or print_of_page in checkpoint.pages_seen:
        raise Broken("the same page or token came again: the list would never end")
    batch = prepare(page.records)
    with transaction.atomic():
        item.hold()
        payloads.keep(answer, SOURCE, run)
        result = write(batch, source=SOURCE, run=run)
        _check_share(result, page)
        runs.add_page(run, result)
        if not checkpoint.pages:
            checkpoint.responded_at = page.response_date
        checkpoint.pages += 1
        checkpoint.token = page.token or ""
        checkpoint.pages_seen = [*checkpoint.pages_seen, print_of_page] if print_of_page else checkpoint.pages_seen
        if page.token:
            item.progressed()
        else:
            _reach_the_end(item, checkpoint, run)
        checkpoint.save()
    return bool(page.token)


def _read(answer: Answer, run: HarvestRun) -> OaiPage:
    try:
        return parse_list_records(answer.body)
    except BrokenPayload as error:
        payloads.keep(answer, SOURCE, run)
        raise Broken(error.reason) from error


def _start_anew(item: WorkItem, checkpoint: Checkpoint, run: HarvestRun, reason: str) -> None:
    if checkpoint.restarts >= MOST_RESTARTS:
        raise Denied(f"{reason}, after {checkpoint.restarts} new starts")
    with transaction.atomic():
        item.hold()
        runs.note(run, f"began anew: {reason}")
        checkpoint.token, checkpoint.pages, checkpoint.pages_seen = "", 0, []
        checkpoint.restarts += 1
        checkpoint.save()
        item.progressed()


def _reach_the_end(item: WorkItem, checkpoint: Checkpoint, run: HarvestRun) -> None:
    checkpoint.complete_until = checkpoint.responded_at
    checkpoint.token, checkpoint.pages, checkpoint.pages_seen, checkpoint.restarts = "", 0, [], 0
    runs.finish(run)
    item.finish()


def _check_share(result: IngestResult, page: OaiPage) -> None:
    total = len(page.records)
    too_many = total >= LARGE and result.refused > MOST_REFUSED * total
    if too_many or (total >= SOME and result.refused == total):
        raise FormatChanged([record for record in page.records if isinstance(record, Refused)], total)


def _fingerprint(page: OaiPage) -> str:
    """Of which records it holds, in what state; empty for an empty page, as those may well be alike."""
    if not page.records:
        return ""
    return hashlib.sha256("\n".join(map(_named, page.records)).encode("utf-8", "replace")).hexdigest()[:16]


def _named(record: PaperRecord | Refused | Removed) -> str:
    if isinstance(record, Refused):
        return f"{record.external_id} {record.reason}"
    return f"{record.arxiv_id} {record.datestamp}"
