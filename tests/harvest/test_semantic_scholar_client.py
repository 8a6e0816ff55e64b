"""Asking Semantic Scholar over HTTP: null rows, spoilt and oversized batches, keys; against the local server."""

import pytest

from harvest.http import Broken, Busy, Denied, Unreachable
from harvest.sources.semantic_scholar.authors import parse_authors
from harvest.sources.semantic_scholar.client import SemanticScholarClient, paper_key
from harvest.sources.semantic_scholar.papers import parse_batch
from tests.upstreams.json_server import as_json
from tests.upstreams.semantic_scholar import S2Records, SemanticScholarServer, author, paper, paper_id

IDS = [f"2401.{number:05}" for number in range(1, 701)]
KEYS = [paper_key(one) for one in IDS]


@pytest.fixture
def upstream(settings):
    world = S2Records(papers=[paper(number, one, authors=[("7", "A. Lee")]) for number, one in enumerate(IDS, 1)])
    with SemanticScholarServer(world) as server:
        settings.S2_API_URL = server.url
        settings.S2_API_KEY = ""
        yield server


@pytest.fixture
def client(upstream):
    with SemanticScholarClient() as client:
        yield client


def sizes(server):
    return [len(request.body["ids"]) for request in server.requests]


def test_papers_come_five_hundred_at_a_time(upstream, client):
    found = client.papers(KEYS)
    assert list(found.rows) == KEYS
    assert all(row["externalIds"]["ArXiv"] == key.removeprefix("ARXIV:") for key, row in found.rows.items())
    assert sizes(upstream) == [500, 200]


def test_unknown_ids_are_null_rows_in_their_place(upstream, client):
    keys = ["ARXIV:2402.00001", KEYS[4], "ARXIV:2402.00002", KEYS[2]]
    found = client.papers(keys)
    answered = parse_batch(list(found.rows), list(found.rows.values()))
    assert [(one.asked, one.record and one.record.arxiv_ids) for one in answered] == [
        ("ARXIV:2402.00001", None),
        (KEYS[4], ("2401.00005",)),
        ("ARXIV:2402.00002", None),
        (KEYS[2], ("2401.00003",)),
    ]


def test_no_valid_ids_means_all_unknown_yet(upstream, client):
    found = client.papers(["ARXIV:2611.00001", "ARXIV:2611.00002"])
    assert upstream.requests[0].status == 400
    assert found.rows == {"ARXIV:2611.00001": None, "ARXIV:2611.00002": None}
    assert found.failed == {}


@pytest.mark.parametrize("bad", ["", "ARXIV:2401.00001v2", "ARXIV:cs.LG/0101001", "2401.00001", "ARXIV:", "x" * 40])
def test_an_id_that_would_spoil_the_batch_is_not_sent(upstream, client, bad):
    found = client.papers([bad, KEYS[0]])
    assert list(found.rows) == [KEYS[0]]
    assert found.failed == {bad: "no id of Semantic Scholar's"}
    assert upstream.requests[0].body == {"ids": [KEYS[0]]}


def test_a_merged_paper_answers_under_its_new_id(upstream, client):
    upstream.world = S2Records(papers=[paper(2, "2401.00002")], merged={paper_id(1): paper_id(2)})
    found = client.papers([paper_id(1)])
    assert [one.record.outside_id for one in parse_batch(list(found.rows), list(found.rows.values()))] == [paper_id(2)]


def test_one_bad_record_is_found_by_halves(upstream, client):
    upstream.poison = {KEYS[100]}
    found = client.papers(KEYS[:500])
    assert len(found.rows) == 499
    assert found.failed == {KEYS[100]: "HTTP 500 Internal Server Error"}
    assert len(upstream.requests) < 25


def test_a_bad_record_is_had_with_fewer_fields(upstream, client):
    upstream.poison, upstream.cured_by_fewer = {KEYS[3]}, True
    found = client.papers(KEYS[:8])
    assert set(found.rows) == set(KEYS[:8])
    assert "references" not in found.rows[KEYS[3]]
    assert found.failed == {}


def test_an_answer_above_ten_megabytes_is_asked_for_by_halves(upstream, client):
    upstream.most_bytes = 100_000
    found = client.papers(KEYS[:500])
    assert len(found.rows) == 500
    assert sizes(upstream)[:3] == [500, 250, 250]
    assert {request.status for request in upstream.requests} == {200, 400}


def test_a_gateway_that_times_out_gets_smaller_batches(upstream, client):
    upstream.largest_batch = 130
    assert len(client.papers(KEYS[:500]).rows) == 500
    assert sizes(upstream) == [500, 500, 250, 250, 125, 125, 125, 125]


def test_without_a_key_the_pool_may_be_busy(upstream, client, settings):
    upstream.key, upstream.keyless_busy = "right", True
    with pytest.raises(Busy, match="Too Many Requests") as busy:
        client.papers(KEYS[:2])
    assert busy.value.retry_after is None
    settings.S2_API_KEY = "right"
    assert len(client.papers(KEYS[:2]).rows) == 2


def test_a_retry_after_is_honoured_where_there_is_one(upstream, client):
    upstream.faults.push("429", retry_after=40)
    with pytest.raises(Busy) as busy:
        client.papers(KEYS[:2])
    assert busy.value.retry_after.total_seconds() == 40


def test_a_pruned_key_is_not_tried_again(upstream, client, settings):
    settings.S2_API_KEY = "pruned"
    with pytest.raises(Denied, match="HTTP 403 Forbidden"):
        client.papers(KEYS)
    assert len(upstream.requests) == 1


def test_a_list_of_another_length_is_never_zipped(upstream, client):
    upstream.recorded = type("Short", (), {"reply": staticmethod(lambda exchange: as_json([None]))})()
    with pytest.raises(Broken, match=r"no list of \d+ rows"):
        client.papers(KEYS[:500])
    assert min(sizes(upstream)) > 1


def test_a_source_that_is_down_is_left_alone(upstream, client):
    upstream.faults.push("500", times=None)
    with pytest.raises(Unreachable):
        client.papers(KEYS[:500])
    assert len(upstream.requests) == 6


def test_authors_come_with_their_counts_and_gone_ones_as_null(upstream, client):
    told = author("7", "A. Lee", hIndex=3, affiliations=["MIT"], externalIds={"ORCID": "0000-0002-1825-0097"})
    upstream.world = S2Records(authors=[told])
    found = client.authors(["7", "8", "x"])
    records = parse_authors(list(found.rows), list(found.rows.values()))
    assert (records["7"].h_index, records["7"].orcid) == (3, "0000-0002-1825-0097")
    assert [one.name for one in records["7"].affiliations] == ["MIT"]
    assert records["8"] is None
    assert list(found.failed) == ["x"]


def test_authors_of_papers_tell_their_orcid(upstream, client):
    row = {"authorId": "7", "name": "A. Lee", "externalIds": {"ORCID": "0000-0002-1825-0097", "DBLP": ["Ann Lee"]}}
    upstream.world = S2Records(papers=[paper(1, "2401.00001", references=[2, None, 2]) | {"authors": [row]}])
    found = client.papers(KEYS[:1])
    record = parse_batch(list(found.rows), list(found.rows.values()))[0].record
    assert (record.authors[0].profile_id, record.authors[0].orcid) == ("7", "0000-0002-1825-0097")
    assert record.reference_ids == (paper_id(2),)
