"""Jobs on one database, side by side in forked processes or in turn in this one, as a test needs. Needs Django."""

import gc
import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection

from bench.site import say

Job = Callable[[], None]
Together = Callable[..., None]


def in_turn(*jobs: Job) -> None:
    with _without_checks():
        for job in jobs:
            job()


def forked(*jobs: Job) -> None:
    """Each in a process of its own that shares what is in memory; what a job leaves there is lost."""
    connection.close()
    gc.freeze()  # or the collector would copy every page that it looks at
    context = multiprocessing.get_context("fork")
    running = [context.Process(target=in_turn, args=[job]) for job in jobs]
    for process in running:
        process.start()
    for process in running:
        process.join()
    if any(process.exitcode for process in running):
        raise SystemExit("a job failed; what it said stands above")


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@contextmanager
def step(name: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    say(f"{name}: {time.monotonic() - began:.0f} s")


@contextmanager
def _without_checks() -> Iterator[None]:
    """Of foreign keys: rows come from one place and fit."""
    execute("SET session_replication_role = replica")
    yield
    execute("RESET session_replication_role")
