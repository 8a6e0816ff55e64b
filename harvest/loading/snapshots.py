"""Loads a snapshot: lines in batches, each read and rendered in another process, written in one transaction here.

Safe to stop at any moment and to repeat: what is held already is passed over by its hash. While one batch is written,
the next is made ready, so that the second core is not idle; with `processes=0` everything happens here.
"""

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor

from django.db import transaction

from harvest.bookkeeping import runs
from harvest.ingest.batches import Batch, IngestResult, prepare, write
from harvest.ingest.held import Detail
from harvest.loading import spawned
from harvest.models import HarvestRun
from harvest.sources.arxiv.snapshot import parse_line

LINES_A_BATCH = 1000


def load(
    lines: Iterable[bytes], run: HarvestRun, *, processes: int = 1, told: Callable[[IngestResult], None] | None = None
) -> IngestResult:
    """Write every line; `told` hears the sum after each batch."""
    total = IngestResult()
    for batch in _made_ready(_batches(lines), processes):
        with transaction.atomic():
            result = write(batch, source=run.source, run=run)
            runs.add_page(run, result)
        total += result
        if told:
            told(total)
    return total


def _batches(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    batch: list[bytes] = []
    for line in lines:
        batch.append(line)
        if len(batch) == LINES_A_BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _made_ready(batches: Iterator[list[bytes]], processes: int) -> Iterator[Batch]:
    """One batch being written, one waiting, one for each process."""
    first = next(batches, None)
    if first is None:
        return
    yield make_ready(first)
    second = next(batches, None)
    if second is None:
        return
    if not processes:
        yield make_ready(second)
        yield from map(make_ready, batches)
        return
    # Spawned, not forked: a child of ours must not share our connection to Postgres.
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawning, initializer=spawned.begin) as pool:
        waiting: deque[Future[Batch]] = deque([pool.submit(make_ready, second)])
        try:
            for lines in batches:
                waiting.append(pool.submit(make_ready, lines))
                if len(waiting) > processes + 1:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def make_ready(lines: list[bytes]) -> Batch:
    """Read, compare and render; runs in a process of its own."""
    return prepare(map(parse_line, lines), Detail.SNAPSHOT)
