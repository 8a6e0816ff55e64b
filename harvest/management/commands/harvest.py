"""`manage.py harvest SOURCE`: papers from arXiv by days, set or ids, or what other sources hold of papers held here
and of the people on them.

Here and now, or left to the workers.
"""

import time
from collections.abc import Callable
from dataclasses import fields
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Sum
from kombu.exceptions import OperationalError as QueueError

from common.work import WorkQuerySet
from harvest.arxiv import single_ids, windows
from harvest.arxiv.working import work
from harvest.ingest.batches import IngestResult
from harvest.linking import asking, profile_asking
from harvest.linking.working import work as work_outside_rows
from harvest.management.progress import Progress, summary
from harvest.models import HarvestRun, WorkItem
from harvest.outside_records import OutsideSource
from harvest.tasks import work_arxiv, work_outside

SLICE_SECONDS = 3600
LONGEST_NAP = 5
WINDOW = ("from_day", "until_day", "days", "set_spec")  # an option given empty is a fault, not one left out
LONGEST_WAIT = timedelta(minutes=30)  # for a source that rests; then the rows are left to the workers


class Command(BaseCommand):
    help = (
        "Harvest a source. Without options: of arXiv what has changed since the last harvest, with two days of overlap;"
        " of the others the newest papers that are due."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", choices=["arxiv", *map(str, OutsideSource)])
        parser.add_argument("--from", dest="from_day", metavar="DAY", help="first day of change, as 2024-01-31")
        parser.add_argument("--until", dest="until_day", metavar="DAY", help="last day of change")
        parser.add_argument("--days", metavar="N", help="the last N announcements, instead of --from")
        parser.add_argument("--set", dest="set_spec", metavar="SET", help="such as cs, or cs:cs:CL")
        parser.add_argument("--ids", nargs="+", metavar="ID", help="these papers, in any spelling")
        parser.add_argument(
            "--limit", type=int, metavar="N", help="of other sources than arXiv: at most so many papers"
        )
        parser.add_argument(
            "--profiles", action="store_true", help="of other sources than arXiv: the people on papers, not the papers"
        )
        parser.add_argument("--enqueue", action="store_true", help="leave it to the workers")

    def handle(self, *args: Any, ids: list[str] | None, enqueue: bool, **options: Any) -> None:
        try:
            if options["source"] == windows.SOURCE:
                if options["profiles"]:
                    raise windows.BadWindow("arXiv has no profiles")
                rows = self._rows_for_ids(ids, options) if ids is not None else [self._row_for_window(options)]
            else:
                rows = self._rows_outside(OutsideSource(options["source"]), ids, options)
        except (windows.BadWindow, single_ids.BadId) as error:
            raise CommandError(str(error), returncode=2) from None
        if not rows:
            self.stdout.write(f"No {'profile' if options['profiles'] else 'paper'} is due.")
        elif enqueue:
            self._ring(rows, options["source"])
        else:
            self._work(rows, options["source"])

    def _rows_outside(self, source: OutsideSource, ids: list[str] | None, options: dict[str, Any]) -> list[WorkItem]:
        if any(options[name] is not None for name in WINDOW):
            raise windows.BadWindow("days and sets are arXiv's")
        if options["limit"] is not None and options["limit"] < 1:
            raise windows.BadWindow(f"--limit {options['limit']}: a number from 1")
        if options["profiles"]:
            if ids is not None:
                raise single_ids.BadId("--ids are papers': it goes with no --profiles")
            most = options["limit"] or profile_asking.PROFILES_A_PLAN
            return profile_asking.plan(source, HarvestRun.Trigger.COMMAND, most)
        if ids is None:
            return asking.plan(source, HarvestRun.Trigger.COMMAND, options["limit"] or asking.PAPERS_A_PLAN)
        papers = single_ids.checked(_parts(ids))
        return asking.enqueue(source, papers[: options["limit"]], HarvestRun.Trigger.COMMAND, f"{len(papers)} ids")

    def _rows_for_ids(self, ids: list[str], options: dict[str, Any]) -> list[WorkItem]:
        if any(options[name] is not None for name in WINDOW):
            raise single_ids.BadId("--ids goes with no days and no set")
        return single_ids.enqueue(single_ids.checked(_parts(ids)), HarvestRun.Trigger.COMMAND)

    def _row_for_window(self, options: dict[str, Any]) -> WorkItem:
        from_day, days = options["from_day"], options["days"]
        if days is not None:
            if from_day is not None or not (days.isascii() and days.isdecimal() and 0 < int(days) < 10_000):
                raise windows.BadWindow(f"--days {days!r}: a number from 1, and not with --from")
            from_day = windows.days_announced(int(days)).isoformat()
        if any(options[name] is not None for name in WINDOW):
            window = windows.checked(from_day, options["until_day"], options["set_spec"])
        else:
            window = windows.next_window()
        return windows.enqueue(window, HarvestRun.Trigger.COMMAND)

    def _ring(self, rows: list[WorkItem], source: str) -> None:
        told = f"Left to the workers: {', '.join(map(str, rows))}."
        try:
            if source == windows.SOURCE:
                work_arxiv.delay()
            else:
                work_outside.delay(source)
        except QueueError as error:
            told += f" The queue is not there ({error}); they find it by themselves within a minute."
        self.stdout.write(told)

    def _work(self, rows: list[WorkItem], source: str) -> None:
        began = time.monotonic()
        keys = [row.pk for row in rows]
        mine = WorkItem.objects.filter(pk__in=keys)
        progress = Progress(self.stderr)
        try:
            wait: timedelta | None = timedelta()
            while mine.filter(state=WorkItem.State.OPEN).exists():
                # None: another process asks the source at the moment, and sees to our rows too.
                if wait is not None and wait > LONGEST_WAIT:
                    progress.note(f"{source} rests; the workers go on with what is left in {wait}")
                    break
                time.sleep(LONGEST_NAP if wait is None else min(wait.total_seconds(), LONGEST_NAP))
                wait = self._slice(source, keys, lambda: progress.tell(_counts(mine)))
                for row in mine.filter(state=WorkItem.State.OPEN).exclude(error=""):
                    progress.note(f"{row}: {row.error}; again at {row.not_before:%H:%M:%S} UTC")
        finally:
            progress.end()
        self.stdout.write(summary(_counts(mine), time.monotonic() - began))
        for run in HarvestRun.objects.filter(pk__in=mine.values("run")).exclude(error=""):
            self.stdout.write(f"{run}: {run.error}")
        if dead := list(mine.dead()):
            raise CommandError("; ".join(f"{row} is given up: {row.error}" for row in dead))

    def _slice(self, source: str, keys: list[int], told: Callable[[], None]) -> timedelta | None:
        if source == windows.SOURCE:
            return work(SLICE_SECONDS, only=keys, told=told)
        return work_outside_rows(OutsideSource(source), SLICE_SECONDS, only=keys, told=told)


def _parts(ids: list[str]) -> list[str]:
    parts = [part for text in ids for part in text.split(",") if part.strip()]
    if not parts:
        raise single_ids.BadId("--ids names no paper")
    return parts


def _counts(rows: WorkQuerySet) -> IngestResult:
    names = [field.name for field in fields(IngestResult)]
    sums = HarvestRun.objects.filter(pk__in=rows.values("run")).aggregate(**{name: Sum(name) for name in names})
    return IngestResult(**{name: number or 0 for name, number in sums.items()})
