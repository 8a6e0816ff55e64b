"""Collect the static files when one of them, the way they are collected, or what was collected has changed; not at
every start."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command

STAMP = ".collected"


def is_stale() -> bool:
    stamp = Path(settings.STATIC_ROOT) / STAMP
    return not stamp.exists() or stamp.read_text(errors="replace") != _fingerprint() + _collected()


def collect() -> None:
    stamp = Path(settings.STATIC_ROOT) / STAMP
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(_fingerprint() + _collected())


def _collected() -> str:
    """Which files there are, of what size: without one of them, or with its list of names cut, pages fail."""
    root = Path(settings.STATIC_ROOT)
    digest = hashlib.sha256()
    for file in sorted(file for file in root.rglob("*") if file.is_file() and file.name != STAMP):
        digest.update(f"{file.relative_to(root)} {file.stat().st_size}\n".encode())
    return digest.hexdigest()


def _fingerprint() -> str:
    digest = hashlib.sha256(repr(settings.STORAGES["staticfiles"]).encode())
    digest.update((settings.BASE_DIR / "wovepaper" / "static_files.py").read_bytes())
    for finder in finders.get_finders():
        for path, storage in sorted(finder.list([]), key=lambda found: found[0]):
            state = Path(storage.path(path)).stat()
            digest.update(f"{path} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()
