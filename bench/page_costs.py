"""Times the page of a paper, its 304 and a constant view in turns, in this process and over HTTP. Needs Django."""

import http.client
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

import psutil
from django.test import override_settings

from bench.asking import Answer, Site
from bench.site import PROJECT, say
from papers.models import Paper

SEED = 2
WARM_UP = 30
START_SECONDS = 30

Ask = Callable[..., Answer]


def measure(papers: int) -> int:
    """The exit code: 1 where an answer was not what it should be."""
    pages = _some_pages(papers)
    if not pages:
        say("There is no paper to ask for.")
        return 1
    with override_settings(ROOT_URLCONF="bench.constant_urls"):
        good = _in_turns("in one process, through WSGI", Site().get, pages)
    with _server() as (ask, pid):
        before = _memory(pid)
        good &= _in_turns("over HTTP, one granian worker", ask, pages)
        print("memory that is not shared")
        for name, after in _memory(pid).items():
            print(f"  {name:10}{before.get(name, 0):6.0f} MB at rest, {after:6.0f} MB after")
    return 0 if good else 1


def _some_pages(count: int) -> list[str]:
    ids = list(Paper.objects.listed().order_by("id").values_list("id", flat=True))
    chosen = random.Random(SEED).sample(ids, min(count, len(ids)))
    return [paper.get_absolute_url() for paper in Paper.objects.filter(id__in=chosen)]


def _in_turns(how: str, ask: Ask, pages: Sequence[str]) -> bool:
    for page in pages[:WARM_UP]:
        ask(page)
    times: dict[str, list[float]] = {"constant": [], "page": [], "304": []}
    sizes = []
    good = True
    for page in pages:
        full = ask(page)
        unchanged = ask(page, if_none_match=full.headers["Etag"])
        constant = ask(f"/constant/{len(full.body)}")
        good &= (full.status, unchanged.status, constant.status) == (200, 304, 200)
        good &= len(constant.body) == len(full.body) and not unchanged.body
        sizes.append(len(full.body))
        for name, answer in (("constant", constant), ("page", full), ("304", unchanged)):
            times[name].append(answer.seconds)
    print(f"{how}: {len(pages)} papers, pages of {statistics.median(sizes):,.0f} bytes")
    base = statistics.median(times["constant"])
    for name, seconds in times.items():
        median = statistics.median(seconds)
        late = sorted(seconds)[int(len(seconds) * 0.95)]
        print(f"  {name:10}{median * 1000:8.2f} ms, 95% {late * 1000:7.2f} ms, {median / base:6.1f} times the constant")
    if not good:
        say("an answer was not what it should be")
    return good


@contextmanager
def _server() -> Iterator[tuple[Ask, int]]:
    """The web server as `make run` starts it, with one worker; asked over one connection."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port),
        "--workers", "1", "--blocking-threads", "4", "--no-ws", "--http", "1", "--no-access-log",
        "--log-level", "error", "--workers-kill-timeout", "5", "bench.constant_wsgi:application",
    ]  # fmt: skip
    server = subprocess.Popen(command, cwd=PROJECT, start_new_session=True)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def ask(path: str, **headers: str) -> Answer:
        began = time.perf_counter()
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        body = answer.read()
        return Answer(
            path,
            answer.status,
            {name.title(): value for name, value in answer.getheaders()},
            body,
            time.perf_counter() - began,
        )

    try:
        _wait_until_it_answers(ask, connection)
        yield ask, server.pid
    finally:
        connection.close()
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGTERM)
        server.wait(15)


def _wait_until_it_answers(ask: Ask, connection: http.client.HTTPConnection) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            ask("/constant/1")
            return
        except (OSError, http.client.HTTPException):
            connection.close()
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def _memory(pid: int) -> dict[str, float]:
    root = psutil.Process(pid)
    return {
        "server" if process is root else f"worker {number}": process.memory_full_info().uss / 1e6
        for number, process in enumerate([root, *root.children(recursive=True)])
    }
