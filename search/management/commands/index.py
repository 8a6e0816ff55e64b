"""`manage.py index`: rebuild the indexes of papers and of names, catch up once, or follow for as long as it runs."""

import signal
import time
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from search.failures import IndexDamaged
from search.followed import Followed
from search.follower import Follower, follow_all
from search.names import index as names
from search.paper_index import PAPERS
from search.writer import rebuild


class Command(BaseCommand):
    help = "Rebuild the indexes from Postgres beside those that serve, then let the new ones take over."

    def add_arguments(self, parser: ArgumentParser) -> None:
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--follow", action="store_true", help="keep the indexes up to date until stopped")
        how.add_argument("--once", action="store_true", help="apply what changed since the last time, then end")
        parser.add_argument("--only", choices=["papers", "names"], help="one of the two indexes")

    def handle(self, *args: Any, **options: Any) -> None:
        every = {"papers": (Path(settings.SEARCH_INDEX_DIR), PAPERS), "names": (names.home(), names.NAMES)}
        chosen = [every[options["only"]]] if options["only"] else list(every.values())
        for home, _ in chosen:
            home.mkdir(parents=True, exist_ok=True)
        if options["follow"]:
            self._follow(chosen)
            return
        for home, followed in chosen:
            try:
                self._write(home, followed, options["once"])
            except IndexDamaged as error:
                raise CommandError(f"The {followed.name} could not be written: {error}") from error

    def _write(self, home: Path, followed: Followed, once: bool) -> None:
        began = time.monotonic()
        progress = partial(self._progress, followed)
        if once:
            follower = Follower(home, progress, followed)
            done = follower.catch_up()
            follower.close()
            self.stdout.write(f"{followed.name}: {done:,} changes applied in {time.monotonic() - began:.1f} s.")
        else:
            rebuild(home, progress, followed)
            self.stdout.write(f"{followed.name}: rebuilt in {time.monotonic() - began:.1f} s.")

    def _progress(self, followed: Followed, done: int) -> None:
        if done % 10_000 == 0:
            self.stdout.write(f"{followed.name}: {done:,} entries")
            self.stdout.flush()

    def _follow(self, chosen: list[tuple[Path, Followed]]) -> None:
        stopped = False

        def stop(number: int, frame: FrameType | None) -> None:
            nonlocal stopped
            stopped = True

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        follow_all(chosen, lambda: stopped)
