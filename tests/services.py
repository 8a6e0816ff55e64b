"""One Postgres and one Valkey for a test session, started before Django reads its settings.

Loaded with `-p tests.services`. A `DATABASE_URL` or `REDIS_URL` that is set already is used as it is. Nothing is synced
to disk, everything lies in one short temporary folder, and the servers end with this process however it ends.
With `-n` (pytest-xdist) each of its processes has its own: what follows changes looks at all transactions of a server.
`celery_worker_process` is a real worker on the test database, for tests that mark themselves
`django_db(transaction=True)`.
"""

import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connection
from xdist.scheduler.loadfile import LoadFileScheduling

from wovepaper.embedded import postgres, valkey

NOWHERE = "postgresql://nobody@127.0.0.1:1/none"
PROJECT = Path(__file__).resolve().parent.parent
SERVERS = pytest.StashKey[list]()
FOLDER = pytest.StashKey[Path]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    options = early_config.known_args_namespace
    if not (options.help or options.version):
        signal.signal(signal.SIGTERM, _stop_like_ctrl_c)
        try:
            if options.numprocesses and "PYTEST_XDIST_WORKER" not in os.environ:
                _leave_to_processes()
            else:
                _start(early_config)
        except BaseException:
            pytest_unconfigure(early_config)
            raise
    return (yield)


def pytest_unconfigure(config: pytest.Config) -> None:
    for server in config.stash.get(SERVERS, []):
        server.stop()
    config.stash[SERVERS] = []
    if FOLDER in config.stash:
        shutil.rmtree(config.stash[FOLDER], ignore_errors=True)


class Files(LoadFileScheduling):
    """With `-n` a file stays in one process, and all that needs a browser: a site and a browser are started once."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return "browser" if file.startswith("tests/browser/") else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Files:
    return Files(config, log)


@pytest.fixture(scope="session")
def services_folder(pytestconfig: pytest.Config) -> Path:
    """WOVE_DATA of this session; goes away with it."""
    return pytestconfig.stash[FOLDER]


@pytest.fixture
def celery_worker_process(transactional_db: None, services_folder: Path) -> Iterator[subprocess.Popen]:
    """A worker of its own process on the test database, ready to take tasks; killed hard if a test did not end it."""
    log = services_folder / f"worker-{secrets.token_hex(4)}.log"
    command = [sys.executable, "-m", "celery", "-A", "wovepaper", "worker", "--loglevel=INFO", "--concurrency=1"]
    with log.open("wb") as output:
        worker = subprocess.Popen(
            command,
            cwd=PROJECT,
            env=test_database_environment(),
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        _wait_until_ready(worker, log)
        yield worker
    finally:
        worker.terminate()
        with suppress(subprocess.TimeoutExpired):
            worker.wait(15)
        _kill_group(worker)


def test_database_environment() -> dict[str, str]:
    """The environment for a child process that must see the test database, not the one behind DATABASE_URL."""
    url = urlsplit(os.environ["DATABASE_URL"])
    database = "/" + connection.settings_dict["NAME"]
    # Not urlunsplit's default: it drops the empty host of a socket URL's "//".
    return {**os.environ, "DATABASE_URL": urlunsplit(url._replace(path=database))}


test_database_environment.__test__ = False  # its name is not a test's


def _start(config: pytest.Config) -> None:
    _forget_settings()
    folder = Path(tempfile.mkdtemp(prefix="wove-test-"))
    folder.chmod(0o711)  # Postgres, if we are root, runs as another user and must enter
    config.stash[FOLDER] = folder
    config.stash[SERVERS] = servers = []
    if os.environ.get("DATABASE_URL") in (None, "", NOWHERE):
        servers.append(postgres.start(folder / "postgres", lasting=False))
        os.environ["DATABASE_URL"] = servers[-1].url
    if not os.environ.get("REDIS_URL"):
        servers.append(valkey.start(folder / "valkey", lasting=False))
        os.environ["REDIS_URL"] = servers[-1].url
    os.environ["WOVE_DATA"] = str(folder)
    os.environ["SECRET_KEY"] = secrets.token_urlsafe(48)
    os.environ["EMBEDDING_MODEL"] = "stand-in"  # vectors at once and of no meaning; tests of the model name it
    # Tests ask more in a second than a network may in a minute; those of the limits set their own.
    os.environ["LIMIT_PER_MINUTE"] = os.environ["LIMIT_BURST"] = "1000000"
    os.environ["SEARCH_COUNTS_MS"] = "60000"  # a busy machine takes longer than readers wait


def _leave_to_processes() -> None:
    """What hands out the tests only reads settings; its processes start services of their own."""
    _forget_settings()
    os.environ.setdefault("DATABASE_URL", NOWHERE)
    os.environ["SECRET_KEY"] = secrets.token_urlsafe(48)


def _forget_settings() -> None:
    """Tests know the defaults of settings: a PORT or SITE_URL that the shell sets for a site is not theirs."""
    named = re.findall(r"^#? ?([A-Z][A-Z0-9_]*)=", (PROJECT / ".env.example").read_text(), re.MULTILINE)
    for name in {*named} - {"DATABASE_URL", "REDIS_URL"}:
        os.environ.pop(name, None)


def _stop_like_ctrl_c(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _wait_until_ready(worker: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + 60
    while b" ready." not in log.read_bytes():
        if worker.poll() is not None or time.monotonic() > deadline:
            _kill_group(worker)
            pytest.fail(f"the worker did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.1)


def _kill_group(worker: subprocess.Popen) -> None:
    with suppress(ProcessLookupError):
        os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()
