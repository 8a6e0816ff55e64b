"""Who finds people and places by name for their lists: `search`, which is above them and is named in the settings.

Lists of people and places lie below `search` and may not import it; they ask here, by kind.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string


@dataclass(frozen=True, slots=True)
class Found:
    """Ids of one page, best first; `total` is the length of the whole list; `notice` is for the reader."""

    ids: tuple[int, ...]
    total: int
    notice: str = ""


def find_by_name(kind: str, text: str, limit: int, offset: int = 0) -> Found:
    """`kind` is one of `settings.NAME_SEARCH`."""
    return _finder(settings.NAME_SEARCH[kind])(text, limit, offset)


@cache
def _finder(path: str) -> Callable[..., Any]:
    return import_string(path)
