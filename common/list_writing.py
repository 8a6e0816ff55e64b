"""A list written as JSON and CSV, part by part as its rows are read, and sent so: memory stays what a few rows take."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

from django.http import StreamingHttpResponse

from common.negotiation import Format
from common.open_answers import for_programs

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def json_list(meta: Mapping[str, Any], results: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield '{"meta": ' + _dumped(meta) + ',\n"results": ['
    for place, thing in enumerate(results):
        yield (",\n" if place else "\n") + _dumped(thing)
    yield "\n]}\n"


def csv_line(cells: Sequence[Any]) -> str:
    """RFC 4180. What a spreadsheet would take for a formula gets an apostrophe before it."""
    line = StringIO()
    csv.writer(line, lineterminator="\r\n").writerow([_no_formula(cell) for cell in cells])
    return line.getvalue()


def streamed(parts: Iterator[str], known: Format, name: str = "") -> StreamingHttpResponse:
    """The first part is made before the answer begins, so that what fails then is told as a fault.

    `name` is that of a file to save, without its suffix.
    """
    first = next(parts, "")

    def whole() -> Iterator[str]:
        yield first
        yield from parts

    response = StreamingHttpResponse(whole(), content_type=known.content_type)
    if name:
        response.headers["Content-Disposition"] = f'attachment; filename="{name}{known.suffix}"'
    return for_programs(response)


def _dumped(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _no_formula(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
