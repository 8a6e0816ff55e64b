"""Asking OpenAlex over HTTP: works by both ways, pages, halves, merges, keys, refusals; against the local server."""

from decimal import Decimal

import pytest

from harvest.http import Broken, Busy, Denied, Unreachable
from harvest.sources.json_api import OpenGate
from harvest.sources.openalex.authors import parse_author
from harvest.sources.openalex.client import OpenAlexClient
from harvest.sources.openalex.works import parse_work, parse_works, under
from tests.upstreams.json_server import as_json
from tests.upstreams.openalex import OpenAlexRecords, OpenAlexServer, author, work

IDS = [f"2401.{number:05}" for number in range(1, 251)]


class CountingGate(OpenGate):
    """Notes what passes; `bad` failures were answered by asking for less."""

    def __init__(self):
        self.costs, self.headers, self.waits, self.failures = [], [], [], []

    def enter(self, cost):
        self.costs.append(cost)

    def told(self, headers, wait):
        self.headers.append(headers)
        self.waits.append(wait)

    def bad(self, error):
        self.failures.append(str(error))


@pytest.fixture
def upstream(settings):
    with OpenAlexServer(OpenAlexRecords()) as server:
        settings.OPENALEX_API_URL = server.url
        settings.OPENALEX_API_KEY = ""
        yield server


@pytest.fixture
def gate():
    return CountingGate()


@pytest.fixture
def client(upstream, gate):
    with OpenAlexClient(gate) as client:
        yield client


def records(batch):
    return [record for reply in batch.replies for record in parse_works(reply.payload).records]


def test_preprints_are_found_by_doi_a_hundred_at_a_time(upstream, client, gate):
    upstream.world = OpenAlexRecords(works=[work(f"W{number}", one) for number, one in enumerate(IDS, 1)])
    found = records(client.works_by_arxiv_doi(IDS))
    assert sorted(one.arxiv_ids[0] for one in found) == IDS
    assert gate.costs == [Decimal("0.0001")] * 3
    assert upstream.requests[0].query["filter"].startswith("doi:10.48550/arxiv.2401.00001|10.48550/arxiv.2401.00002|")


def test_published_papers_are_found_by_their_landing_page(upstream, client):
    upstream.world = OpenAlexRecords(works=[work("W1", "hep-th/9901001", published_doi="10.1000/xyz")])
    assert records(client.works_by_arxiv_doi(["hep-th/9901001"])) == []
    found = records(client.works_by_landing_page(["hep-th/9901001"]))
    assert [(one.arxiv_ids, one.doi) for one in found] == [(("hep-th/9901001",), "10.1000/xyz")]


def test_a_place_spelt_with_https_is_asked_for_as_such(upstream, client):
    published = work("W1", "2401.00001", published_doi="10.1000/xyz")
    published["locations"][1]["landing_page_url"] = "https://arxiv.org/abs/2401.00001"
    upstream.world = OpenAlexRecords(works=[published])
    assert records(client.works_by_landing_page(["2401.00001"])) == []
    assert len(records(client.works_by_landing_page(["2401.00001"], scheme="https"))) == 1


def test_two_works_with_one_doi_come_with_a_second_page(upstream, client, gate):
    ids = IDS[:100]
    twice = [work(f"W{number}", ids[number % 100]) for number in range(1, 151)]
    upstream.world = OpenAlexRecords(works=twice)
    found = records(client.works_by_arxiv_doi(ids))
    assert len({one.outside_id for one in found}) == 150
    assert len(gate.costs) == 2
    assert len(under(found, ids[1])) == 2


def test_a_big_list_that_fails_is_asked_again_and_then_by_halves(upstream, client, gate):
    upstream.world = OpenAlexRecords(works=[work(f"W{number}", one) for number, one in enumerate(IDS[:100], 1)])
    upstream.largest_list = 30
    batch = client.works_by_arxiv_doi(IDS[:100])
    assert len(records(batch)) == 100
    assert batch.failed == {}
    sizes = [request.query["filter"].count("|") + 1 for request in upstream.requests]
    assert sizes == [100, 100, 50, 50, 25, 25, 25, 25]
    assert len(gate.failures) == 4


def test_one_bad_record_costs_nobody_else(upstream, client):
    upstream.world = OpenAlexRecords(works=[work(f"W{number}", one) for number, one in enumerate(IDS[:100], 1)])
    upstream.poison = {"2401.00037"}
    batch = client.works_by_arxiv_doi(IDS[:100])
    assert len(records(batch)) == 99
    assert batch.failed == {"2401.00037": "HTTP 500"}


def test_a_source_that_is_down_is_not_asked_for_every_id(upstream, client):
    upstream.faults.push("502", times=None)
    with pytest.raises(Unreachable):
        client.works_by_arxiv_doi(IDS[:100])
    assert len(upstream.requests) == 6


