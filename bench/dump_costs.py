"""A dump, table by table: seconds, rows a second, sizes, memory; and a bare COPY of the rows that it reads."""

import os
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
from django.db import connection

from bench.site import say
from wovepaper.dumps.snapshot import snapshot
from wovepaper.dumps.tables import TABLES, Table
from wovepaper.dumps.writing import write_table

COPIED = {
    "papers": ("papers_paper", "papers_version", "papers_authorship"),
    "researchers": ("researchers_researcher", "researchers_profile", "researchers_stay"),
    "institutions": ("institutions_institution", "institutions_institutionname"),
    "authorships": ("papers_authorship", "papers_affiliation"),
}
ROWS_TOLD = 250_000
LEFT_OUT = {"search_vector", "title_html", "abstract_html"}


def measure(folder: Path, names: Sequence[str]) -> None:
    tables = {table.name: table for table in TABLES}
    with snapshot():
        for table in (tables[name] for name in names or tables):
            copied = sum(map(_copy, COPIED[table.name]))
            with _Memory() as memory:
                began = time.monotonic()
                files = write_table(replace(table, lines=partial(_told, table, memory)), folder)
                took = time.monotonic() - began
            rows = files[0].rows
            sizes = " + ".join(f"{one.bytes / 1e6:,.0f}" for one in files)
            print(
                f"{table.name}: {rows:,} rows in {took:.1f} s, {rows / took:,.0f} a second; {sizes} MB;"
                f" bare COPY {copied:.1f} s, ratio {took / copied:.2f};"
                f" memory {memory.at_first:.0f} MB in the first tenth, {memory.in_all:.0f} MB at most",
                flush=True,
            )
            for one in files:
                (folder / one.name).unlink()


def _told(table: Table, memory: "_Memory") -> Iterator[bytes]:
    """Its lines, and on the way how many there were and what memory was held."""
    for number, line in enumerate(table.lines(), 1):
        if number % ROWS_TOLD == 0:
            say(f"{table.name}: {number:,} rows, {memory.now:.0f} MB")
        yield line


def _copy(table: str) -> float:
    """Seconds for all rows as text, thrown away."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute"
            " WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attname <> ALL(%s)",
            [table, list(LEFT_OUT)],
        )
        columns = cursor.fetchone()[0]
        began = time.monotonic()
        with cursor.copy(f"COPY (SELECT {columns} FROM {table}) TO STDOUT") as copy:
            for _ in copy:
                pass
        return time.monotonic() - began


class _Memory:
    """The most that this process held, looked at five times a second."""

    def __enter__(self) -> "_Memory":
        self._seen: list[float] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()
        self.at_first = max(self._seen[: max(len(self._seen) // 10, 1)])
        self.in_all = max(self._seen)

    @property
    def now(self) -> float:
        return self._seen[-1]

    def _look(self) -> None:
        process = psutil.Process(os.getpid())
        while True:
            self._seen.append(process.memory_info().rss / 1e6)
            if self._over.wait(0.2):
                return
