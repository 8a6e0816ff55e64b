"""Real workers and schedulers of our own, to be killed; and waiting for what they do."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, urlsplit

import psutil
from django.db import connection

PROJECT = Path(__file__).resolve().parents[2]


def on_test_database():
    """DATABASE_URL for processes of ours: the test database's, not that of the settings."""
    url = urlsplit(os.environ["DATABASE_URL"])
    # Not urlunsplit's default: it drops the empty host of a socket URL's "//".
    return f"{url.scheme}://{url.netloc}/{quote(connection.settings_dict['NAME'])}?{url.query}"


class Process:
    """A `celery` process in a group of its own; `kill` takes all of it with SIGKILL."""

    def __init__(self, folder, environment, *arguments):
        self.log = Path(folder) / f"{arguments[0]}-{time.monotonic_ns()}.log"
        with self.log.open("wb") as output:
            self._popen = subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", "wovepaper", *arguments],
                cwd=PROJECT,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def kill(self):
        with suppress(ProcessLookupError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.wait()

    def kill_child(self):
        """The process that does the work; its parent starts another."""
        for child in psutil.Process(self._popen.pid).children(recursive=True):
            child.kill()

    def terminate(self):
        self._popen.terminate()
        self._popen.wait(60)

    @property
    def is_alive(self):
        return self._popen.poll() is None

    def written(self):
        return self.log.read_text(errors="replace")


def start_worker(folder, environment, *options):
    worker = Process(folder, environment, "worker", "--concurrency=1", "--loglevel=INFO", *options)
    wait_until(lambda: " ready." in worker.written(), worker.written)
    return worker


def start_beat(folder, environment, name="beat"):
    return Process(folder, environment, "beat", "--loglevel=INFO", f"--schedule={folder}/{name}", "--pidfile=")


def wait_until(is_so, told=lambda: "", seconds=60):
    """Poll until it is so; fail with what `told` gives."""
    ends = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > ends:
            raise AssertionError(f"still not so after {seconds} s\n{told()[-5000:]}")
        time.sleep(0.05)
