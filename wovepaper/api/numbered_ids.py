"""Ids of people and places: the number that this site gave, in the spellings it comes in, or ids from outside."""

from collections.abc import Callable, Collection, Iterable

from common.problems import Problem
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
