"""Pictures that were drawn, on disk below WOVE_DATA: named by what stands on them, so that none is ever out of date.

A few ten thousand are kept; in a full folder the oldest make room.
"""

import hashlib
import json
import os
import secrets
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path

from django.conf import settings

from common.pictures.card import Card
from common.pictures.drawing import RECIPE

MOST_IN_A_FOLDER = 80  # of 256 folders


def kept(card: Card) -> bytes | None:
    try:
        return _place(card).read_bytes()
    except OSError:
        return None


def keep(card: Card, picture: bytes) -> None:
    """Whole or not at all; a full disk only costs the next reader some time."""
    place = _place(card)
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        _make_room(place.parent)
        begun = place.with_name(f"{place.name}.{secrets.token_hex(4)}")
        begun.write_bytes(picture)
        begun.replace(place)


def _make_room(folder: Path) -> None:
    files = [entry for entry in os.scandir(folder) if entry.is_file()]
    if len(files) >= MOST_IN_A_FOLDER:
        files.sort(key=lambda entry: entry.stat().st_mtime)
        for entry in files[: MOST_IN_A_FOLDER // 4]:
            Path(entry.path).unlink(missing_ok=True)


def _place(card: Card) -> Path:
    told = json.dumps([RECIPE, settings.SITE_NAME, *astuple(card)])
    name = hashlib.sha256(told.encode()).hexdigest()
    return Path(settings.DATA_DIR) / "pictures" / name[:2] / f"{name[2:]}.png"
