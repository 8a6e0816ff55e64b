"""Pages of a list: by number where every page must be reachable, by key where the list has no end in sight.

A page by key starts after a row, so it costs the same however deep it is. Addresses of first pages bear no parameter.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import F, OrderBy, Q, QuerySet
from django.http import Http404, HttpRequest

PAGE_SIZE = 24
AROUND = 2


@dataclass(frozen=True, slots=True)
class PageLink:
    number: int = 0
    href: str = ""
    current: bool = False
    gap: bool = False


@dataclass(frozen=True, slots=True)
class NumberedPage:
    number: int
    count: int
    total: int
    links: tuple[PageLink, ...]
    newer: str
    older: str

    @property
    def start(self) -> int:
        return (self.number - 1) * PAGE_SIZE

    @property
    def stop(self) -> int:
        return self.start + PAGE_SIZE


@dataclass(frozen=True, slots=True)
class KeyedPage:
    rows: list[Any]
    newer: str
    older: str


def tidy_query(request: HttpRequest, *names: str, **defaults: str) -> str | None:
    """The query string with the known names once, in order, first page, defaults and empty values left out.

    None where that is what was asked; unknown parameters do not count and are never copied. NUL is no sign of a text.
    """
    defaults = {"page": "1"} | defaults
    asked = [(name, values[-1].replace("\0", "")) for name, values in request.GET.lists() if name in names]
    kept = {name: value for name, value in asked if value and value != defaults.get(name)}
    tidy = [(name, kept[name]) for name in names if name in kept]
    flat = [(name, value) for name, values in request.GET.lists() if name in names for value in values]
    return None if flat == tidy else urlencode(tidy)


def page_number(request: HttpRequest) -> int:
    """The page asked for, from 1; what is no page number is not found."""
    text = request.GET.get("page", "1")
    if not (text.isascii() and text.isdecimal() and len(text) <= 6 and int(text)):
        raise Http404("There is no such page.")
    return int(text)


def numbered_page(
    number: int, total: int, href: Callable[[int], str], *, link_all: bool = False, deepest: int | None = None
) -> NumberedPage:
    """Page `number` of `total` rows; past the end is not found. `link_all` names every page, so that none hides."""
    count = max(1, -(-total // PAGE_SIZE))
    if deepest:
        count = min(count, deepest)
    if number > count:
        raise Http404("The list ends before this page.")
    numbers: Iterable[int] = range(1, count + 1)
    if not link_all:
        numbers = [n for n in numbers if n in (1, count) or abs(n - number) <= AROUND]
    links: list[PageLink] = []
    for n in numbers:
        if links and n - links[-1].number > 1:
            links.append(PageLink(gap=True))
        links.append(PageLink(n, href(n), current=n == number))
    newer = href(number - 1) if number > 1 else ""
    older = href(number + 1) if number < count else ""
    return NumberedPage(number, count, total, tuple(links), newer, older)


def numbered_href(path: str) -> Callable[[int], str]:
    """Addresses of the pages of `path`."""
    return lambda number: path if number == 1 else f"{path}?page={number}"


def row_after(request: HttpRequest, rows: QuerySet, by: str = "pk") -> Any:
    """The row of the list that `?after=` names by its number; None where the list begins."""
    text = request.GET.get("after", "")
    if not text:
        return None
    known = text.isascii() and text.isdecimal() and len(text) < 19
    found = rows.filter(**{by: int(text)}).first() if known else None
    if found is None:
        raise Http404("The list would go on after something that is not in it.")
    return found


def rows_from(rows: QuerySet, key: tuple[str, str], after: Any, most: int, *, many_ties: bool = False) -> list[Any]:
    """The rows of a list by key that follow `after` (None: the first), as a file of it has them."""
    if after is None:
        return list(rows.order_by(*map(_order, key))[:most])
    follow = _following_ties if many_ties else _following
    return follow(rows, key, after, most)


def where_in_list(found: Mapping[str, Any]) -> str:
    """What tells the title of a later page from that of the first: `pages` of a context, or the row `after`."""
    number = getattr(found["pages"], "number", 1)
    after = found.get("after")
    return f", page {number}" if number > 1 else f", after {after}" if after else ""


def keyed_page(
    rows: QuerySet,
    key: tuple[str, str],
    after: Any,
    href: Callable[[Any], str],
    *,
    size: int = PAGE_SIZE,
    many_ties: bool = False,
) -> KeyedPage:
    """The rows that follow the row `after` (None: the first rows), by the two fields of `key` (`-`: downwards).

    `href` makes the address of the page after a row, or of the first page for None. With `many_ties` in the first field
    those that share it are asked for by themselves: to step over them would cost as much as there are.
    """
    follow = _following_ties if many_ties else _following
    found = rows_from(rows, key, after, size + 1, many_ties=many_ties)
    older = href(found[size - 1]) if len(found) > size else ""
    newer = ""
    if after is not None:
        back = tuple(name[1:] if name.startswith("-") else f"-{name}" for name in key)
        before = [after, *follow(rows, back, after, size)]
        newer = href(before[size]) if len(before) > size else href(None)
    return KeyedPage(found[:size], newer, older)


def _following(rows: QuerySet, key: tuple[str, ...], row: Any, number: int) -> list[Any]:
    return list(rows.filter(_beyond(key, row)).order_by(*map(_order, key))[:number])


def _following_ties(rows: QuerySet, key: tuple[str, ...], row: Any, number: int) -> list[Any]:
    """In one question of two ranges of the index, each read no further than needed."""
    first, second = (name.lstrip("-") for name in key)
    when, place = getattr(row, first), getattr(row, second)
    tied = rows.filter(**{first: when, f"{second}__{_sign(key[1])}": place}).order_by(_order(key[1]))
    others = rows.filter(**{f"{first}__{_sign(key[0])}": when}).order_by(*map(_order, key))
    found = tied[:number].union(others[:number], all=True)
    return sorted(found, key=lambda one: (_upwards(key[0], one), _upwards(key[1], one)))[:number]


def _upwards(name: str, row: Any) -> Any:
    value = getattr(row, name.lstrip("-"))
    return -value if name.startswith("-") else value


def _order(name: str) -> OrderBy:
    return F(name[1:]).desc() if name.startswith("-") else F(name).asc()


def _beyond(key: tuple[str, ...], row: Any) -> Q:
    """What follows a row in this order."""
    (first, beyond_first), (second, beyond_second) = ((name.lstrip("-"), _sign(name)) for name in key)
    when, number = getattr(row, first), getattr(row, second)
    # The first condition alone bounds the walk of the index; Postgres cannot use an OR for that.
    return Q(**{f"{first}__{beyond_first}e": when}) & (
        Q(**{f"{first}__{beyond_first}": when}) | Q(**{f"{second}__{beyond_second}": number})
    )


def _sign(name: str) -> str:
    return "lt" if name.startswith("-") else "gt"
