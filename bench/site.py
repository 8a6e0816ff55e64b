"""A loaded site for a bench: a database given by DATABASE_URL as it is, else a throwaway one with a snapshot in it.

`open_site` must run before anything of Django is imported, since settings are read once. Nothing is left behind.
"""

import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import django
from django.core.management import call_command

from wovepaper.embedded import postgres

PROJECT = Path(__file__).resolve().parent.parent
# A bench is one visitor who asks for much.
UNLIMITED = {"LIMIT_PER_MINUTE": "1000000", "LIMIT_BURST": "1000000", "EXPENSIVE_AT_ONCE": "64"}
SNAPSHOT = PROJECT.parent / "shared" / "upstream" / "arxiv" / "papers.jsonl.gz"


@contextmanager
def open_site(snapshot: Path, processes: int) -> Iterator[None]:
    """Django is set up inside, with static files collected. SIGTERM ends it as tidily as Ctrl-C."""
    signal.signal(signal.SIGTERM, stop_like_ctrl_c)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wovepaper.settings")
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(48))
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    for name, value in UNLIMITED.items():
        os.environ.setdefault(name, value)
    folder = Path(tempfile.mkdtemp(prefix="wove-bench-"))
    folder.chmod(0o711)  # Postgres, if we are root, runs as another user and must enter
    os.environ["WOVE_DATA"] = str(folder)
    server = None
    try:
        if not os.environ.get("DATABASE_URL"):
            server = postgres.start(folder / "postgres", lasting=False)
            os.environ["DATABASE_URL"] = server.url
        django.setup()
        call_command("collectstatic", interactive=False, verbosity=0)
        if server:
            say(f"loading {snapshot.name} into a throwaway database")
            began = time.monotonic()
            call_command("migrate", interactive=False, verbosity=0)
            call_command("load_snapshot", str(snapshot), processes=processes)
            say(f"loaded in {time.monotonic() - began:.0f} s")
        yield
    finally:
        if server:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def stop_like_ctrl_c(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
