"""Ids of people and places: the number that this site gave, in the spellings it comes in, or ids from outside."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from django.db.models import Model

from common.problems import Problem
from wovepaper.api.lists import ListMeta
from wovepaper.api.operation import Asked
from wovepaper.api.values import RowNumber, Unreadable

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


def list_named(
    asked: Asked, kind: type[Model], outside: Outside, objects: Callable[[Sequence[int]], dict[int, Any]]
) -> tuple[list[Any], ListMeta]:
    """The things that `ids` names, in that order; who was merged by the one that stands."""
    numbers = find_all(asked["ids"], outside)
    rows: dict[int, Any] = kind._default_manager.select_related("merged_into").in_bulk(list(numbers.values()))
    standing = {spelling: rows[one].standing.pk for spelling, one in numbers.items() if one in rows}
    held = objects(list(dict.fromkeys(standing.values())))
    missing = [spelling for spelling in asked["ids"] if standing.get(spelling) not in held]
    meta: ListMeta = {"count": len(held), "per_page": len(asked["ids"]), "next_cursor": None, "not_found": missing}
    return list(held.values()), meta
