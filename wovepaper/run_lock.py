"""One `make run` for one data folder. The lock ends with its process, however that ends."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class AlreadyRunning(Exception):  # noqa: N818
    """The message names the process and the address of the one that runs."""


@contextmanager
def only_one(file: Path, address: str) -> Iterator[None]:
    file.parent.mkdir(parents=True, exist_ok=True)
    # Not inherited by children: an orphan must not hold the lock.
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(_who(file)) from None
        os.ftruncate(descriptor, 0)
        os.write(descriptor, json.dumps({"pid": os.getpid(), "address": address}).encode())
        yield
        os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def _who(file: Path) -> str:
    try:
        other = json.loads(file.read_text())
    except ValueError:  # it has the lock and has not written yet
        return f"wovepaper is being started here already ({file})."
    return f"wovepaper runs here already: process {other['pid']}, {other['address']}."
