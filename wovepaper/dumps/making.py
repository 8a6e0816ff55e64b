"""Makes a dump: all tables from one snapshot, published by one rename, old ones taken away after it.

Only one is made at a time in a folder; the lock ends with its process. What a killed one left is swept away by the
next, which begins from the start, since a snapshot cannot be opened again.
"""

import fcntl
import json
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings

from common.addresses import absolute
from common.moments import rfc3339
from wovepaper.dumps import columns, shelf
from wovepaper.dumps.shelf import CONTENT_TYPES, LICENCE, MANIFEST, RIGHTS, Dump
from wovepaper.dumps.snapshot import snapshot
from wovepaper.dumps.tables import TABLES
from wovepaper.dumps.writing import Written, write_table

log = logging.getLogger(__name__)

_BEGUN = "making-"
_ROOM = 1.2  # of the last dump's size must be free


class Underway(Exception):  # noqa: N818 - says what is the matter
    """Another process makes a dump in this folder."""


class NoRoom(Exception):  # noqa: N818
    """The disk could not hold another dump like the last one."""


def make(tell: Callable[[str], None] = lambda text: None) -> Dump:
    """Make and publish one; Underway or NoRoom where that cannot be."""
    root = Path(settings.DUMPS_DIR)
    root.mkdir(parents=True, exist_ok=True)
    with _alone(root):
        _sweep(root)
        _check_room(root)
        try:
            done = _make(root, tell)
        finally:
            _sweep(root)
        prune()
        return done


def prune() -> None:
    """Take away those older than DUMPS_DAYS, but never the newest. Who downloads one keeps what is open."""
    oldest = datetime.now(UTC) - timedelta(days=settings.DUMPS_DAYS)
    for dump in shelf.dumps()[1:]:
        if dump.made_at < oldest:
            shutil.rmtree(dump.folder)


def _make(root: Path, tell: Callable[[str], None]) -> Dump:
    with snapshot() as moment:
        name = shelf.name_of(moment)
        folder = root / f"{_BEGUN}{name}"
        folder.mkdir()
        files: list[dict[str, Any]] = []
        for table in TABLES:
            for one in write_table(table, folder):
                files.append(_told(one, table.name, name))
            tell(f"{table.name}: {files[-1]['rows']:,} rows")
    _write(folder / MANIFEST, _manifest(name, moment, files))
    _sync(folder)
    published = root / name
    folder.rename(published)
    _sync(root)
    return Dump(published)


def _manifest(name: str, moment: datetime, files: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "name": name,
        "site": settings.SITE_URL,
        "url": absolute(f"/dumps/{name}/{MANIFEST}"),
        "snapshot_at": rfc3339(moment),
        "finished_at": rfc3339(datetime.now(UTC)),
        "license": LICENCE,
        "rights": RIGHTS,
        "release": settings.RELEASE,
        "files": files,
        "tables": {table.name: {"row": table.kind.__name__, "columns": columns.told(table.kind)} for table in TABLES},
    }


def _told(one: Written, table: str, dump: str) -> dict[str, Any]:
    return {
        "name": one.name,
        "table": table,
        "format": one.format,
        "content_type": CONTENT_TYPES[one.format],
        "url": absolute(f"/dumps/{dump}/{one.name}"),
        "rows": one.rows,
        "bytes": one.bytes,
        "sha256": one.sha256,
    }


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    lock = os.open(root / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Underway(f"Another process makes a dump in {root}.") from None
    else:
        yield
    finally:
        os.close(lock)


def _sweep(root: Path) -> None:
    for left in root.glob(f"{_BEGUN}*"):
        log.warning("swept away an unfinished dump: %s", left.name)
        shutil.rmtree(left)


def _check_room(root: Path) -> None:
    last = shelf.newest()
    manifest = last.manifest() if last else None
    if manifest is None:
        return
    wanted = int(sum(one["bytes"] for one in manifest["files"]) * _ROOM)
    if (free := shutil.disk_usage(root).free) < wanted:
        raise NoRoom(f"{root} has {free:,} bytes left; a dump like the last one needs {wanted:,}.")


def _write(path: Path, told: dict[str, Any]) -> None:
    with path.open("x", encoding="utf-8") as file:
        json.dump(told, file, ensure_ascii=False, indent=1)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
