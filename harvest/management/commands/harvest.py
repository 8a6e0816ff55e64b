"""`manage.py harvest arxiv`: papers from arXiv, by days, set or ids; here and now, or left to the workers."""

import time
from dataclasses import fields
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Sum
from kombu.exceptions import OperationalError as QueueError

from common.work import WorkQuerySet
from harvest import single_ids, windows
from harvest.ingest import IngestResult
from harvest.models import HarvestRun, WorkItem
from harvest.progress import Progress, summary
from harvest.tasks import work_arxiv
from harvest.working import work

SLICE_SECONDS = 3600
LONGEST_NAP = 5


class Command(BaseCommand):
    help = "Harvest arXiv. Without options: what has changed since the last harvest, with two days of overlap."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", choices=["arxiv"])
        parser.add_argument("--from", dest="from_day", metavar="DAY", help="first day of change, as 2024-01-31")
        parser.add_argument("--until", dest="until_day", metavar="DAY", help="last day of change")
        parser.add_argument("--days", metavar="N", help="the last N announcements, instead of --from")
        parser.add_argument("--set", dest="set_spec", default="", metavar="SET", help="such as cs, or cs:cs:CL")
        parser.add_argument("--ids", nargs="+", metavar="ID", help="these papers, in any spelling")
        parser.add_argument("--enqueue", action="store_true", help="leave it to the workers")

    def handle(self, *args: Any, ids: list[str] | None, enqueue: bool, **options: Any) -> None:
        try:
            rows = self._rows_for_ids(ids, options) if ids else [self._row_for_window(options)]
        except (windows.BadWindow, single_ids.BadId) as error:
            raise CommandError(str(error), returncode=2) from None
        if enqueue:
            self._ring(rows)
        else:
            self._work(rows)

    def _rows_for_ids(self, ids: list[str], options: dict[str, Any]) -> list[WorkItem]:
        if any(options[name] for name in ("from_day", "until_day", "days", "set_spec")):
            raise single_ids.BadId("--ids goes with no days and no set")
        texts = [part for text in ids for part in text.split(",") if part.strip()]
        return single_ids.enqueue(single_ids.checked(texts), HarvestRun.Trigger.COMMAND)

    def _row_for_window(self, options: dict[str, Any]) -> WorkItem:
        from_day, days = options["from_day"], options["days"]
        if days:
            if from_day or not (days.isascii() and days.isdecimal() and 0 < int(days) < 10_000):
                raise windows.BadWindow(f"--days {days!r}: a number from 1, and not with --from")
            from_day = windows.days_announced(int(days)).isoformat()
        if from_day or options["until_day"] or options["set_spec"]:
            window = windows.checked(from_day, options["until_day"], options["set_spec"])
        else:
            window = windows.next_window()
        return windows.enqueue(window, HarvestRun.Trigger.COMMAND)

    def _ring(self, rows: list[WorkItem]) -> None:
        told = f"Left to the workers: {', '.join(map(str, rows))}."
        try:
            work_arxiv.delay()
        except QueueError as error:
            told += f" The queue is not there ({error}); they find it by themselves within a minute."
        self.stdout.write(told)

    def _work(self, rows: list[WorkItem]) -> None:
        began = time.monotonic()
        keys = [row.pk for row in rows]
        mine = WorkItem.objects.filter(pk__in=keys)
        progress = Progress(self.stderr)
        try:
            wait: timedelta | None = timedelta()
            while mine.filter(state=WorkItem.State.OPEN).exists():
                # None: another process asks arXiv at the moment, and sees to our rows too.
                time.sleep(LONGEST_NAP if wait is None else min(wait.total_seconds(), LONGEST_NAP))
                wait = work(SLICE_SECONDS, only=keys, told=lambda: progress.tell(_counts(mine)))
                for row in mine.filter(state=WorkItem.State.OPEN).exclude(error=""):
                    progress.note(f"{row}: {row.error}; again at {row.not_before:%H:%M:%S} UTC")
        finally:
            progress.end()
        self.stdout.write(summary(_counts(mine), time.monotonic() - began))
        for run in HarvestRun.objects.filter(pk__in=mine.values("run")).exclude(error=""):
            self.stdout.write(f"{run}: {run.error}")
        if dead := list(mine.dead()):
            raise CommandError("; ".join(f"{row} is given up: {row.error}" for row in dead))


def _counts(rows: WorkQuerySet) -> IngestResult:
    names = [field.name for field in fields(IngestResult)]
    sums = HarvestRun.objects.filter(pk__in=rows.values("run")).aggregate(**{name: Sum(name) for name in names})
    return IngestResult(**{name: number or 0 for name, number in sums.items()})