def test_a_cut_author_list_is_whole_when_asked_for_alone(upstream, client, gate):
    upstream.world = OpenAlexRecords(works=[work("W1", "2401.00001", authors=[f"Ann {n}" for n in range(300)])])
    listed = records(client.works_by_arxiv_doi(["2401.00001"]))[0]
    assert (len(listed.authors), listed.authors_truncated) == (100, True)
    whole = parse_work(client.work("W1").reply.payload, whole=True)
    assert (len(whole.authors), whole.authors_truncated) == (300, False)
    assert gate.costs == [Decimal("0.0001"), 0]


def test_a_cut_that_is_not_told_is_seen_by_its_number(upstream, client):
    upstream.world = OpenAlexRecords(works=[work("W1", "2401.00001", authors=[f"Ann {n}" for n in range(101)])])
    upstream.tells_cut = False
    assert records(client.works_by_arxiv_doi(["2401.00001"]))[0].authors_truncated


def test_a_merged_author_is_followed_and_its_new_id_told(upstream, client):
    upstream.world = OpenAlexRecords(
        authors=[author("A5000000003", "Ann Lee")],
        merged={"A5000000001": "A5000000002", "A5000000002": "A5000000003"},
    )
    looked = client.author("A5000000001")
    assert (looked.asked, looked.moved_to) == ("A5000000001", "A5000000003")
    assert parse_author(looked.reply.payload).name == "Ann Lee"


def test_an_id_that_is_gone_is_told_as_such(upstream, client):
    upstream.world = OpenAlexRecords(authors=[author("A5000000001", "Ann Lee")], merged_away=["A5000000001"])
    assert client.author("A5000000001").reply is None
    assert client.work("W404").reply is None


def test_authors_that_a_list_leaves_out_are_seen(upstream, client):
    upstream.world = OpenAlexRecords(
        authors=[author("A5000000001", "Ann Lee"), author("A5000000003", "Bo Ek")],
        merged={"A5000000002": "A5000000003"},
    )
    asked = ["A5000000001", "A5000000002", "A5000000009"]
    assert set(asked) - client.authors(asked).ids == {"A5000000002", "A5000000009"}


def test_redirects_in_a_ring_end(upstream, client):
    upstream.world = OpenAlexRecords(merged={"A5000000001": "A5000000002", "A5000000002": "A5000000001"})
    with pytest.raises(Broken, match="redirects more than 5 times"):
        client.author("A5000000001")


def test_a_spent_budget_says_when_to_come_again(upstream, client, gate):
    upstream.budget, upstream.resets_in = Decimal("0.00015"), 7200
    upstream.world = OpenAlexRecords(works=[work("W1", "2401.00001")])
    client.works_by_arxiv_doi(["2401.00001"])
    assert gate.headers[-1]["x-ratelimit-remaining-usd"] == "0.00005"
    with pytest.raises(Busy, match="Daily budget is used up") as busy:
        client.works_by_arxiv_doi(["2401.00001"])
    assert busy.value.retry_after.total_seconds() == 7200
    assert gate.waits[-1].total_seconds() == 7200
    assert client.work("W1").reply is not None  # single ones are free


def test_a_wait_told_in_the_body_alone_is_heard(upstream, client):
    told = as_json({"error": "Rate limit exceeded", "retryAfter": 33}, 429)
    upstream.recorded = type("Refusing", (), {"reply": staticmethod(lambda exchange: told)})()
    with pytest.raises(Busy) as busy:
        client.work("W1")
    assert busy.value.retry_after.total_seconds() == 33


def test_a_refusal_as_html_is_busy_without_a_time(upstream, client):
    upstream.faults.push("503", body=b"<html>later</html>")
    with pytest.raises(Busy) as busy:
        client.work("W1")
    assert busy.value.retry_after is None


@pytest.mark.parametrize("fault", ["html", "empty", "truncated", "short", "reset"])
def test_an_answer_that_is_none_is_asked_for_again(upstream, client, gate, fault):
    upstream.world = OpenAlexRecords(works=[work("W1", "2401.00001")])
    upstream.faults.push(fault)
    assert len(records(client.works_by_arxiv_doi(["2401.00001"]))) == 1
    assert len(gate.failures) == 1


def test_a_mistake_of_ours_is_not_repeated(upstream, client, monkeypatch):
    monkeypatch.setattr("harvest.sources.openalex.client.WORK_FIELDS", "id,nonsense")
    with pytest.raises(Denied, match="nonsense is not a valid select field"):
        client.works_by_arxiv_doi(IDS[:10])
    assert len(upstream.requests) == 1


def test_the_key_goes_in_a_header_and_a_wrong_one_is_told(upstream, client, settings):
    upstream.key, upstream.keyless_busy = "right", True
    upstream.world = OpenAlexRecords(works=[work("W1", "2401.00001")])
    with pytest.raises(Busy):
        client.work("W1")
    settings.OPENALEX_API_KEY = "right"
    assert client.work("W1").reply.status == 200
    settings.OPENALEX_API_KEY = "wrong"
    with pytest.raises(Denied, match="API key not found"):
        client.work("W1")
    assert not any("right" in str(request.query) for request in upstream.requests)


def test_a_location_elsewhere_is_not_followed(upstream, client):
    upstream.world = OpenAlexRecords(merged={"A5000000001": "../../evil"})
    with pytest.raises(Broken, match="which is no id"):
        client.author("A5000000001")
