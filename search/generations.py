"""The folder of an index: generations side by side, and the link `current` to the one that serves.

A new generation is built beside the old one and takes over by one rename. Old ones are deleted at once: who still
reads one has its files mapped and notices the switch at the next search.
"""

import contextlib
import os
import re
import shutil
import time
from pathlib import Path

import psutil

_CURRENT = "current"
_DAMAGED = "damaged"
_BUILDING = ".building"
_GENERATION = re.compile(r"[0-9a-f]+-[0-9]+(\.building)?")


class Generations:
    def __init__(self, home: Path) -> None:
        self.home = home

    def current(self) -> Path | None:
        """The folder that serves, or None; the folder itself may be gone."""
        try:
            return self.home / (self.home / _CURRENT).readlink()
        except OSError:
            return None

    def new(self) -> Path:
        folder = self.home / f"{time.time_ns():x}-{os.getpid()}{_BUILDING}"
        folder.mkdir(parents=True)
        return folder

    def switch_to(self, built: Path) -> Path:
        """Let a built generation serve; delete those that served and what killed processes left."""
        folder = built.rename(built.with_name(built.name.removesuffix(_BUILDING)))
        link = self.home / f"{_CURRENT}-{os.getpid()}"
        link.unlink(missing_ok=True)
        link.symlink_to(folder.name)
        link.replace(self.home / _CURRENT)
        for path in self._folders():
            if path != folder and not path.name.endswith(_BUILDING):
                shutil.rmtree(path, ignore_errors=True)
        self.clear_half_built()
        (self.home / _DAMAGED).unlink(missing_ok=True)
        return folder

    def clear_half_built(self) -> None:
        """Delete what killed processes left; each may be as large as what serves."""
        for path in self._folders():
            if path.name.endswith(_BUILDING) and not _is_being_built(path):
                shutil.rmtree(path, ignore_errors=True)

    def mark_damaged(self) -> None:
        """Tell the follower that a search failed inside the generation that serves."""
        with contextlib.suppress(OSError):
            current = self.current()
            (self.home / _DAMAGED).write_text(current.name if current else "")

    def is_marked_damaged(self) -> bool:
        current = self.current()
        try:
            return current is not None and (self.home / _DAMAGED).read_text() == current.name
        except OSError:
            return False

    def _folders(self) -> list[Path]:
        """Of generations; whatever else lies here stays."""
        return [path for path in self.home.iterdir() if not path.is_symlink() and _GENERATION.fullmatch(path.name)]


def sizes(folder: Path) -> dict[str, int]:
    """The size of each file of an index. Cheap: one look at the folder."""
    with os.scandir(folder) as files:
        return {file.name: file.stat().st_size for file in files if not file.name.startswith(".")}


def was_cut(folder: Path, before: dict[str, int]) -> bool:
    """Whether a file that is mapped became shorter: reading it would kill the process. Deleted ones stay readable."""
    now = sizes(folder)
    return any(now.get(name, size) < size for name, size in before.items() if not name.endswith(".json"))


def _is_being_built(folder: Path) -> bool:
    """Whether the process that made it still runs, not a later one that was given its number (in a container, all)."""
    began, _, pid = folder.name.removesuffix(_BUILDING).partition("-")
    try:
        return psutil.Process(int(pid)).create_time() <= int(began, 16) / 1e9
    except (psutil.Error, ValueError):
        return False
