"""Start, find and stop the server processes of this package.

A child gets a session of its own, so that Ctrl-C in the terminal reaches only the supervisor, which stops things
in their order. On Linux the kernel also signals it when the thread that started it ends, so that a SIGKILL of the
supervisor leaves nothing behind: start children from the main thread.
"""

import ctypes
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

import psutil

PR_SET_PDEATHSIG = 1


def spawn(
    command: Sequence[str | os.PathLike[str]],
    *,
    log: Path | None,
    death_signal: signal.Signals,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    owner: tuple[int, int] | None = None,
) -> psutil.Popen:
    """Start a child that appends its output to `log`, or shares our terminal if that is None.

    `owner` is (uid, gid) where we are root and the child must not be.
    """
    identity = {"user": owner[0], "group": owner[1], "extra_groups": []} if owner else {}
    if log:
        log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") if log else nullcontext() as output:
        return psutil.Popen(
            [os.fspath(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT if log else None,
            cwd=cwd,
            env=env,
            start_new_session=True,
            preexec_fn=_bound_to_parent(death_signal),
            **identity,
        )


def stop(process: psutil.Process, *steps: tuple[signal.Signals, float]) -> bool:
    """Send each signal and wait its seconds; SIGKILL at last. True if it ended before that."""
    for step, seconds in steps:
        try:
            process.send_signal(step)
            process.wait(seconds)
        except psutil.NoSuchProcess:
            return True
        except psutil.TimeoutExpired:
            continue
        return True
    try:
        process.kill()
        process.wait(1)
    except (psutil.NoSuchProcess, psutil.TimeoutExpired):
        pass
    return False


def living_in(folder: Path, name: str) -> list[psutil.Process]:
    """Processes called `name` whose working directory is `folder`, oldest first."""
    place = folder.resolve()
    found = []
    for process in psutil.process_iter(["name"]):
        if not (process.info["name"] or "").startswith(name):
            continue
        try:
            if Path(process.cwd()) == place and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except (psutil.AccessDenied, psutil.NoSuchProcess, OSError):
            continue  # another user's, or gone: not one of ours
    return sorted(found, key=lambda process: process.create_time())


def free_port() -> int:
    """A loopback port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def tail(log: Path, lines: int = 15, since: int = 0) -> str:
    """The last lines of a log, of what was written after byte `since`."""
    try:
        with log.open("rb") as text:
            end = text.seek(0, os.SEEK_END)
            text.seek(max(since, end - 20_000) if since <= end else 0)
            return "\n".join(text.read().decode(errors="replace").splitlines()[-lines:])
    except FileNotFoundError:
        return ""


def _bound_to_parent(death_signal: signal.Signals) -> Callable[[], None] | None:
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    parent = os.getpid()

    def bind() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(death_signal))
        if os.getppid() != parent:  # it died before we asked to be told
            os._exit(1)

    return bind
