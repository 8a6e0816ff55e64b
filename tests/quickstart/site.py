"""A whole site as `make run` starts it, in a folder of a test's own, with an arXiv of the test's own."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import psutil

from wovepaper.embedded.processes import free_port
from wovepaper.supervisor import MARK

PROJECT = Path(__file__).resolve().parents[2]
PATIENCE = 120


class Site:
    """Started with `start()`; `output` holds what it told the terminal."""

    def __init__(self, data, oai_url="http://127.0.0.1:1/nobody-answers", **environment):
        self.data, self.port = data, free_port()
        given = {
            name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL", "SITE_URL"}
        }
        self.environment = {
            **given,
            "WOVE_DATA": str(data),
            "PORT": str(self.port),
            "ARXIV_OAI_URL": oai_url,
            "ARXIV_SECONDS_BETWEEN_REQUESTS": "0.1",
            **environment,
        }
        self.terminal = data.with_name(data.name + ".terminal")
        self.process = None

    @property
    def output(self):
        return self.terminal.read_text()

    def start(self):
        """As `make run` in a terminal: a process group of its own."""
        with self.terminal.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "quickstart"],
                cwd=PROJECT,
                env=self.environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def start_and_wait(self, line="Ctrl-C stops everything"):
        self.start()
        self.wait_for(lambda: line in self.output, line)

    def wait_for(self, come_true, what):
        deadline = time.monotonic() + PATIENCE
        while not come_true():
            assert self.process.poll() is None, f"ended by itself:\n{self.output}"
            assert time.monotonic() < deadline, f"not within {PATIENCE} s: {what}\n{self.output}"
            time.sleep(0.1)

    def get(self, path):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def processes(self):
        """All that works for this site: the supervisor's children with theirs, and the two services."""
        found = []
        for process in psutil.process_iter():
            try:
                ours = process.environ().get(MARK) == str(self.data) or str(self.data) in " ".join(process.cmdline())
                ours = ours or process.cwd().startswith(str(self.data))
                if ours and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process)
            except (psutil.Error, OSError):
                continue
        return found

    def child(self, pattern):
        """The oldest process whose command line matches."""
        matching = [process for process in self.processes() if re.search(pattern, " ".join(process.cmdline()))]
        return min(matching, key=lambda process: process.create_time())

    def signal_group(self, number):
        os.killpg(self.process.pid, number)

    def end(self, seconds=30):
        """Wait for the end and return the exit code."""
        return self.process.wait(seconds)

    def kill_everything(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for process in self.processes():
            try:
                process.send_signal(signal.SIGKILL)
                process.wait(10)
            except psutil.NoSuchProcess:
                continue
