"""One line that tells how far long work has got: records, rate, time left where it can be known."""

import time
from collections.abc import Callable
from typing import Any

from harvest.ingest.batches import IngestResult

SECONDS_BETWEEN = {True: 0.5, False: 10}  # a terminal's line is overwritten; in a log each stays


class Progress:
    def __init__(self, out: Any, part_done: Callable[[], float | None] = lambda: None) -> None:
        self._out, self._part_done = out, part_done
        self._began = self._last = time.monotonic()
        self._terminal = bool(out.isatty())
        self._noted = ""

    def tell(self, result: IngestResult) -> None:
        now = time.monotonic()
        if now - self._last < SECONDS_BETWEEN[self._terminal]:
            return
        self._last = now
        seconds = now - self._began
        told = f"{result.records:,} records, {result.records / seconds:,.0f} a second"
        if result.refused:
            told += f", {result.refused:,} refused"
        if part := self._part_done():
            told += f", {part:.0%}, {_duration(seconds / part - seconds)} left"
        self._out.write(f"\r{told}\033[K" if self._terminal else told, ending="" if self._terminal else "\n")
        self._out.flush()

    def note(self, text: str) -> None:
        """A line that stays, once."""
        if text != self._noted:
            self._noted = text
            self._out.write(f"\r{text}\033[K" if self._terminal else text)

    def end(self) -> None:
        if self._terminal:
            self._out.write("\r\033[K", ending="")


def summary(result: IngestResult, seconds: float) -> str:
    told = [f"{result.created:,} new", f"{result.changed:,} changed", f"{result.unchanged:,} as before"]
    if result.refused:
        told.append(f"{result.refused:,} refused (see /status)")
    return f"{result.records:,} records in {seconds:.0f} s: {', '.join(told)}."


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
