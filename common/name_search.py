"""Finding people and places by name for their lists, by whom the settings name: `search`, which lies above them.

The lists may not import it; they ask here, by kind. docs/decisions/0004 says why.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string

from common.pagination import PAGE_SIZE

DEEPEST_PAGE = 500
MOST_NARROWED = 10_000  # of the best matches, among which a list is narrowed by what the index of names does not hold


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


def named_rows(
    kind: str, text: str, listed: QuerySet, number: int, *, narrowed: bool = False
) -> tuple[list[Any], int, str]:
    """Page `number` of those called so, how many there are in all, and a notice; `narrowed`: `listed` has filters."""
    start = (min(number, DEEPEST_PAGE) - 1) * PAGE_SIZE
    if not narrowed:
        found = find_by_name(kind, text, PAGE_SIZE, start)
        return _in_order(found.ids, listed), found.total, found.notice
    found = find_by_name(kind, text, MOST_NARROWED)
    passing = set(listed.filter(pk__in=found.ids).values_list("pk", flat=True)) if found.ids else set()
    ids = [row for row in found.ids if row in passing]
    return _in_order(ids[start : start + PAGE_SIZE], listed), len(ids), found.notice


def named_from(kind: str, text: str, listed: QuerySet, number: int, most: int, *, narrowed: bool = False) -> list[Any]:
    """From the first of page `number` on, `most` of those called so, as a file of the list has them."""
    start = (min(number, DEEPEST_PAGE) - 1) * PAGE_SIZE
    if not narrowed:
        return _in_order(find_by_name(kind, text, most, start).ids, listed)
    return _in_order(find_by_name(kind, text, MOST_NARROWED).ids, listed)[start : start + most]


def _in_order(ids: Iterable[int], listed: QuerySet) -> list[Any]:
    """Rows as they are now: who was hidden since is left out."""
    ids = list(ids)
    held = {row.pk: row for row in listed.filter(pk__in=ids)} if ids else {}
    return [held[row] for row in ids if row in held]
