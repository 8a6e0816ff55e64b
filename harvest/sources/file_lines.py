"""The lines of a snapshot file: plain, gzip or zip (told by its first bytes), or the standard input."""

import gzip
import io
import lzma
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

LONGEST_LINE = 16 * 1024 * 1024
# What broken, encrypted and future packings raise in the standard library; its zipfile also lets out what it stands on.
UNREADABLE = (
    OSError, EOFError, RuntimeError, ValueError, struct.error, zlib.error, lzma.LZMAError, zipfile.BadZipFile
)  # fmt: skip


class BadFile(Exception):  # noqa: N818 - one line for the operator
    """A file that cannot be read as a snapshot, and why."""


@dataclass(slots=True)
class Lines:
    """`each` yields the lines; `part_read` says how much of the file is behind us, 0 to 1, None if none can know.

    Where the file breaks off, `each` ends and `trouble` tells why: what came before is as good as ever.
    """

    each: Iterator[bytes]
    part_read: Callable[[], float | None]
    trouble: str = ""


@contextmanager
def open_lines(name: str) -> Iterator[Lines]:
    """Open `name` (`-`: standard input), or BadFile."""
    if not name or (name == "-" and sys.stdin is None):
        raise BadFile("the standard input is closed" if name else "the file has no name")
    with ExitStack() as stack:
        try:
            raw = sys.stdin.buffer if name == "-" else stack.enter_context(Path(name).open("rb"))
            size = 0 if name == "-" else Path(name).stat().st_size
            buffered = cast(io.BufferedReader, raw)
            stream = _unpacked(buffered, name, stack)
        except UNREADABLE as error:
            raise BadFile(f"{_shown(name)}: {_reason(error)}") from None
        lines = Lines(iter(()), lambda: buffered.tell() / size if size else None)
        lines.each = _read(stream, name, lines)
        yield lines


def _unpacked(buffered: io.BufferedReader, name: str, stack: ExitStack) -> IO[bytes]:
    start = buffered.peek(4)[:4]
    if start.startswith(b"\x1f\x8b"):
        return cast(IO[bytes], stack.enter_context(gzip.open(buffered)))
    if start == b"PK\x03\x04":
        if name == "-":
            raise BadFile("a zip file cannot come through the standard input; unpack it first")
        archive = stack.enter_context(zipfile.ZipFile(buffered))
        members = [member for member in archive.infolist() if not member.is_dir()]
        if len(members) != 1:
            raise BadFile(f"{_shown(name)}: holds {len(members)} files, not one")
        return stack.enter_context(archive.open(members[0]))
    return buffered


def _read(stream: IO[bytes], name: str, lines: Lines) -> Iterator[bytes]:
    number = 0
    try:
        while line := stream.readline(LONGEST_LINE):
            number += 1
            while not line.endswith(b"\n") and len(line) >= LONGEST_LINE and (rest := stream.readline(LONGEST_LINE)):
                line = line[: LONGEST_LINE - 1] + rest[-1:]  # cut: refused as broken JSON, the rest goes on
            if line.strip():
                yield line
    except UNREADABLE as error:
        lines.trouble = f"{_shown(name)}: unreadable after line {number}: {_reason(error)}"


def _shown(name: str) -> str:
    return name if name.isprintable() else repr(name)


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeError):
        return "names in it are no text"
    return " ".join((getattr(error, "strerror", None) or str(error) or type(error).__name__).split())
