"""The stand-in for arXiv answers as the recorded server did, and its faults are what they say."""

import gzip
import http.client
import json
import re
import urllib.error
import urllib.request
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import pytest
from lxml import etree

from tests.upstreams.arxiv import ArxivServer, oai, record

RECORDED = Path(__file__).resolve().parents[3] / "shared/upstream/arxiv/oai/server-2026"
OAI = "{http://www.openarchives.org/OAI/2.0/}"
NOW = datetime(2026, 11, 30, 10, 7, 18, tzinfo=UTC)
needs_recordings = pytest.mark.skipif(not RECORDED.is_dir(), reason="../shared/upstream/arxiv is not here")


def fetch(url, **query):
    with urllib.request.urlopen(f"{url}?{urlencode(query)}", timeout=10) as answer:
        return answer.read()


def harvest(server, **query):
    """Every record of a list, by tokens."""
    found, query = [], {"verb": "ListRecords", "metadataPrefix": "arXivRaw", **query}
    while True:
        root = etree.fromstring(fetch(server.oai_url, **query))
        found += [one.text for one in root.iter(f"{OAI}identifier")]
        token = root.findtext(f"{OAI}ListRecords/{OAI}resumptionToken")
        if not token:
            return found
        query = {"verb": "ListRecords", "resumptionToken": token}


def recorded_errors():
    if not RECORDED.is_dir():
        return []
    entries = [json.loads(line) for line in (RECORDED / "index.jsonl").read_text().splitlines()]
    unspoken = ("error-badargument-listsets-token.xml", "case-getrecord-versioned-id.xml")
    return [
        pytest.param(entry["url"], entry["file"], id=entry["file"])
        for entry in entries
        if entry["file"].startswith(("error-", "case-token")) and entry["file"] not in unspoken
    ]


@needs_recordings
@pytest.mark.parametrize(("url", "file"), recorded_errors())
def test_errors_are_worded_as_recorded(url, file):
    pairs = parse_qsl(urlsplit(url).query.replace("metadataPrefix=arXiv&", "metadataPrefix=arXivRaw&"))
    pairs = [(name, "arXivRaw" if (name, value) == ("metadataPrefix", "arXiv") else value) for name, value in pairs]
    said = etree.fromstring(oai.answer(pairs, [record("2401.00001")], now=NOW)).find(f"{OAI}error")
    recorded = etree.fromstring((RECORDED / file).read_bytes()).find(f"{OAI}error")
    assert (said.get("code"), said.text) == (recorded.get("code"), recorded.text)


@needs_recordings
def test_recorded_chain_is_served_byte_by_byte():
    with ArxivServer(recorded_chain=RECORDED) as server:
        found = harvest(server)
        page = fetch(server.oai_url, verb="ListRecords", metadataPrefix="arXivRaw", **{"from": "2020-01-01"})
    assert len(found) == len(set(found)) == 509
    assert page == (RECORDED / "listrecords-arXivRaw-all-page0.xml").read_bytes()
    assert [request.query["verb"] for request in server.requests] == ["ListRecords"] * 5


@needs_recordings
def test_tokens_over_the_same_papers_are_those_recorded():
    pages = [etree.parse(RECORDED / f"listrecords-arXivRaw-all-page{number}.xml").getroot() for number in range(4)]
    headers = [header for page in pages for header in page.iter(f"{OAI}header")]
    records = [
        record(
            header.findtext(f"{OAI}identifier").removeprefix("oai:arXiv.org:"),
            update_date=header.findtext(f"{OAI}datestamp"),
        )
        for header in headers
    ]
    sizes = {sum(1 for _ in page.iter(f"{OAI}header")) for page in pages[:3]}
    assert len(sizes) == 1
    with ArxivServer(records, page_size=sizes.pop()) as server:
        harvest(server)
    asked = [request.query["resumptionToken"] for request in server.requests[1:]]
    assert asked == [page.findtext(f"{OAI}ListRecords/{OAI}resumptionToken") for page in pages[:3]]


