"""A throwaway Postgres as `make run` sets it up, migrated and empty, and Django on it. Nothing is left behind."""

import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import django
from django.core.management import call_command

from wovepaper.embedded import postgres


@contextmanager
def empty_database() -> Iterator[None]:
    """Must be entered before anything of ours is imported that reads settings. SIGTERM ends it as tidily as Ctrl-C."""
    signal.signal(signal.SIGTERM, _stop_like_ctrl_c)
    folder = Path(tempfile.mkdtemp(prefix="wove-bench-"))
    folder.chmod(0o711)  # Postgres, if we are root, runs as another user and must enter
    server = None
    try:
        server = postgres.start(folder / "postgres")
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "wovepaper.settings",
            "DATABASE_URL": server.url,
            "WOVE_DATA": str(folder),
            "SECRET_KEY": secrets.token_urlsafe(48),
            "LOG_LEVEL": "ERROR",
        }
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        yield
    finally:
        if server:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _stop_like_ctrl_c(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
