"""The records of a ROR dump: the zip of a release, its JSON array, or JSON lines, plain or gzip; told by the bytes.

Read piece by piece, so that a file of any size fits. A line that is no JSON is refused and the rest goes on; an array
that breaks off ends there, as does all with a record larger than anybody would write, and `trouble` tells why.
"""

import gzip
import io
import json
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from harvest.records import Refused
from harvest.sources.file_lines import BadFile

LONGEST_RECORD = 16 * 1024 * 1024
_PIECE = 1024 * 1024
_BLANKS = " \t\r\n"
# What damaged files raise; the last two are of zips that are encrypted or packed in ways that Python does not know.
_UNREADABLE = (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, RuntimeError, NotImplementedError)


@dataclass(slots=True)
class Dump:
    """`each` yields parsed JSON, or Refused; `part_read` says how much of the file is behind us, 0 to 1."""

    each: Iterator[Any]
    part_read: Callable[[], float | None]
    trouble: str = ""


@contextmanager
def open_dump(name: str) -> Iterator[Dump]:
    """Open the file `name`, or BadFile."""
    with ExitStack() as stack:
        try:
            size = Path(name).stat().st_size
            raw = stack.enter_context(Path(name).open("rb"))
            stream = _unpacked(raw, name, stack)
            first = stream.peek(64)[:64].removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
        except _UNREADABLE as error:
            raise BadFile(f"{name}: {_reason(error)}") from None
        if first not in (b"[", b"{"):
            raise BadFile(f"{name}: neither a JSON array nor JSON lines")
        dump = Dump(iter(()), lambda: 1.0 if raw.closed else raw.tell() / size if size else None)  # read, then closed
        read = _read_array if first == b"[" else _read_lines
        dump.each = _guarded(read(stream, name, dump), name, dump)
        yield dump


def _unpacked(raw: io.BufferedReader, name: str, stack: ExitStack) -> io.BufferedReader:
    start = raw.peek(4)[:4]
    if start.startswith(b"\x1f\x8b"):
        return io.BufferedReader(stack.enter_context(gzip.open(raw)))
    if start == b"PK\x03\x04":
        archive = stack.enter_context(zipfile.ZipFile(raw))
        members = [member for member in archive.namelist() if member.lower().endswith((".json", ".jsonl"))]
        # Releases of 2024 and 2025 hold the retired schema too; the present one says so in its name.
        members = [member for member in members if "schema_v2" in member] or members
        if len(members) != 1:
            raise BadFile(f"{name}: holds {len(members)} files of records, not one")
        return io.BufferedReader(cast(Any, stack.enter_context(archive.open(members[0]))))
    return raw


def _guarded(records: Iterator[Any], name: str, dump: Dump) -> Iterator[Any]:
    number = 0
    try:
        for record in records:
            number += 1
            yield record
    except (*_UNREADABLE, UnicodeDecodeError) as error:
        dump.trouble = f"{name}: unreadable after record {number}: {_reason(error)}"


def _read_lines(stream: IO[bytes], name: str, dump: Dump) -> Iterator[Any]:
    """Split by \\n only: other line ends stand inside strings."""
    while line := stream.readline(LONGEST_RECORD):
        if not line.strip():
            continue
        if len(line) == LONGEST_RECORD:
            dump.trouble = f"{name}: has a line of more than {LONGEST_RECORD} bytes"
            return
        try:
            yield json.loads(line)
        except (ValueError, RecursionError) as error:
            yield Refused("", f"no JSON: {error}", line)


def _read_array(stream: IO[bytes], name: str, dump: Dump) -> Iterator[Any]:
    decoder = json.JSONDecoder()
    text = io.TextIOWrapper(stream, "utf-8-sig")
    held, number, ended = "", 0, False
    held = text.read(_PIECE).lstrip(_BLANKS)[1:]
    while True:
        held = held.lstrip(_BLANKS + ",")
        if held.startswith("]"):
            return
        try:
            record, end = decoder.raw_decode(held)
            # A number at the very end may go on in the next piece; records are objects, so it does not matter there.
        except (ValueError, RecursionError) as error:
            piece = "" if ended else text.read(_PIECE)
            ended = not piece
            if ended or len(held) > LONGEST_RECORD:
                dump.trouble = f"{name}: breaks off after record {number}: {error}"
                return
            held += piece
            continue
        number += 1
        yield record
        held = held[end:]


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
