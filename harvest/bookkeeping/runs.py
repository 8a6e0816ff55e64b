"""Runs: begin one, count into it, end it. Counting happens in the transaction that wrote what is counted."""

from django.db.models import F
from django.db.models.functions import Now

from harvest.ingest.batches import IngestResult
from harvest.models import HarvestRun


def begin(source: str, trigger: HarvestRun.Trigger, window: str) -> HarvestRun:
    return HarvestRun.objects.create(source=source, trigger=trigger, window=window[:200])


def end_interrupted(source: str, window: str) -> None:
    """A command that was killed could not say so; one that does the same again says it."""
    left = HarvestRun.objects.filter(source=source, window=window[:200], state=HarvestRun.State.RUNNING)
    left.update(state=HarvestRun.State.FAILED, finished_at=Now(), error="interrupted")


def add_page(run: HarvestRun, result: IngestResult) -> None:
    HarvestRun.objects.filter(pk=run.pk).update(
        pages=F("pages") + 1,
        created=F("created") + result.created,
        changed=F("changed") + result.changed,
        unchanged=F("unchanged") + result.unchanged,
        refused=F("refused") + result.refused,
        removed=F("removed") + result.removed,
        progressed_at=Now(),
    )


def finish(run: HarvestRun) -> None:
    HarvestRun.objects.filter(pk=run.pk).update(state=HarvestRun.State.DONE, finished_at=Now(), error="")
    run.refresh_from_db()


def note(run: HarvestRun, error: str) -> None:
    """A trouble that the run goes on after."""
    HarvestRun.objects.filter(pk=run.pk).update(error=error[:2000])


def fail(run: HarvestRun, error: str) -> None:
    HarvestRun.objects.filter(pk=run.pk).update(state=HarvestRun.State.FAILED, finished_at=Now(), error=error[:2000])
    run.refresh_from_db()
