"""`manage.py load_ror FILE`: a release of ROR, the registry of research organisations."""

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from harvest.bookkeeping import runs
from harvest.loading.organisations import load
from harvest.management.progress import Progress, summary
from harvest.models import HarvestRun
from harvest.organisations import OrganisationRecord
from harvest.records import Refused
from harvest.sources.file_lines import BadFile
from harvest.sources.ror.dump import Dump, open_dump
from harvest.sources.ror.parser import parse


class Command(BaseCommand):
    help = "Load a release of ROR: its zip, its JSON, or JSON lines, plain or gzip. Safe to stop and to repeat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--release", help="its name; else as the file's name tells it: v2.9")

    def handle(self, *args: Any, file: str, release: str | None, **options: Any) -> None:
        began = time.monotonic()
        try:
            with open_dump(file) as dump:
                runs.end_interrupted("ror", file)
                run = runs.begin("ror", HarvestRun.Trigger.COMMAND, file)
                progress = Progress(self.stderr, dump.part_read)
                try:
                    release = release or _release(file)
                    result = load(_records(dump), run, release=release, told=progress.tell)
                except BaseException as error:
                    runs.fail(run, str(error) or type(error).__name__)
                    raise
                finally:
                    progress.end()
                if dump.trouble:
                    runs.fail(run, dump.trouble)
                else:
                    runs.finish(run)
        except BadFile as error:
            raise CommandError(str(error), returncode=2) from None
        self.stdout.write(summary(result, time.monotonic() - began))
        if dump.trouble:
            raise CommandError(dump.trouble, returncode=2)
        if result.records == result.refused:
            sys.exit(1)


def _records(dump: Dump) -> Iterator[OrganisationRecord | Refused]:
    for told in dump.each:
        yield told if isinstance(told, Refused) else parse(told)


def _release(file: str) -> str:
    found = re.match(r"v\d+\.\d+", Path(file).name)
    return found[0] if found else ""
