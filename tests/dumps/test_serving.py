"""`/dumps`: the page, manifests, and files by ranges under WSGI and ASGI."""

import asyncio
import hashlib
import json
import os
import subprocess
import sys
from datetime import UTC, datetime

import pytest
from django.test import AsyncClient
from django.urls import reverse

from common import capacity
from tests.services import PROJECT
from wovepaper.dumps import downloads, shelf

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]
CONTENT = bytes(range(256)) * 40
MADE = datetime(2024, 5, 1, 6, 20, tzinfo=UTC)


def publish(root, made_at=MADE, content=CONTENT):
    """A dump of one file, as `making` leaves it."""
    name = shelf.name_of(made_at)
    folder = root / name
    folder.mkdir(parents=True)
    (folder / "papers.parquet").write_bytes(content)
    told = {
        "name": "papers.parquet",
        "table": "papers",
        "content_type": "application/vnd.apache.parquet",
        "url": f"http://127.0.0.1:8000/dumps/{name}/papers.parquet",
        "rows": 1234,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    manifest = {
        "name": name,
        "snapshot_at": made_at.isoformat(),
        "rights": "CC0.",
        "license": "https://example.org/cc0",
        "files": [told],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return f"/dumps/{name}/papers.parquet"


@pytest.fixture
def file(settings, tmp_path):
    settings.DUMPS_DIR = tmp_path / "dumps"
    return publish(settings.DUMPS_DIR)


def test_page_lists_files_and_earlier_dumps(page, file, settings):
    later = publish(settings.DUMPS_DIR, MADE.replace(day=2))
    told = page("/dumps")
    assert told.select_one("h1").text == "Dumps"
    assert [link["href"] for link in told.select("table a")] == [later]
    assert "1,234 rows" in told.text and "10.0" in told.text
    assert told.select_one("a[href='/dumps/20240501T062000Z/manifest.json']")
    graph = json.loads(told.select_one("script[type='application/ld+json']").string)["@graph"]
    dataset = next(node for node in graph if node["@type"] == "Dataset")
    assert dataset["distribution"][0]["contentUrl"] == f"http://127.0.0.1:8000{later}"


def test_web_server_has_no_need_of_pyarrow():
    """It would cost each of its processes tens of megabytes."""
    code = "import django; django.setup(); import wovepaper.urls, sys; sys.exit('pyarrow' in sys.modules)"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "wovepaper.settings"}
    assert subprocess.run([sys.executable, "-c", code], cwd=PROJECT, env=environment).returncode == 0


def test_page_of_a_site_without_a_dump_says_so(page, settings, tmp_path):
    settings.DUMPS_DIR = tmp_path / "nowhere"
    assert "None has been made yet" in page("/dumps").text


def test_manifest_is_the_newest_s_and_each_keeps_its_own(client, file, settings):
    publish(settings.DUMPS_DIR, MADE.replace(day=2))
    assert client.get("/dumps/manifest.json").json()["name"] == "20240502T062000Z"
    assert client.get("/dumps/20240501T062000Z/manifest.json").json()["name"] == "20240501T062000Z"


def test_latest_leads_to_the_newest(client, file):
    answer = client.get("/dumps/latest/papers.parquet")
    assert (answer.status_code, answer["Location"]) == (302, file)
    assert client.get("/dumps/latest/authors.parquet").status_code == 404


def test_whole_file_comes_with_what_a_download_needs(client, file):
    answer = client.get(file)
    assert (answer.status_code, answer.getvalue()) == (200, CONTENT)
    assert answer["Content-Length"] == str(len(CONTENT))
    assert answer["Accept-Ranges"] == "bytes" and answer["ETag"].startswith('"')
    assert answer["Content-Type"] == "application/vnd.apache.parquet"
    assert "immutable" in answer["Cache-Control"] and answer["X-Robots-Tag"] == "noindex"


def test_head_tells_the_size_and_opens_nothing(client, file):
    answer = client.head(file)
    assert (answer.status_code, answer["Content-Length"], answer.content) == (200, str(len(CONTENT)), b"")
    assert client.head(file, headers={"Range": "bytes=0-1"}).status_code == 200


@pytest.mark.parametrize(
    ("asked", "first", "last"), [("bytes=0-9", 0, 9), ("bytes=10000-", 10000, 10239), ("bytes=-5", 10235, 10239)]
)
def test_range_gives_just_its_bytes(client, file, asked, first, last):
    answer = client.get(file, headers={"Range": asked})
    assert (answer.status_code, answer.getvalue()) == (206, CONTENT[first : last + 1])
    assert answer["Content-Range"] == f"bytes {first}-{last}/{len(CONTENT)}"
    assert answer["Content-Length"] == str(last - first + 1)


def test_range_behind_the_end_is_416(client, file):
    answer = client.get(file, headers={"Range": f"bytes={len(CONTENT)}-"})
    assert (answer.status_code, answer["Content-Range"]) == (416, f"bytes */{len(CONTENT)}")


def test_download_cut_anywhere_resumes_with_if_range(client, file):
    whole = client.get(file)
    whole.getvalue()
    held = CONTENT[:3333]
    for validator in (whole["ETag"], whole["Last-Modified"]):
        rest = client.get(file, headers={"Range": "bytes=3333-", "If-Range": validator})
        assert rest.status_code == 206 and held + rest.getvalue() == CONTENT
    other = client.get(file, headers={"Range": "bytes=3333-", "If-Range": '"of another file"'})
    assert (other.status_code, other.getvalue()) == (200, CONTENT)


def test_preconditions_come_before_ranges(client, file):
    tag = client.head(file)["ETag"]
    assert client.get(file, headers={"If-None-Match": tag, "Range": "bytes=0-1"}).status_code == 304
    assert client.get(file, headers={"If-Match": '"other"'}).status_code == 412


@pytest.mark.parametrize(
    "path",
    [
        "/dumps/20240501T062000Z/manifest.jsonl.gz",
        "/dumps/20240501T062000Z/authors.parquet",
        "/dumps/20240501T062000Z/../../secret-key",
        "/dumps/20240501T062000Z/%2e%2e%2fsecret-key",
        "/dumps/20240501T062000Z/papers.parquet%00",
        "/dumps/20240501T062000Z/papers.parquet%0a",
        "/dumps/20240501T062000Z/lock",
        "/dumps/20990101T000000Z/papers.parquet",
        "/dumps/20990101T000000Z/manifest.json",
        "/dumps/making-20240501T062000Z/papers.parquet",
        "/dumps/%ff%fe/papers.parquet",
        "/dumps/lock",
        "/dumps/٢٠240501T062000Z/papers.parquet",
    ],
)
def test_any_other_name_is_404(client, file, path):
    assert client.get(path).status_code == 404


def test_file_taken_away_between_is_404(client, file, settings):
    (settings.DUMPS_DIR / "20240501T062000Z" / "papers.parquet").unlink()
    assert client.get(file).status_code == 404


def test_only_so_many_download_at_once_and_a_reader_who_left_frees_the_place(client, file, settings):
    settings.DUMP_DOWNLOADS = 1
    first = client.get(file)
    refused = client.get(file)
    assert (refused.status_code, refused["Retry-After"], refused["Cache-Control"]) == (503, "60", "no-store")
    assert client.head(file).status_code == 200
    first.close()
    assert client.get(file).getvalue() == CONTENT
    place = capacity.take("downloads", 1)
    assert place
    place.leave()


def test_file_is_read_as_the_reader_takes_it(client, file, monkeypatch):
    monkeypatch.setattr(downloads, "PIECE", 1000)
    content = iter(client.get(file).streaming_content)
    assert next(content) == CONTENT[:1000]
    content.close() if hasattr(content, "close") else None


def test_reader_who_takes_too_long_is_cut_off(client, file, monkeypatch):
    monkeypatch.setattr(downloads, "LONGEST_SECONDS", -1.0)
    assert client.get(file).getvalue() == b""


def test_asgi_streams_too(file, monkeypatch):
    monkeypatch.setattr(downloads, "PIECE", 1000)

    async def taken():
        answer = await AsyncClient().get(file, headers={"Range": "bytes=5-4999"})
        assert answer.is_async and answer.status_code == 206
        return [piece async for piece in answer.streaming_content]

    pieces = asyncio.run(taken())
    assert (len(pieces), b"".join(pieces)) == (5, CONTENT[5:5000])


def test_proxy_that_serves_files_gets_their_place(client, file, settings):
    settings.DUMPS_ACCEL = "/files"
    answer = client.get(file)
    assert answer["X-Accel-Redirect"] == "/files/20240501T062000Z/papers.parquet"
    assert "Content-Length" not in answer or answer["Content-Length"] == "0"


def test_page_has_the_address_that_refusals_name():
    assert reverse("dumps") == "/dumps"
