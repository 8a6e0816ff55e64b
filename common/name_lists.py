"""Lists of people and of places: those called so, by number, or all of them by key, most papers first.

What their pages show and where their files go on is the same for both; the rows come from the app whose list it is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from common.list_files import MOST_ROWS
from common.name_search import DEEPEST_PAGE, find_by_name, rows_of
from common.pagination import PAGE_SIZE, keyed_page, numbered_page, page_number, row_after, rows_from

MOST_PAPERS_FIRST = ("-paper_count", "id")


@dataclass(frozen=True, slots=True)
class Shown:
    """`found` is for the page; `more` asks for the rows of the table, from the first of the page on."""

    name: str
    count: int | None
    found: Mapping[str, Any]
    more: Callable[[], list[Any]]


def called(
    request: HttpRequest, kind: str, noun: str, path: str, filters: Mapping[str, str], listed: QuerySet
) -> Shown:
    """Those that `filters["q"]` finds; `kind` is one of `settings.NAME_SEARCH`."""
    words, number = filters["q"], page_number(request)
    among = listed if len(filters) > 1 else None
    start = (min(number, DEEPEST_PAGE) - 1) * PAGE_SIZE
    matches = find_by_name(kind, words, PAGE_SIZE, start, among)

    def href(number: int) -> str:
        return f"{path}?{urlencode({**filters, **({'page': number} if number > 1 else {})})}"

    def more() -> list[Any]:
        return rows_of(find_by_name(kind, words, MOST_ROWS, start, among), listed)

    pages = numbered_page(number, matches.total, href, deepest=DEEPEST_PAGE)
    rows = rows_of(matches, listed)
    found = {"rows": rows, "pages": pages, "notice": matches.notice, "canonical": href(number)}
    return Shown(f"{noun} called {words}", matches.total, found, more)


def browsed(request: HttpRequest, noun: str, path: str, filters: Mapping[str, str], listed: QuerySet) -> Shown:
    """All of the list; a list that filters leave empty is not found."""
    after = row_after(request, listed)

    def href(row: Any) -> str:
        kept = {**filters, **({"after": str(row.pk)} if row else {})}
        return f"{path}?{urlencode(kept)}" if kept else path

    def more() -> list[Any]:
        return rows_from(listed, MOST_PAPERS_FIRST, after, MOST_ROWS, many_ties=True)

    pages = keyed_page(listed, MOST_PAPERS_FIRST, after, href, many_ties=True)
    if filters and not pages.rows:
        raise Http404(f"This site knows no such {noun.lower().removesuffix('s')}.")
    found = {"rows": pages.rows, "pages": pages, "after": after, "canonical": href(after)}
    return Shown(noun, None, found, more)