@needs_recordings
def test_a_record_is_written_as_recorded():
    recorded = (RECORDED / "getrecord-arXivRaw-0908.3762.xml").read_bytes()
    raw = etree.fromstring(recorded).find(".//{*}arXivRaw")
    facts = {
        child.tag.partition("}")[2]: child.text for child in raw if child.tag.partition("}")[2] not in ("version", "id")
    }
    versions = [
        {"version": one.get("version"), "created": one[0].text, "size": one[1].text}
        | ({"source_type": one[2].text} if len(one) > 2 else {})
        for one in raw.iter("{*}version")
    ]
    made = record("0908.3762", update_date="2012-10-12", versions=versions, **facts)
    query = [("verb", "GetRecord"), ("identifier", "oai:arXiv.org:0908.3762"), ("metadataPrefix", "arXivRaw")]
    now = datetime(2026, 11, 30, 10, 7, 17, tzinfo=UTC)
    assert re.sub(rb"\s+", b" ", oai.answer(query, [made], now=now)) == re.sub(rb"\s+", b" ", recorded)


def papers(count, day="2024-01-03"):
    return [record(f"2401.{number:05}", update_date=day) for number in range(1, count + 1)]


def test_a_harvest_of_several_pages_gives_each_record_once():
    with ArxivServer(papers(7), page_size=3) as server:
        assert harvest(server) == [f"oai:arXiv.org:2401.{number:05}" for number in range(1, 8)]
    assert len(server.requests) == 3


def test_days_and_sets_are_kept_over_tokens():
    records = [*papers(5), record("2402.00001", update_date="2024-02-02"), record("2401.09999", categories="math.GT")]
    with ArxivServer(records, page_size=2) as server:
        found = harvest(server, set="cs:cs", until="2024-01-31", **{"from": "2024-01-01"})
    assert found == [f"oai:arXiv.org:2401.{number:05}" for number in range(1, 6)]


def test_a_set_finds_papers_filed_under_its_alias():
    with ArxivServer([record("2401.00001", categories="cs.SY")]) as server:
        assert harvest(server, set="eess") == ["oai:arXiv.org:2401.00001"]


def test_a_record_that_changes_in_mid_harvest_moves_to_the_end():
    with ArxivServer(papers(4), page_size=2) as server:
        moved = lambda server: server.change("2401.00004", update_date="2024-03-03", title="Anew")  # noqa: E731
        server.faults.push("call", after=1, action=moved)
        found = harvest(server)
        assert server.faults.left == 0
    assert found[-1] == "oai:arXiv.org:2401.00004"
    assert len(found) == 4


def test_a_deleted_record_has_a_header_only():
    with ArxivServer([record("2401.00001", _deleted=True)]) as server:
        page = fetch(server.oai_url, verb="ListRecords", metadataPrefix="arXivRaw")
    assert b'<header status="deleted">' in page
    assert b"<metadata>" not in page


def test_query_api_gives_asked_ids_and_leaves_unknown_ones_out():
    with ArxivServer(papers(3)) as server:
        feed = etree.fromstring(fetch(server.api_url, id_list="2401.00002,2401.09999", max_results=100))
    assert [one.text for one in feed.iterfind("{*}entry/{*}id")] == ["http://arxiv.org/abs/2401.00002v1"]


def test_one_bad_id_spoils_a_query():
    with ArxivServer(papers(1)) as server, pytest.raises(urllib.error.HTTPError) as error:
        fetch(server.api_url, id_list="2401.00001,abc")
    assert error.value.code == 400
    assert b"incorrect id format for abc" in error.value.read()


def ask(server):
    return fetch(server.oai_url, verb="ListRecords", metadataPrefix="arXivRaw")


def test_status_faults_carry_their_wait_and_are_used_up():
    with ArxivServer(papers(1)) as server:
        server.faults.push("503", retry_after=7)
        server.faults.push("429")
        for code, wait in ((503, "7"), (429, None)):
            with pytest.raises(urllib.error.HTTPError) as error:
                ask(server)
            assert (error.value.code, error.value.headers["Retry-After"]) == (code, wait)
        assert b"2401.00001" in ask(server)
    assert [(request.status, request.fault) for request in server.requests] == [(503, "503"), (429, "429"), (200, "")]


