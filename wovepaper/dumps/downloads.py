"""The bytes of a file as an answer, read some at a time, under WSGI and ASGI alike.

Under WSGI a download keeps a thread of the web server until its reader has everything, so only so many go on at once
on a host, each for so long: who is cut off resumes by a range. A proxy that takes X-Accel-Redirect frees us of both.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from io import RawIOBase

from common.capacity import Place

PIECE = 256 * 1024
LONGEST_SECONDS = 3600.0


class Reading:
    """Pieces of an open file; closed, it gives back the file and the place."""

    def __init__(self, file: RawIOBase, length: int, place: Place | None = None) -> None:
        self._file = file
        self._left = length
        self._place = place
        self._ends = time.monotonic() + LONGEST_SECONDS

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        piece = (self._file.read(min(PIECE, self._left)) or b"") if time.monotonic() < self._ends else b""
        if not piece:
            self.close()
            raise StopIteration
        self._left -= len(piece)
        return piece

    def close(self) -> None:
        self._file.close()
        if self._place:
            self._place.leave()


async def in_turn(reading: Reading) -> AsyncIterator[bytes]:
    """The same for ASGI, where a plain iterator would be read to its end before anything is sent."""
    try:
        while piece := await asyncio.to_thread(next, reading, b""):
            yield piece
    finally:
        reading.close()
