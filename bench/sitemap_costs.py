"""Times the sitemap index and a file in turns with their bare SQL; reads all files, tells the memory. Needs Django."""

import io
import re
import resource
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import psutil
from django.db import connection

from bench.asking import Site
from papers.models import Paper
from wovepaper.sitemaps import things

INDEX = "/sitemap.xml"
_LOC = re.compile(r"<loc>https?://[^/]+(/[^<]*)</loc>")


def measure(rounds: int) -> int:
    """The exit code: 1 where an answer was not what it should be."""
    site = Site()
    answer = site.get(INDEX)
    files = _LOC.findall(answer.body.decode())
    of_papers = [path for path in files if "/papers-" in path]
    middle = of_papers[len(of_papers) // 2]
    print(f"{Paper.objects.count():,} papers, {len(files)} files, {len(of_papers)} of them of papers")
    good = answer.status == 200
    number = int(re.findall(r"-(\d+)\.xml$", middle)[0])
    good &= _compare("index", lambda: site.get(INDEX).status, _index_questions(), rounds)
    good &= _compare(middle, lambda: site.get(middle).status, [_file_question(number)], rounds)
    etag = site.get(middle).headers["Etag"]
    unchanged = [site.get(middle, if_none_match=etag) for _ in range(rounds)]
    print(f"its 304: {statistics.median(one.seconds for one in unchanged) * 1000:.1f} ms")
    good &= all(one.status == 304 for one in unchanged)
    return 0 if good & _read_all(site, files) else 1


def _compare(name: str, ask: Callable[[], int], questions: list[Any], rounds: int) -> bool:
    """In turns, so that a busy machine slows both alike."""
    ours, bare, good = [], [], True
    for _ in range(rounds + 1):
        began = time.perf_counter()
        good &= ask() == 200
        between = time.perf_counter()
        for sql, params in questions:
            with connection.cursor() as cursor:
                cursor.execute(sql, params)
                cursor.fetchall()
        ours.append(between - began)
        bare.append(time.perf_counter() - between)
    mine, theirs = statistics.median(ours[1:]), statistics.median(bare[1:])  # the first round only warms up
    print(f"{name}: {mine * 1000:.1f} ms, bare {theirs * 1000:.1f} ms, {mine / theirs:.2f} times")
    return good


def _index_questions() -> list[Any]:
    """The grouped ones and the validator's, as the site asks them."""
    asked: list[Any] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        Site().get(INDEX)
    return asked


def _file_question(number: int) -> Any:
    start = number * things.ADDRESSES_A_FILE
    rows = things.papers_in_sitemap().filter(id__gte=start, id__lt=start + things.ADDRESSES_A_FILE).order_by("id")
    return rows.values_list("arxiv_id", "slug", "changed_at").query.sql_with_params()


def _read_all(site: Site, files: Iterable[str]) -> bool:
    process = psutil.Process()
    good, sizes = True, {"": 0, "gzip": 0}
    addresses = 0
    before = process.memory_info().rss / 1e6
    for path in files:
        for encoding in sizes:
            status, chunks = _stream(site, path, encoding)
            good &= status == 200
            for chunk in chunks:
                sizes[encoding] += len(chunk)
                addresses += 0 if encoding else chunk.count(b"<loc>")
    after, most = process.memory_info().rss / 1e6, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    print(f"all files: {addresses:,} addresses, {sizes[''] / 1e6:.0f} MB, compressed {sizes['gzip'] / 1e6:.0f} MB")
    print(f"memory: {before:.0f} MB before, {after:.0f} MB after, {most:.0f} MB at most")
    return good


def _stream(site: Site, path: str, encoding: str) -> tuple[int, Iterator[bytes]]:
    """The status and the body in chunks, which are dropped as they come."""
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": "", "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1",
        "HTTP_ACCEPT_ENCODING": encoding, "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(),
    }  # fmt: skip
    told: list[str] = []
    answer = site.application(environ, lambda status, pairs, *error: told.append(status))

    def chunks() -> Iterator[bytes]:
        try:
            yield from answer
        finally:
            answer.close()

    return int(told[0][:3]), chunks()
