"""The folder of finished dumps, each a folder named by its moment that holds its files and a manifest.

A dump is there when its folder has its name: it is made in another one and renamed at the end, so nobody meets half of
it. What is read here comes from the manifest, never from names that a visitor typed.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings

MANIFEST = "manifest.json"
LICENCE = "https://creativecommons.org/publicdomain/zero/1.0/"
RIGHTS = (
    "Metadata of arXiv, OpenAlex and ROR is CC0. Ids and links that come from Semantic Scholar are under ODC-BY 1.0:"
    " name it. Abstracts belong to their authors."
)
CONTENT_TYPES = {"jsonl": "application/gzip", "parquet": "application/vnd.apache.parquet"}
_NAME = re.compile(r"[0-9]{8}T[0-9]{6}Z")
_SHAPE = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True)
class Dump:
    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def made_at(self) -> datetime:
        return datetime.strptime(self.name, _SHAPE).replace(tzinfo=UTC)

    def manifest(self) -> dict[str, Any] | None:
        """None where it was taken away meanwhile."""
        try:
            return json.loads((self.folder / MANIFEST).read_bytes())
        except FileNotFoundError:
            return None

    def file(self, name: str) -> dict[str, Any] | None:
        """What the manifest tells of a file of it."""
        found = self.manifest()
        return next((one for one in found["files"] if one["name"] == name), None) if found else None


def name_of(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime(_SHAPE)


def dumps() -> list[Dump]:
    """Finished ones, the newest first."""
    return sorted(_found(), key=lambda one: one.name, reverse=True)


def newest() -> Dump | None:
    return next(iter(dumps()), None)


def named(name: str) -> Dump | None:
    return next((one for one in dumps() if one.name == name), None)


def _found() -> Iterator[Dump]:
    root = Path(settings.DUMPS_DIR)
    if root.is_dir():
        yield from (Dump(one) for one in root.iterdir() if _NAME.fullmatch(one.name))
