"""Text is compressed for who takes it: streams, validators and what must stay as it is."""

import gzip
import os

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from wovepaper.compression import compressed

TEXT = b"threads and threads of text " * 100


def answer(response, accepted="gzip"):
    return compressed(lambda request: response)(RequestFactory().get("/x", headers={"Accept-Encoding": accepted}))


def html(**headers):
    return HttpResponse(TEXT, content_type="text/html; charset=utf-8", headers=headers)


@pytest.mark.parametrize(
    "kind",
    [
        "text/html; charset=utf-8", "text/markdown", "application/json", "application/ld+json", "application/xml",
        "application/rss+xml; charset=utf-8", "application/linkset+json", "application/x-bibtex", "image/svg+xml",
    ],
)  # fmt: skip
def test_text_of_any_type_is_compressed_and_says_that_it_depends(kind):
    packed = answer(HttpResponse(TEXT, content_type=kind, headers={"ETag": 'W/"a"'}))
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Content-Length"] == str(len(packed.content))
    assert gzip.decompress(packed.content) == TEXT
    assert packed.headers["ETag"] == 'W/"a"'
    assert packed.headers["Vary"] == "Accept-Encoding"
    assert packed.content == answer(HttpResponse(TEXT, content_type=kind)).content


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "br, gzip; q=0.0, *;q=0.5", "identity"])
def test_who_does_not_take_it_gets_plain_text_and_is_told_that_there_is_more(accepted):
    plain = answer(html(), accepted)
    assert plain.content == TEXT
    assert "Content-Encoding" not in plain.headers
    assert plain.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    "headers",
    [
        {"Cache-Control": "private, no-store"}, {"Content-Encoding": "br"}, {"Accept-Ranges": "bytes"},
        {"Content-Type": "image/png"}, {"Content-Type": "application/gzip"},
        {"Content-Type": "application/vnd.apache.parquet"},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_personal_or_packed_or_had_in_parts_stays_as_it_is(headers):
    response = HttpResponse(TEXT, headers={"Content-Type": "text/html"} | headers)
    assert answer(response).content == TEXT


def test_page_that_gives_a_cookie_stays_as_it_is():
    response = html()
    response.set_cookie("session", "secret")
    assert answer(response).content == TEXT


def test_part_of_a_file_stays_as_it_is():
    response = HttpResponse(TEXT, status=206, content_type="text/plain", headers={"Content-Range": "bytes 0-1/9"})
    assert answer(response).content == TEXT


def test_304_names_the_header_as_the_page_does():
    unchanged = answer(HttpResponse(status=304))
    assert unchanged.headers["Vary"] == "Accept-Encoding"
    assert unchanged.content == b""


def test_stream_is_compressed_chunk_by_chunk():
    chunks = [os.urandom(5_000).hex().encode() for _ in range(100)]
    waiting = iter(chunks)
    packed = answer(StreamingHttpResponse(waiting, content_type="application/xml"))
    assert packed.streaming
    received = b""
    parts = iter(packed.streaming_content)
    while len(received) < 10_000:
        received += next(parts)
    assert next(waiting) in chunks[1:20]  # the first bytes left long before the last are made
    packed = answer(StreamingHttpResponse(iter(chunks), content_type="application/xml"))
    assert gzip.decompress(packed.getvalue()) == b"".join(chunks)


@pytest.mark.django_db
@pytest.mark.usefixtures("collected_static")
def test_pages_and_feeds_are_sent_compressed_and_either_form_has_the_same_validators(client, held):
    paper = held()
    for path in ("/", paper.get_absolute_url(), f"{paper.get_absolute_url()}.json", "/rss/latest.xml", "/sitemap.xml"):
        plain, packed = client.get(path), client.get(path, headers={"Accept-Encoding": "gzip"})
        assert gzip.decompress(packed.getvalue()) == plain.getvalue(), path
        assert packed.headers["ETag"] == plain.headers["ETag"]
        unchanged = client.get(path, headers={"If-None-Match": packed.headers["ETag"]})
        assert unchanged.status_code == 304
        assert set(unchanged.headers["Vary"].split(", ")) == set(plain.headers["Vary"].split(", ")), path
