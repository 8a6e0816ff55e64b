"""Which bytes a request wants of a file (RFC 9110, section 14). Pure.

One range is given; several at once, another unit, or what cannot be read is as if nothing had been asked: the whole
file. A range that begins behind the end cannot be satisfied.
"""

import re
from dataclasses import dataclass

from django.utils.http import parse_http_date_safe

_ONE = re.compile(r"bytes=\s*(?P<first>[0-9]{1,30})?-(?P<last>[0-9]{1,30})?\s*", re.IGNORECASE | re.ASCII)


class Unsatisfiable(Exception):  # noqa: N818
    """The range begins behind the end."""


@dataclass(frozen=True, slots=True)
class Bytes:
    """From `first` to `last`, both among them."""

    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1


def wanted(header: str | None, size: int) -> Bytes | None:
    """None for the whole file, or Unsatisfiable."""
    match = _ONE.fullmatch(header or "")
    if match is None or (match["first"] is None and match["last"] is None):
        return None
    if match["first"] is None:
        length = min(int(match["last"]), size)
        if length == 0:
            raise Unsatisfiable
        return Bytes(size - length, size - 1)
    first = int(match["first"])
    last = int(match["last"]) if match["last"] else size - 1
    if match["last"] and last < first:
        return None
    if first >= size:
        raise Unsatisfiable
    return Bytes(first, min(last, size - 1))


def still_holds(if_range: str | None, etag: str, modified: int) -> bool:
    """Whether the parts that a visitor has are of this very file: by its strong tag, or by its exact date."""
    if not if_range:
        return True
    if_range = if_range.strip()
    if if_range.startswith(('"', "W/")):
        return if_range == etag
    return parse_http_date_safe(if_range) == modified
