"""A list as JSON and as CSV beside its page: described once, streamed in the format that is asked for.

JSON has the rows of the page and the way to the next; CSV goes on from there for `MOST_ROWS`. What costs most of these,
a CSV file, counts against the budget of the network that asks (`common.limits`).
"""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from common.addresses import absolute
from common.documents import page
from common.http_caching import allow_any_origin
from common.limits import limited
from common.negotiation import CSV, HTML, JSON, Format, preferred, say_negotiated, suffixed

LIST_FORMATS = (JSON, CSV)
LIST_SUFFIX = r"(?P<suffix>\.json|\.csv)?"  # of an address in urls.py
MOST_ROWS = 1_000
_BY_SUFFIX = {known.suffix: known for known in LIST_FORMATS} | {"": HTML}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


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
    return _as_csv(request, listed) if asked is CSV else _streamed(_json(listed), JSON)


def csv_line(cells: Sequence[Any]) -> str:
    """RFC 4180. What a spreadsheet would take for a formula gets an apostrophe before it."""
    line = StringIO()
    csv.writer(line, lineterminator="\r\n").writerow([_no_formula(cell) for cell in cells])
    return line.getvalue()


@limited("file")
def _as_csv(request: HttpRequest, listed: ListFile) -> HttpResponseBase:
    response = _streamed(_csv(listed), CSV)
    name = "-".join(part for part in listed.href.partition("?")[0].split("/") if part)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _json(listed: ListFile) -> Iterator[str]:
    head = {
        "name": listed.name,
        "url": absolute(listed.href),
        "count": listed.count,
        "next": absolute(suffixed(listed.older, JSON.suffix)) if listed.older else None,
        **(listed.more or {}),
    }
    yield '{"meta": ' + _dumped(head) + ',\n"results": ['
    for place, thing in enumerate(listed.objects()):
        yield (",\n" if place else "\n") + _dumped(thing)
    yield "\n]}\n"


def _csv(listed: ListFile) -> Iterator[str]:
    yield csv_line(listed.columns)
    for cells in listed.cells():
        yield csv_line(cells)


def _streamed(parts: Iterator[str], known: Format) -> StreamingHttpResponse:
    """The first part is made before the answer begins, so that what fails then is told as a fault."""
    first = next(parts)

    def whole() -> Iterator[str]:
        yield first
        yield from parts

    response = StreamingHttpResponse(whole(), content_type=known.content_type)
    response.headers["X-Robots-Tag"] = "noindex"
    return allow_any_origin(response)


def _dumped(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _no_formula(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
