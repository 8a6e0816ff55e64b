"""Lists of papers, people and places: each declared by what it is walked by and found by, all answered by one piece."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from common.problems import Problem
from wovepaper.api.lists import ListMeta, alone, counted, page_by_key, selected
from wovepaper.api.operation import Asked


@dataclass(frozen=True, slots=True)
class Walk:
    """A whole list in an index's order. `of` is the column that holds the listed thing's number."""

    rows: QuerySet[Any]
    key: tuple[str, str]
    of: str
    count: Callable[[], int]
    many_ties: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """Orders are words with what each means: those of the whole list, and those of what was found by words only.

    `numbers` gives the numbers of things by the spellings of their ids, `objects` what is told of each number that is
    shown, in that order.
    """

    path: str
    orders: Mapping[str, str]
    orders_of_found: Mapping[str, str]
    numbers: Callable[[Collection[str]], dict[str, int]]
    find: Callable[[Asked], tuple[Sequence[int], ListMeta]]
    walk: Callable[[Asked], Walk]
    objects: Callable[[Sequence[int], Sequence[str]], dict[int, Any]]


def answer_list(listing: Listing, asked: Asked) -> dict[str, Any]:
    if asked.ids:
        return _of_ids(listing, asked)
    if asked.q:
        numbers, meta = listing.find(asked)
    else:
        numbers, meta = _walked(listing, asked)
    return {"meta": meta, "results": list(listing.objects(numbers, asked.select).values())}


def told_of(
    rows: QuerySet[Any], told: Callable[[Any], Mapping[str, Any]], numbers: Sequence[int], select: Sequence[str]
) -> dict[int, Any]:
    """What is told of those of the rows, by their numbers and in this order."""
    held = rows.in_bulk(list(numbers)) if numbers else {}
    return {one: selected(told(held[one]), select) for one in numbers if one in held}


def _of_ids(listing: Listing, asked: Asked) -> dict[str, Any]:
    """The things in the order of their ids; who was merged by the one that stands."""
    alone(asked)
    numbers = listing.numbers(asked.ids)
    held = listing.objects(list(dict.fromkeys(numbers.values())), asked.select)
    missing = [spelling for spelling in asked.ids if numbers.get(spelling) not in held]
    meta: ListMeta = {"count": len(held), "per_page": len(asked.ids), "next_cursor": None, "not_found": missing}
    return {"meta": meta, "results": list(held.values())}


def _walked(listing: Listing, asked: Asked) -> tuple[Sequence[int], ListMeta]:
    if asked.sort in listing.orders_of_found:
        detail = f"{asked.sort} sorts what is found by words: it needs q."
        raise Problem("unknown-sort", detail, parameter="sort")
    walk = listing.walk(asked)
    page, following = page_by_key(asked, listing.path, walk.rows, walk.key, many_ties=walk.many_ties)
    count = counted(asked, listing.path, walk.count)
    meta: ListMeta = {"count": count, "per_page": asked.per_page, "next_cursor": following}
    return [getattr(row, walk.of) for row in page], meta
