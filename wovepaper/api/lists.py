"""What all lists of the API share: their meta part, pages by key and by place, counts, fields that are wanted."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from types import SimpleNamespace
from typing import Annotated, Any, NotRequired, TypedDict, TypeVar, cast

from django.core.cache import cache
from django.db.models import QuerySet

from common.json_schema import About
from common.pagination import rows_from
from common.problems import Problem
from wovepaper.api.cursors import make_cursor, read_cursor
from wovepaper.api.operation import Asked
from wovepaper.api.parameters import FIRST

DEEPEST = 12_000  # rows of a list that is found by words
REMEMBERED = 600  # seconds
OF_THE_LIST = ("id", "filter", "q", "sort", "mode")  # what makes a list what it is; its pages are cut from it
Thing = TypeVar("Thing", bound=Mapping[str, Any])


class ListMeta(TypedDict):
    """About the whole list."""

    count: Annotated[int, About("How long the whole list is.")]
    per_page: int
    next_cursor: Annotated[str | None, About("Give it as `cursor` for what follows; null at the end.")]
    not_found: NotRequired[Annotated[list[str], About("Of `ids`, those that this site does not hold or show.")]]
    notices: NotRequired[Annotated[list[str], About("What to know about how it was found.")]]


def page_by_key(
    asked: Asked, path: str, rows: QuerySet, key: tuple[str, str], *, many_ties: bool = False
) -> tuple[list[Any], str | None]:
    """The rows of this page, and the cursor of what follows; costs the same however deep it is."""
    size = asked.per_page
    after = None
    first, second = (name.lstrip("-") for name in key)
    if asked.cursor != FIRST:
        place = read_cursor(asked.cursor, _what(asked, path))
        after = SimpleNamespace(**{first: _read(place[0]), second: place[1]})
    found = rows_from(rows, key, after, size + 1, many_ties=many_ties)
    if len(found) <= size:
        return found, None
    last = found[size - 1]
    return found[:size], make_cursor(_what(asked, path), [_written(getattr(last, first)), getattr(last, second)])


def page_by_place(asked: Asked, path: str) -> tuple[int, Callable[[int], str | None]]:
    """Where this page begins in a list found by words, and what makes the next cursor from the list's length."""
    size, start = asked.per_page, 0
    what = _what(asked, path) | {"per-page": size}
    if asked.cursor != FIRST:
        start = int(read_cursor(asked.cursor, what)[0])

    def following(total: int) -> str | None:
        return make_cursor(what, [start + size]) if start + size < min(total, DEEPEST) else None

    return start, following


def counted(asked: Asked, path: str, count: Callable[[], int]) -> int:
    """The length of a list, counted once for each state of what it is made from."""
    if asked.changed_at is None:
        return count()
    key = f"api-count:{make_cursor(_what(asked, path), [])}:{asked.changed_at.timestamp()}"
    number: int | None = cache.get(key)
    if number is None:
        number = count()
        cache.set(key, number, REMEMBERED)
    return number


def selected(thing: Thing, fields: Sequence[str]) -> Thing:
    """What `select` leaves of it: all where no fields are named."""
    if not fields:
        return thing
    return cast(Thing, {name: value for name, value in thing.items() if name == "id" or name in fields})


def alone(asked: Asked) -> None:
    """Ids stand alone: they are the list."""
    for name, given in (("filter", asked.filter), ("q", asked.q)):
        if given:
            raise Problem("bad-parameter", f"ids and {name} are not to be had together.", parameter=name)
    if asked.cursor != FIRST:
        raise Problem("bad-cursor", "A list of ids has one page.", parameter="cursor")


def _what(asked: Asked, path: str) -> dict[str, Any]:
    told = {name: getattr(asked, name) for name in OF_THE_LIST}
    return {"path": path} | {name: sorted(v.items()) if isinstance(v, dict) else v for name, v in told.items() if v}


def _written(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _read(value: Any) -> Any:
    return datetime.fromisoformat(value) if isinstance(value, str) else value
