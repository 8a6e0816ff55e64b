"""`manage.py index`: rebuild the word index, catch up once, or follow for as long as it runs."""

import signal
import time
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from search.failures import IndexDamaged
from search.follower import Follower, follow
from search.writer import rebuild


class Command(BaseCommand):
    help = "Rebuild the word index from Postgres beside the one that serves, then let the new one take over."

    def add_arguments(self, parser: ArgumentParser) -> None:
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--follow", action="store_true", help="keep the index up to date until stopped")
        how.add_argument("--once", action="store_true", help="apply what changed since the last time, then end")

    def handle(self, *args: Any, **options: Any) -> None:
        home = Path(settings.SEARCH_INDEX_DIR)
        home.mkdir(parents=True, exist_ok=True)
        if options["follow"]:
            self._follow(home)
            return
        began = time.monotonic()
        try:
            if options["once"]:
                follower = Follower(home, self._progress)
                done = follower.catch_up()
                follower.close()
                self.stdout.write(f"{done:,} changes applied in {time.monotonic() - began:.1f} s.")
            else:
                rebuild(home, self._progress)
                self.stdout.write(f"Rebuilt in {time.monotonic() - began:.1f} s.")
        except IndexDamaged as error:
            raise CommandError(f"The word index could not be written: {error}") from error

    def _progress(self, done: int) -> None:
        if done % 10_000 == 0:
            self.stdout.write(f"{done:,} papers")
            self.stdout.flush()

    def _follow(self, home: Path) -> None:
        stopped = False

        def stop(number: int, frame: FrameType | None) -> None:
            nonlocal stopped
            stopped = True

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        follow(home, lambda: stopped)
