"""Asking over HTTP: what goes out, and what each kind of answer is called."""

from datetime import timedelta

import httpx
import pytest

from harvest.http import Broken, Busy, Client, Denied, Limits, Unreachable
from harvest.sources.arxiv.client import ArxivClient
from tests.upstreams.arxiv import ArxivServer, record


@pytest.fixture
def server():
    with ArxivServer(records=[record("2401.00001")]) as server:
        yield server


def ask(server, **limits):
    with Client(server.oai_url, limits=Limits(**limits)) as client:
        return client.ask({"verb": "ListRecords", "metadataPrefix": "arXivRaw"})


def answering(response):
    return Client("https://arxiv.example/oai", httpx.MockTransport(lambda request: response))


def test_our_name_and_contact_go_out(server, settings):
    settings.OPERATOR_CONTACT = "mailto:me@example.org"
    ask(server)
    agent = server.requests[0].headers["User-Agent"]
    assert agent.startswith("wovepaper/") and settings.SITE_URL in agent and "mailto:me@example.org" in agent


@pytest.mark.parametrize("status", ["429", "503"])
def test_busy_source_tells_how_long_to_wait_in_seconds(server, status):
    server.faults.push(status, retry_after=17)
    with pytest.raises(Busy) as caught:
        ask(server)
    assert caught.value.retry_after == timedelta(seconds=17)


def test_busy_source_that_tells_no_time(server):
    server.faults.push("429")
    with pytest.raises(Busy) as caught:
        ask(server)
    assert caught.value.retry_after is None


@pytest.mark.parametrize(
    ("told", "wait"),
    [
        ("Mon, 30 Nov 2026 10:05:00 GMT", timedelta(minutes=5)),
        ("Mon, 30 Nov 2026 09:00:00 GMT", timedelta()),
        ("Wed, 30 Dec 2099 09:00:00 GMT", timedelta(days=1)),
        ("99999999999999999999", timedelta(days=1)),
        ("soon", None),
        ("-5", None),
    ],
)
def test_retry_after_is_read_by_the_clock_of_the_server(told, wait):
    headers = {"Retry-After": told, "Date": "Mon, 30 Nov 2026 10:00:00 GMT"}
    with pytest.raises(Busy) as caught:
        answering(httpx.Response(503, headers=headers)).ask({})
    assert caught.value.retry_after == wait


@pytest.mark.parametrize("kind", ["500", "502", "504", "reset", "short"])
def test_passing_trouble_is_called_unreachable(server, kind):
    server.faults.push(kind)
    with pytest.raises(Unreachable):
        ask(server)


def test_silence_and_a_slow_drip_end_in_time(server):
    server.faults.push("timeout", seconds=3)
    with pytest.raises(Unreachable):
        ask(server, read=0.2)
    server.faults.push("drip", seconds=0.05, count=100)
    with pytest.raises(Unreachable, match="not complete"):
        ask(server, read=1, total=0.3)


def test_no_connection_is_unreachable():
    with Client("http://127.0.0.1:9/oai") as client, pytest.raises(Unreachable):
        client.ask({})


def test_gzip_bomb_is_stopped_before_it_unfolds(server):
    server.faults.push("gzip_bomb", megabytes=200)
    with pytest.raises(Broken, match="when unpacked"):
        ask(server)


@pytest.mark.parametrize(
    ("headers", "content"),
    [
        ({"Content-Encoding": "br"}, b"whatever"),
        ({"Content-Encoding": "gzip"}, b"no gzip at all"),
        ({"Content-Encoding": "gzip"}, b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"),
    ],
)
def test_packing_that_is_damaged_or_was_not_asked_for_is_broken(headers, content):
    def stream(request):
        return httpx.Response(200, headers=headers, stream=httpx.ByteStream(content))

    with pytest.raises(Broken):
        Client("https://arxiv.example/oai", httpx.MockTransport(stream)).ask({})


def test_plain_answer_beyond_the_limit_is_broken():
    client = Client(
        "https://arxiv.example/oai",
        httpx.MockTransport(lambda request: httpx.Response(200, stream=httpx.ByteStream(b"x" * 2000))),
        Limits(unpacked=1000),
    )
    with pytest.raises(Broken, match="1000 bytes"):
        client.ask({})


def test_redirect_is_never_followed(server):
    server.faults.push("redirect", location="http://192.0.2.1/oai")
    with pytest.raises(Denied, match=r"192\.0\.2\.1"):
        ask(server)
    assert len(server.requests) == 1


def test_public_name_must_not_lead_into_a_private_network(server, monkeypatch):
    with Client(server.oai_url) as client:
        client._base = f"http://arxiv.localhost:{server.url.rpartition(':')[2]}/oai"
        monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: [(2, 1, 6, "", ("127.0.0.1", int(server.url[-5:])))])
        with pytest.raises(Denied, match=r"private address 127\.0\.0\.1"):
            client.ask({"verb": "Identify"})


def test_token_goes_out_with_its_percent_signs_encoded_once_more(settings):
    sent = []

    def note(request):
        sent.append(str(request.url))
        return httpx.Response(200, stream=httpx.ByteStream(b""))

    settings.ARXIV_OAI_URL = "https://arxiv.example/oai"
    token = "verb%3DListRecords%26metadataPrefix%3DarXivRaw%26from%3D2011-04-05%26skip%3D2"
    ArxivClient(httpx.MockTransport(note)).list_records(token=token)
    assert sent == [
        "https://arxiv.example/oai?verb=ListRecords&resumptionToken=verb%253DListRecords%2526metadataPrefix"
        "%253DarXivRaw%2526from%253D2011-04-05%2526skip%253D2"
    ]
