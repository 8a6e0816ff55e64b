"""A list as JSON and as CSV beside its page: described once, streamed in the format that is asked for.

JSON has the rows of the page and the way to the next; CSV goes on from there for `MOST_ROWS`. What costs most of these,
a CSV file, counts against the budget of the network that asks (`common.limits`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from common.addresses import absolute
from common.documents import page
from common.limits import limited
from common.list_writing import csv_line, json_list, streamed
from common.negotiation import CSV, HTML, JSON, Format, preferred, say_negotiated, suffixed

LIST_FORMATS = (JSON, CSV)
LIST_SUFFIX = r"(?P<suffix>\.json|\.csv)?"  # of an address in urls.py
MOST_ROWS = 1_000
_BY_SUFFIX = {known.suffix: known for known in LIST_FORMATS} | {"": HTML}


@dataclass(frozen=True, slots=True)
class ListFile:
    """`href` is the address of the page shown, `older` of the next one; rows are asked for when they are written."""

    href: str
    name: str
    count: int | None
    objects: Callable[[], Iterable[Mapping[str, Any]]]
    columns: Sequence[str]
    cells: Callable[[], Iterable[Sequence[Any]]]
    older: str = ""
    more: Mapping[str, Any] | None = None

    def alternates(self) -> list[tuple[str, Format]]:
        return [(absolute(suffixed(self.href, known.suffix)), known) for known in LIST_FORMATS]


def asked_by(suffix: str) -> Format:
    """The format of a suffix that `LIST_SUFFIX` found."""
    return _BY_SUFFIX[suffix]


def format_by_accept(request: HttpRequest) -> str:
    """Which form the address of a list takes: the `variant` for validators."""
    return preferred(request, LIST_FORMATS).suffix


def page_or_file(
    request: HttpRequest, template: str, context: dict[str, Any], listed: ListFile, asked: Format
) -> HttpResponseBase:
    """The list as a page, or in the format of the suffix; without one Accept decides."""
    chosen = asked if asked.suffix else preferred(request, LIST_FORMATS)
    if chosen is HTML:
        response: HttpResponseBase = page(request, template, {"alternates": listed.alternates(), **context})
    else:
        response = in_format(request, listed, chosen)
    return response if asked.suffix else say_negotiated(response, listed.href, chosen)


def in_format(request: HttpRequest, listed: ListFile, asked: Format) -> HttpResponseBase:
    return _as_csv(request, listed) if asked is CSV else streamed(_json(listed), JSON)


@limited("file")
def _as_csv(request: HttpRequest, listed: ListFile) -> HttpResponseBase:
    name = "-".join(part for part in listed.href.partition("?")[0].split("/") if part)
    return streamed(_csv(listed), CSV, name)


def _json(listed: ListFile) -> Iterator[str]:
    meta = {
        "name": listed.name,
        "url": absolute(listed.href),
        "count": listed.count,
        "next": absolute(suffixed(listed.older, JSON.suffix)) if listed.older else None,
        **(listed.more or {}),
    }
    yield from json_list(meta, listed.objects())


def _csv(listed: ListFile) -> Iterator[str]:
    yield csv_line(listed.columns)
    for cells in listed.cells():
        yield csv_line(cells)
