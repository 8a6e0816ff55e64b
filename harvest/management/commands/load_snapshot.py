"""`manage.py load_snapshot FILE`: the weekly snapshot of arXiv's metadata, as JSON lines."""

import sys
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from harvest.bookkeeping import runs
from harvest.loading.snapshots import load
from harvest.management.progress import Progress, summary
from harvest.models import HarvestRun
from harvest.sources.file_lines import BadFile, open_lines

MOST_PROCESSES = 64


class Command(BaseCommand):
    help = "Load a snapshot of arXiv's metadata: JSON lines, plain, gzip or zip. Safe to stop and to repeat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="its name, or - for the standard input")
        parser.add_argument("--processes", type=int, default=1, help="that read and render beside this one")

    def handle(self, *args: Any, file: str, processes: int, **options: Any) -> None:
        if not 0 <= processes <= MOST_PROCESSES:
            raise CommandError(f"--processes {processes}: from 0 to {MOST_PROCESSES}", returncode=2)
        began = time.monotonic()
        try:
            with open_lines(file) as lines:
                runs.end_interrupted("arxiv", f"snapshot {file}")
                run = runs.begin("arxiv", HarvestRun.Trigger.COMMAND, f"snapshot {file}")
                progress = Progress(self.stderr, lines.part_read)
                try:
                    result = load(lines.each, run, processes=processes, told=progress.tell)
                except BaseException as error:
                    runs.fail(run, str(error) or type(error).__name__)
                    raise
                finally:
                    progress.end()
                if lines.trouble:
                    runs.fail(run, lines.trouble)
                else:
                    runs.finish(run)
        except BadFile as error:
            raise CommandError(str(error), returncode=2) from None
        except KeyboardInterrupt:
            raise CommandError("stopped; the same command passes over what is held", returncode=130) from None
        self.stdout.write(summary(result, time.monotonic() - began))
        if lines.trouble:
            raise CommandError(lines.trouble, returncode=2)
        if result.records == result.refused:
            sys.exit(1)
