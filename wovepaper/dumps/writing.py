"""Writes the lines of a table as two files, gzipped JSON lines and Parquet, a block at a time and each byte once.

Blocks are pressed by a thread while the next is made; only a few are in memory, however many rows there are. Sizes and
hashes are taken while writing.
"""

import gzip
import hashlib
import io
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
from pyarrow import json as arrow_json
from pyarrow import parquet

from wovepaper.dumps.columns import schema_of
from wovepaper.dumps.tables import Table

BLOCK_BYTES = 8_000_000
BLOCK_ROWS = 50_000
BLOCKS_WAITING = 2
PRESSING = 6  # of gzip: what it is by itself


@dataclass(frozen=True, slots=True)
class Written:
    name: str
    format: str
    rows: int
    bytes: int
    sha256: str


class _Counted(io.RawIOBase):
    """A file that is only written on, with the hash and number of its bytes."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.hash = hashlib.sha256()
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.hash.update(data)
        self.size += self._file.write(data)
        return len(data)

    def tell(self) -> int:
        return self.size


def write_table(table: Table, folder: Path) -> list[Written]:
    schema = schema_of(table.kind)
    names = (f"{table.name}.jsonl.gz", f"{table.name}.parquet")
    rows = 0
    with ExitStack() as stack:
        files = [stack.enter_context((folder / name).open("xb")) for name in names]
        lines, columns = _Counted(files[0]), _Counted(files[1])
        with (
            gzip.GzipFile(filename="", mode="wb", compresslevel=PRESSING, fileobj=lines, mtime=0) as pressed,
            parquet.ParquetWriter(columns, schema, compression="zstd") as rows_file,
            ThreadPoolExecutor(1) as thread,
        ):
            waiting: list[Future[None]] = []
            for count, block in _blocks(table.lines()):
                rows += count
                waiting.append(thread.submit(_press, block, schema, pressed, rows_file))
                if len(waiting) > BLOCKS_WAITING:
                    waiting.pop(0).result()
            for one in waiting:
                one.result()
        for file in files:
            file.flush()
            os.fsync(file.fileno())
        return [
            Written(name, form, rows, counted.size, counted.hash.hexdigest())
            for name, form, counted in zip(names, ("jsonl", "parquet"), (lines, columns), strict=True)
        ]


def _press(block: bytes, schema: pa.Schema, pressed: gzip.GzipFile, rows_file: parquet.ParquetWriter) -> None:
    """Parquet is made from the very lines, so it cannot tell anything else."""
    pressed.write(block)
    read = arrow_json.read_json(
        io.BytesIO(block),
        read_options=arrow_json.ReadOptions(use_threads=False, block_size=len(block)),
        parse_options=arrow_json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error"),
    )
    rows_file.write_table(read, row_group_size=BLOCK_ROWS)


def _blocks(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Whole lines together, with their number."""
    gathered: list[bytes] = []
    size = 0
    for line in lines:
        gathered.append(line)
        size += len(line)
        if size >= BLOCK_BYTES or len(gathered) >= BLOCK_ROWS:
            yield len(gathered), b"".join(gathered)
            gathered, size = [], 0
    if gathered:
        yield len(gathered), b"".join(gathered)
