"""Finding people and places by name for their lists, by whom the settings name: `search`, which lies above them.

The lists may not import it; they ask here, by kind. docs/decisions/0004 says why.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string

DEEPEST_PAGE = 500
MOST_NARROWED = 10_000  # of the best matches, among which a list is narrowed by what the index of names does not hold


@dataclass(frozen=True, slots=True)
class Found:
    """Ids of one page, best first; `total` is the length of the whole list; `notice` is for the reader."""

    ids: tuple[int, ...]
    total: int
    notice: str = ""


def find_by_name(kind: str, text: str, limit: int, offset: int = 0, among: QuerySet | None = None) -> Found:
    """`kind` is one of `settings.NAME_SEARCH`; with `among` only its rows count, of the best matches."""
    find = _finder(settings.NAME_SEARCH[kind])
    if among is None:
        return find(text, limit, offset)
    best = find(text, MOST_NARROWED)
    passing = set(among.filter(pk__in=best.ids).values_list("pk", flat=True)) if best.ids else set()
    ids = tuple(row for row in best.ids if row in passing)
    return Found(ids[offset : offset + limit], len(ids), best.notice)


def rows_of(found: Found, listed: QuerySet) -> list[Any]:
    """In this order, as they are now: who was hidden since is left out."""
    held = {row.pk: row for row in listed.filter(pk__in=found.ids)} if found.ids else {}
    return [held[row] for row in found.ids if row in held]


@cache
def _finder(path: str) -> Callable[..., Found]:
    return import_string(path)
