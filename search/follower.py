"""Keeps an index of this machine the same as Postgres: looks, applies what changed, rebuilds what is broken.

One runs beside each web server (`manage.py index --follow`). A second one on the same folder waits for its turn. What
it cannot open, what belongs to another database or version, and what was cut short or marked damaged it rebuilds.
"""

import logging
import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

from django.db import DatabaseError, InterfaceError, connection

from search.changes import database_identity
from search.failures import IndexDamaged
from search.followed import Followed
from search.generations import Generations, sizes, was_cut
from search.paper_index import PAPERS
from search.writer import BATCH, Progress, Writer, rebuild

PAUSE = 1.5  # seconds between looks
LONGEST_PAUSE = 60.0
# Seconds between rebuilds because a search failed. At first few, since disks that damage one file soon damage another;
# then more, since a search that fails for another reason must not rebuild without end.
BETWEEN_MARKED_REBUILDS = (60, 300, 1800, 7200)

logger = logging.getLogger(__name__)


class Follower:
    def __init__(self, home: Path, progress: Progress = lambda done: None, followed: Followed = PAPERS) -> None:
        self.home = home
        self.followed = followed
        self.generations = Generations(home)
        self.progress = progress
        self._writer: Writer | None = None
        self._sizes: dict[str, int] = {}
        self._is_waiting = False
        self._marked_rebuild = -math.inf
        self._marked_rebuilds = 0  # of late

    def catch_up(self) -> int:
        """Bring the index up to what is committed; how many changes were applied."""
        try:
            return self._apply_all()
        except IndexDamaged as damaged:
            if "LockBusy" in str(damaged):
                if not self._is_waiting:
                    logger.info("another process writes the %s; waiting for it to end", self.followed.name)
                self._is_waiting = True
                return 0
            self._is_waiting = False
            logger.warning("the %s is rebuilt: %s", self.followed.name, damaged)
            self._rebuild()
            return self._apply_all()

    def close(self) -> None:
        writer, self._writer = self._writer, None
        if writer:
            writer.close()

    def _apply_all(self) -> int:
        writer = self._current_writer()
        applied = 0
        while changes := self.followed.changes_after(writer.watermark, BATCH):
            writer.apply(changes)
            applied += len(changes)
            self.progress(applied)
        if applied:
            self._sizes = sizes(writer.folder)
        return applied

    def _current_writer(self) -> Writer:
        """The writer of the generation that serves; raises IndexDamaged where there is none that can be used."""
        folder = self.generations.current()
        if folder is None or not (folder / "meta.json").exists():
            raise IndexDamaged("there is none")
        if self._writer is None or self._writer.folder != folder:
            self._writer = None
            self._writer = Writer(folder, database_identity(), self.followed)
            self.generations.clear_half_built()
            self._sizes = sizes(folder)
        note = self._writer.note
        if note.version != self.followed.version or note.origin != self._writer.origin:
            raise IndexDamaged("it was made by another version or for another database")
        if was_cut(folder, self._sizes):
            raise IndexDamaged("a file was cut short")
        if self.generations.is_marked_damaged() and self._may_heed_mark():
            raise IndexDamaged("a search failed inside it")
        return self._writer

    def _may_heed_mark(self) -> bool:
        since = time.monotonic() - self._marked_rebuild
        if since >= BETWEEN_MARKED_REBUILDS[-1]:
            self._marked_rebuilds = 0
        elif since < BETWEEN_MARKED_REBUILDS[self._marked_rebuilds - 1]:
            return False
        self._marked_rebuild = time.monotonic()
        self._marked_rebuilds += 1
        return True

    def _rebuild(self) -> None:
        self._writer = None  # not closed: waiting for the merges of a broken index may never end
        rebuild(self.home, self.progress, self.followed)


def follow_all(indexes: Sequence[tuple[Path, Followed]], stopping: Callable[[], bool]) -> None:
    """Each in a thread of its own, so that a long rebuild of one does not hold up the other; all end with the first."""
    ended = Event()

    def one(home: Path, followed: Followed) -> None:
        try:
            follow(home, lambda: stopping() or ended.is_set(), followed)
        finally:
            ended.set()
            connection.close()

    with ThreadPoolExecutor(len(indexes)) as threads:
        for future in [threads.submit(one, home, followed) for home, followed in indexes]:
            future.result()


def follow(home: Path, stopping: Callable[[], bool], followed: Followed = PAPERS, pause: float = PAUSE) -> None:
    """Keep up until told to stop. A database that is away or a full disk is waited for, longer each time."""
    follower = Follower(home, followed=followed)
    failures = 0
    while not stopping():
        try:
            follower.catch_up()
            failures = 0
        except (DatabaseError, InterfaceError) as error:
            logger.warning("the database cannot be read: %s", str(error).splitlines()[0] if str(error) else error)
            connection.close()
            failures += 1
        except (IndexDamaged, OSError) as error:
            logger.error("the %s cannot be written: %s", followed.name, error)
            failures += 1
        until = time.monotonic() + min(pause * 2**failures, LONGEST_PAUSE)
        while time.monotonic() < until and not stopping():
            time.sleep(min(pause, 1.0))
    follower.close()
