"""Ids of people and places: the number that this site gave, in the spellings it comes in, or ids from outside."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from common.problems import Problem
from wovepaper.api.operation import Moved
from wovepaper.api.values import RowNumber, Unreadable

Row = TypeVar("Row", bound=Model)
Outside = Callable[[Iterable[str]], dict[str, int]]  # rows by spelling, of those that some outside id leads to


def find_one(spelling: str, outside: Outside, noun: str, takes: str) -> int:
    """The row's number; whether it is held the caller sees."""
    found = find_all([spelling], outside)
    if spelling not in found:
        raise Problem("not-found", f"This site knows no {noun} of the id {spelling[:80]!r}. {takes}")
    return found[spelling]


def find_all(spellings: Collection[str], outside: Outside) -> dict[str, int]:
    found: dict[str, int] = {}
    others: list[str] = []
    for spelling in spellings:
        try:
            found[spelling] = RowNumber().read(spelling)
        except Unreadable:
            others.append(spelling)
    found |= outside(others)
    return {spelling: found[spelling] for spelling in spellings if spelling in found}


def standing(kind: type[Model], numbers: Mapping[str, int]) -> dict[str, int]:
    """Of numbers by spelling those that are held; who was merged by the one that stands."""
    rows: dict[int, Any] = kind._default_manager.select_related("merged_into").in_bulk(list(numbers.values()))
    return {spelling: rows[one].standing.pk for spelling, one in numbers.items() if one in rows}


def get_one(rows: QuerySet[Row], number: int, noun: str) -> Row:
    """The row of this number, unless it is not held or was merged."""
    found: Any = rows.filter(pk=number).first()
    if found is None:
        raise Problem("not-found", f"There is no {noun} {number}.")
    if (stands := found.standing) != found:
        raise Moved(stands.pk)
    return found
