"""Keeps the site's processes together: they start in order, stop in order, and none lives alone.

Each child leads a session of its own, so the terminal's Ctrl-C comes only to us. A child is known by a variable in its
environment, which its own children inherit: so what a killed supervisor left behind is found again.
"""

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import psutil

from wovepaper.embedded import processes
from wovepaper.stopping import StopSignals

MARK = "WOVE_RUN"  # the data folder a process works for
LARGE_LOG = 20_000_000
STOP_SECONDS = 7  # for all children together; with the services after them less than half a minute


class Service(Protocol):
    process: psutil.Popen

    def stop(self) -> None: ...


@dataclass
class Child:
    name: str
    process: psutil.Popen
    log: Path
    ended: Callable[[int], None] | None = None  # given for one that may end: what to do then


class ChildEnded(Exception):  # noqa: N818
    """A child or service that should run for ever has ended."""

    def __init__(self, child: Child) -> None:
        super().__init__(f"{child.name} ended by itself ({_how(child.process.poll())})")
        self.child = child


class StepFailed(Exception):  # noqa: N818
    """A step that should end well has not."""


@dataclass
class Supervisor:
    data: Path
    signals: StopSignals = field(default_factory=StopSignals)
    children: list[Child] = field(default_factory=list)
    services: list[tuple[Child, Service]] = field(default_factory=list)

    @property
    def logs(self) -> Path:
        return self.data / "log"

    def add_service(self, name: str, service: Service) -> None:
        self.services.append((Child(name, service.process, self.logs / f"{name}.log"), service))

    def start(
        self, name: str, command: Sequence[str], niceness: int = 0, ended: Callable[[int], None] | None = None
    ) -> Child:
        self.signals.check()
        log = self.logs / f"{name}.log"
        process = processes.spawn(
            command, log=log, death_signal=signal.SIGTERM, cwd=Path.cwd(), env=self._environment()
        )
        if niceness:
            with suppress(psutil.NoSuchProcess):  # it ended already, which watching will tell
                process.nice(niceness)
        child = Child(name, process, log, ended)
        self.children.append(child)
        return child

    def run(self, name: str, command: Sequence[str]) -> None:
        """A step with an end of its own, its output on our terminal."""
        process = processes.spawn(
            command, log=None, death_signal=signal.SIGTERM, cwd=Path.cwd(), env=self._environment()
        )
        try:
            code = process.wait()
        finally:
            _end_sessions([process])
        if code:
            raise StepFailed(f"{name} failed ({_how(code)})")

    def wait_until(self, ready: Callable[[], bool]) -> None:
        while not ready():
            self.check()
            time.sleep(0.05)

    def watch(self) -> None:
        """Until a child ends or somebody stops us; both come as exceptions."""
        while True:
            trim_logs(self.logs)
            for _ in range(120):
                self.check()
                time.sleep(0.5)

    def check(self) -> None:
        self.signals.check()
        for child in [*self.children, *(child for child, _ in self.services)]:
            code = child.process.poll()
            if code is not None and child.ended is None:
                raise ChildEnded(child)
            if code is not None and child.ended is not None:
                self.children.remove(child)
                child.ended(code)

    def stop(self) -> None:
        """Children first, all at once; then the services, so that nothing loses its database in mid-sentence."""
        _ask(self.children, signal.SIGTERM, STOP_SECONDS)
        _ask(self.children, signal.SIGQUIT, 1)  # Celery's word for: leave the task
        _end_sessions(child.process for child in self.children)
        for _, service in reversed(self.services):
            service.stop()
        self.children, self.services = [], []

    def _environment(self) -> Mapping[str, str]:
        return {**os.environ, MARK: str(self.data), "PYTHONUNBUFFERED": "1"}


def end_leftovers(data: Path) -> int:
    """Stop what an earlier run for this data folder left behind; how many there were. Needs the run lock."""
    left = [Child("leftover", process, Path()) for process in _marked(data)]
    _ask(left, signal.SIGTERM, 5)
    for child in left:
        with suppress(psutil.NoSuchProcess):
            child.process.kill()
            child.process.wait(5)
    return len(left)


def trim_logs(folder: Path, large: int = LARGE_LOG) -> None:
    """Keep one earlier part of a log that has grown large. Its writer appends, so it goes on at the new end."""
    for log in folder.glob("*.log"):
        if log.stat().st_size > large:
            shutil.copyfile(log, log.with_suffix(".log.1"))
            os.truncate(log, 0)


def python(*arguments: str) -> list[str]:
    return [sys.executable, *arguments]


def _marked(data: Path) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        if process.pid == os.getpid():
            continue
        with suppress(psutil.Error, OSError):  # another user's, or gone
            if process.environ().get(MARK) == str(data) and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


def _ask(children: Iterable[Child], number: signal.Signals, seconds: float) -> None:
    running = [child.process for child in children if child.process.is_running()]
    for process in running:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(number)
    psutil.wait_procs(running, timeout=seconds)


def _end_sessions(leaders: Iterable[psutil.Popen]) -> None:
    """Kill what is left of children and of their own children."""
    ended = list(leaders)
    for process in ended:
        with suppress(ProcessLookupError, PermissionError):  # macOS says the latter of a session of zombies
            os.killpg(process.pid, signal.SIGKILL)
    psutil.wait_procs(ended, timeout=2)


def _how(code: int | None) -> str:
    if code is not None and code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"