def test_a_fault_waits_for_its_turn_and_its_service():
    with ArxivServer(papers(1)) as server:
        server.faults.push("html", after=1, where="oai")
        fetch(server.api_url, id_list="2401.00001")
        assert b"2401.00001" in ask(server)
        assert ask(server).startswith(b"<!DOCTYPE html>")


@pytest.mark.parametrize("kind", ["short", "reset"])
def test_an_answer_breaks_off_in_the_body(kind):
    with ArxivServer(papers(50)) as server:
        server.faults.push(kind)
        with pytest.raises((http.client.IncompleteRead, ConnectionError)):
            ask(server)


def test_a_timeout_ends_without_an_answer():
    with ArxivServer(papers(1)) as server:
        server.faults.push("timeout", seconds=0.1)
        with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
            ask(server)


def test_truncated_empty_and_dripping_answers():
    with ArxivServer(papers(2)) as server:
        right = ask(server)
        server.faults.push("truncated")
        server.faults.push("empty")
        server.faults.push("drip", seconds=0.001, count=20)
        assert right.startswith(ask(server)[:200])
        assert ask(server) == b""
        assert len(ask(server)) == len(right)


def test_an_expired_token_is_refused_but_a_first_page_passes():
    with ArxivServer(papers(3), page_size=2) as server:
        server.faults.push("expired")
        token = etree.fromstring(ask(server)).findtext(f".//{OAI}resumptionToken")
        answer = fetch(server.oai_url, verb="ListRecords", resumptionToken=token)
    assert b"code='badResumptionToken'" in answer


def test_a_page_is_repeated_and_a_token_never_changes():
    with ArxivServer(papers(5), page_size=2) as server:
        first = ask(server)
        token = etree.fromstring(first).findtext(f".//{OAI}resumptionToken")
        server.faults.push("repeat")
        server.faults.push("same_token", times=None)
        assert fetch(server.oai_url, verb="ListRecords", resumptionToken=token) == first
        for _ in range(2):
            page = etree.fromstring(fetch(server.oai_url, verb="ListRecords", resumptionToken=token))
            assert page.findtext(f".//{OAI}resumptionToken") == token


def test_a_gzip_bomb_is_small_on_the_wire_and_large_unpacked():
    with ArxivServer() as server:
        server.faults.push("gzip_bomb", megabytes=3)
        packed = ask(server)
    assert len(packed) < 10_000
    assert len(gzip.decompress(packed)) == 3_000_000


def test_a_redirect_leads_to_another_host():
    with ArxivServer() as server:
        server.faults.push("redirect", location="http://192.0.2.1/oai")
        connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=10)
        connection.request("GET", "/oai?verb=Identify")
        answer = connection.getresponse()
        connection.close()
    assert (answer.status, answer.headers["Location"]) == (302, "http://192.0.2.1/oai")


def test_wrong_charset_is_no_utf_8():
    with ArxivServer(papers(1)) as server:
        server.faults.push("charset")
        with pytest.raises(UnicodeDecodeError):
            ask(server).decode()


def test_an_unknown_fault_is_refused():
    with ArxivServer() as server, pytest.raises(ValueError, match="unknown fault 'flood'"):
        server.faults.push("flood")


def test_a_query_may_come_by_post():
    with ArxivServer(papers(1)) as server:
        body = urlencode({"verb": "ListRecords", "metadataPrefix": "arXivRaw"}).encode()
        with urllib.request.urlopen(server.oai_url, data=body, timeout=10) as answer:
            assert b"2401.00001" in answer.read()


def test_a_token_must_be_encoded_again_in_the_next_address():
    with ArxivServer(papers(3), page_size=2) as server:
        token = etree.fromstring(ask(server)).findtext(f".//{OAI}resumptionToken")
        assert token == quote("verb=ListRecords&metadataPrefix=arXivRaw&from=2024-01-03&skip=2", safe="")
        assert b"2401.00003" in fetch(server.oai_url, verb="ListRecords", resumptionToken=token)
        with urllib.request.urlopen(f"{server.oai_url}?verb=ListRecords&resumptionToken={token}", timeout=10) as answer:
            assert b"code='badResumptionToken'" in answer.read()
