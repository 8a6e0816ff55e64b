"""`manage.py quickstart`: everything the site needs, as children of one process; what `make run` runs.

Exit codes: 130 after Ctrl-C, 143 after SIGTERM, 129 after a hang-up; 11 to 16 when a child ended by itself (CHILDREN);
3 when the site runs here already; 1 when a step of the start failed.
"""

import os
import socket
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from harvest.arxiv.windows import DAYS_AT_FIRST
from search.embedders import needs_torch
from wovepaper import env, first_data, static_collection
from wovepaper.embedded import postgres, processes, valkey
from wovepaper.local import NOT_YET
from wovepaper.run_lock import AlreadyRunning, only_one
from wovepaper.stopping import Stopped, StopSignals
from wovepaper.supervisor import ChildEnded, StepFailed, Supervisor, end_leftovers, python, trim_logs

CHILDREN = {"web": 11, "worker": 12, "scheduler": 13, "follower": 14, "postgres": 15, "valkey": 16}
HOST = "127.0.0.1"  # a proxy in front of it ends TLS and meets the world


class Command(BaseCommand):
    help = "Start Postgres, Valkey, the web server, the worker, the scheduler and the index follower; Ctrl-C stops all."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=HOST, help="address to listen on (default: %(default)s)")

    def handle(self, *args: Any, host: str, **options: Any) -> None:
        self.signals = StopSignals()
        self.supervisor = Supervisor(settings.DATA_DIR, self.signals)
        self.signals.listen()
        began = time.monotonic()
        try:
            with only_one(settings.DATA_DIR / "run.lock", settings.SITE_URL):
                try:
                    self._start(host)
                    self.supervisor.watch()
                finally:
                    self.signals.ignore()
                    began = time.monotonic()
                    self._say("Stopping")
                    connection.close()
                    self.supervisor.stop()
        except AlreadyRunning as other:
            raise CommandError(f"{other} Nothing was started.", returncode=3) from None
        except Stopped as asked:
            self._say(f"Stopped after {time.monotonic() - began:.1f} s; all is saved.")
            sys.exit(128 + asked.number)
        except ChildEnded as ended:
            self._show_end(ended)
            sys.exit(CHILDREN[ended.child.name])
        except (postgres.PostgresError, valkey.ValkeyError, StepFailed, OSError, OperationalError) as error:
            raise CommandError(f"{error}\nEverything was stopped again.") from None

    def _start(self, host: str) -> None:
        self._say(f"wovepaper {settings.RELEASE}, data in {settings.DATA_DIR}")
        trim_logs(self.supervisor.logs)
        if left := end_leftovers(settings.DATA_DIR):
            self._say(f"Stopped {left} processes that an earlier run had left behind")
        self._refuse_taken_port(host)
        self._start_services()
        self._prepare()
        self._get_first_data()
        connection.close()
        self._start_site(host)

    def _refuse_taken_port(self, host: str) -> None:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, settings.PORT))
            except OSError as error:
                raise CommandError(
                    f"Port {settings.PORT} cannot be used ({error.strerror}). Choose another: PORT=8001 make run"
                ) from None

    def _start_services(self) -> None:
        """Those whose address was not given. Settings were read before they ran, so they are told now."""
        data, logs = settings.DATA_DIR, self.supervisor.logs
        if os.environ["DATABASE_URL"] == NOT_YET:
            with self._step("Starting Postgres"):
                database = postgres.start(data / "postgres", log=logs / "postgres.log", waiting=self._tell_recovery)
                self.supervisor.add_service("postgres", database)
                os.environ["DATABASE_URL"] = database.url
                settings.DATABASES["default"].update(env.database("DATABASE_URL"))
        if not os.environ.get("REDIS_URL"):
            with self._step("Starting Valkey"):
                queue = valkey.start(data / "valkey", log=logs / "valkey.log")
                self.supervisor.add_service("valkey", queue)
                os.environ["REDIS_URL"] = settings.REDIS_URL = settings.CELERY_BROKER_URL = queue.url

    def _tell_recovery(self, seconds: float) -> None:
        self._say(f"  it recovers from a crash, {seconds:.0f} s so far; see {self.supervisor.logs / 'postgres.log'}")

    def _prepare(self) -> None:
        with self.signals.hold():
            executor = MigrationExecutor(connection)
            plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if plan:
            with self._step(f"Migrating the database, {len(plan)} steps"):
                self.supervisor.run("Migrating", python("manage.py", "migrate", "--noinput", "--verbosity=0"))
        if static_collection.is_stale():
            with self._step("Collecting static files"):
                static_collection.collect()

    def _get_first_data(self) -> None:
        with self.signals.hold():
            if not first_data.is_wanted():
                return
        with self._step("Asking arXiv whether it answers"):
            answers = first_data.arxiv_answers()
        if answers:
            self._say(f"arXiv answers: its last {DAYS_AT_FIRST} announced days are harvested while the site runs")
            with self.signals.hold():
                call_command("harvest", "arxiv", f"--days={DAYS_AT_FIRST}", "--enqueue")
            return
        self._say(f"arXiv does not answer within {first_data.PATIENCE} seconds: the site starts with a sample corpus")
        with self._step("Loading the sample corpus"):
            self.supervisor.run("Loading the sample", python("manage.py", "load_sample"))
        with self._step("Building the word index"):
            self.supervisor.run("Building the index", python("manage.py", "index"))

    def _start_site(self, host: str) -> None:
        """The web server first and alone: the rest, the embedding model above all, would only slow the first page."""
        workers = str(min(os.cpu_count() or 1, 4))
        began = time.monotonic()
        self.supervisor.start(
            "web",
            python(
                "-m", "granian", "--interface", "wsgi", "--host", host, "--port", str(settings.PORT),
                "--workers", workers, "--blocking-threads", "4", "--no-ws", "--http", "1",
                "--respawn-failed-workers", "--workers-kill-timeout", "5", "wovepaper.wsgi:application",
            ),
        )  # fmt: skip
        self.supervisor.wait_until(lambda: self._home_answers(host))
        self._say(f"The site answers after {time.monotonic() - began:.1f} s: {settings.SITE_URL}")
        celery = python("-m", "celery", "-A", "wovepaper")
        level = ["--loglevel", env.log_level("LOG_LEVEL", "INFO")]
        self.supervisor.start("follower", python("manage.py", "index", "--follow"))
        if settings.EMBEDDING_MODEL not in ("", "none"):
            self._start_encoder()
        self.supervisor.start("scheduler", [*celery, "beat", *level, "--schedule", self._fresh_schedule()])
        worker = ["worker", *level, "--concurrency", "2", "--without-gossip", "--without-mingle"]
        self.supervisor.start("worker", [*celery, *worker], niceness=10)
        self._say(f"Worker, scheduler and index follower run; logs in {self.supervisor.logs}. Ctrl-C stops everything.")

        if needs_torch() and find_spec("torch") is None and Path(sys.prefix) == settings.BASE_DIR / ".venv":
            self._say(
                "Installing PyTorch beside the running site, to run the embedding model;"
                f" see {self.supervisor.logs}/torch.log"
            )
            install = python(str(settings.BASE_DIR / "wovepaper" / "install.py"), "--torch")
            self.supervisor.start("torch", install, niceness=10, ended=self._tell_torch)

    def _start_encoder(self, *options: str) -> None:
        """It may end: until it is back, search goes on by words."""
        self.supervisor.start("encoder", python("manage.py", "encoder", *options), ended=self._start_encoder_again)

    def _start_encoder_again(self, code: int) -> None:
        log = self.supervisor.logs / "encoder.log"
        self._say(f"The encoder ended with code {code}; it starts again in a minute. See {log}")
        self._start_encoder("--wait", "60")

    def _tell_torch(self, code: int) -> None:
        if code:
            log = self.supervisor.logs / "torch.log"
            why = processes.tail(log, lines=2)
            self._say(f"PyTorch was not installed; the site goes on without search by meaning:\n{why}")
        else:
            self._say("PyTorch is installed; the worker begins with embeddings within ten minutes")

    def _fresh_schedule(self) -> str:
        """Beat's own memory may be cut short by a crash, and each job knows from Postgres whether it is due."""
        folder = settings.DATA_DIR / "beat"
        folder.mkdir(exist_ok=True)
        for file in folder.iterdir():
            file.unlink()
        return str(folder / "schedule")

    def _home_answers(self, host: str) -> bool:
        address = {"0.0.0.0": HOST, "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
        request = urllib.request.Request(f"http://{address}:{settings.PORT}/", headers={"Host": "127.0.0.1"})
        try:
            with urllib.request.urlopen(request, timeout=10):  # noqa: S310
                return True
        except urllib.error.HTTPError as error:
            self._say(f"The home page answers {error.code}; see {self.supervisor.logs / 'web.log'}")
            return True
        except OSError:
            return False

    def _show_end(self, ended: ChildEnded) -> None:
        log = ended.child.log
        self.stderr.write(f"{ended}. The last lines of {log}:\n{processes.tail(log)}\nEverything else was stopped.")

    @contextmanager
    def _step(self, name: str) -> Iterator[None]:
        self._say(name)
        began = time.monotonic()
        yield
        if (seconds := time.monotonic() - began) > 1:
            self._say(f"  done after {seconds:.1f} s")

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
