"""How much expensive work goes on at once: places on this host, shared by the processes of the web server.

A place is a locked file, so a process that is killed leaves its places. Where files cannot be locked there is no bound.
"""

import fcntl
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import randrange

from django.conf import settings

PATIENCE = 0.025  # seconds; most of what holds a place is done by then
STEP = 0.005


@dataclass(slots=True)
class Place:
    file: int | None

    def leave(self) -> None:
        if self.file is not None:
            os.close(self.file)  # which unlocks it
            self.file = None

    def __del__(self) -> None:
        """An answer that nobody reads and nobody closes holds it no longer than it lives."""
        self.leave()


def take(kind: str = "places", places: int | None = None) -> Place | None:
    """A place among those of its kind, or None where all stay taken."""
    deadline = time.monotonic() + PATIENCE
    try:
        while (place := _free(kind, places or settings.EXPENSIVE_AT_ONCE)) is None:
            if time.monotonic() > deadline:
                return None
            time.sleep(STEP)
    except OSError:
        return Place(None)
    return place


def _free(kind: str, places: int) -> Place | None:
    folder = Path(settings.DATA_DIR) / kind
    first = randrange(places)  # noqa: S311 - so that not all look at the same one first
    for number in range(places):
        file = _open(folder, (first + number) % places)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            continue
        return Place(file)
    return None


def _open(folder: Path, number: int) -> int:
    path = folder / str(number)
    with suppress(FileNotFoundError):
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    folder.mkdir(parents=True, exist_ok=True)
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
