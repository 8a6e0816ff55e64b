"""What cannot be understood is told by name; headers, methods, budgets; nothing fails whatever is sent."""

import secrets

import pytest
from django.db import OperationalError

from common import budget, capacity
from common.problems import KINDS
from wovepaper.api import operations
from wovepaper.api.operations import OPERATIONS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]

REFUSED = [
    ("/papers", {"colour": "red"}, "unknown-parameter", "colour"),
    ("/papers", {"mode": "words"}, "unknown-parameter", "mode"),
    ("/papers/2401.16265", {"q": "x"}, "unknown-parameter", "q"),
    ("/papers", {"per-page": ["1", "2"]}, "repeated-parameter", "per-page"),
    ("/papers", {"per-page": "0"}, "bad-parameter", "per-page"),
    ("/papers", {"per-page": "201"}, "bad-parameter", "per-page"),
    ("/papers", {"per-page": "²"}, "bad-parameter", "per-page"),
    ("/papers", {"q": "\0"}, "bad-parameter", "q"),
    ("/papers", {"select": "title,colour"}, "unknown-field", "colour"),
    ("/papers", {"select": ""}, "unknown-field", ""),
    ("/papers/2401.16265|2401.16266", {"select": "colour"}, "unknown-field", "colour"),
    ("/papers", {"filter": "colour:red"}, "unknown-filter", "colour"),
    ("/papers", {"filter": "year:soon"}, "bad-filter", "year"),
    ("/papers", {"filter": "year:2020,year:2021"}, "bad-filter", "year"),
    ("/papers", {"filter": "category:none"}, "bad-filter", "category"),
    ("/papers", {"filter": "researcher:99999999999999999999"}, "bad-filter", "researcher"),
    ("/institutions", {"filter": "kind:castle"}, "bad-filter", "kind"),
    ("/search", {"filter": "year:2001|2002|2003,category:cs.LG|cs.CL|hep-th"}, "bad-filter", "filter"),
    ("/papers", {"sort": "colour"}, "unknown-sort", "sort"),
    ("/papers", {"sort": "cited"}, "unknown-sort", "sort"),
    ("/papers", {"q": "x", "sort": "oldest"}, "unknown-sort", "sort"),
    ("/researchers", {"sort": "relevance"}, "unknown-sort", "sort"),
    ("/papers", {"cursor": "made-by-hand"}, "bad-cursor", "cursor"),
    ("/papers", {"ids": "|"}, "bad-parameter", "ids"),
    ("/papers", {"ids": "2401.16265|a b"}, "bad-parameter", "ids"),
    ("/papers", {"ids": "2401.16265", "q": "x"}, "bad-parameter", "q"),
    ("/search", {"mode": "colour"}, "bad-parameter", "mode"),
]


@pytest.mark.parametrize(("path", "parameters", "kind", "named"), REFUSED)
def test_what_cannot_be_understood_is_named(path, parameters, kind, named, problem):
    told = problem(path, **parameters)
    assert (told["kind"], told.get("parameter", "")) == (kind, named)


def test_every_kind_of_problem_leads_to_its_explanation(page, problem):
    address = problem("/papers", colour="red")["type"].removeprefix("http://127.0.0.1:8000")
    tree = page(address.partition("#")[0])
    assert {heading["id"] for heading in tree.select("h2[id]")} == set(KINDS)


@pytest.mark.parametrize(
    "other",
    [("/papers", {"sort": "oldest"}), ("/papers", {"filter": "year:2020"}), ("/papers", {"q": "dark"}),
     ("/researchers", {}), ("/search", {"q": "dark"})],
)  # fmt: skip
def test_a_cursor_of_another_query_is_told(other, api, problem, woven):
    cursor = api("/papers", **{"per-page": 2})["meta"]["next_cursor"]
    path, parameters = other
    assert problem(path, cursor=cursor, **parameters)["kind"] == "cursor-of-another-query"
    assert api("/papers", cursor=cursor, select="title", **{"per-page": 3})["results"]


def test_a_changed_cursor_is_refused(api, problem, woven):
    cursor = api("/papers", **{"per-page": 2})["meta"]["next_cursor"]
    assert problem("/papers", cursor=cursor[:-1] + ("A" if cursor[-1] != "A" else "B"))["kind"] == "bad-cursor"


def test_other_sites_scripts_may_read_and_ask_first(client, woven):
    response = client.get("/api/v1/papers", headers={"Origin": "https://example.org"})
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert 'rel="service-desc"' in response.headers["Link"]
    assert "Set-Cookie" not in response.headers
    for path in ("/api/v1/papers", "/api/v1/papers/2401.16265", "/api/v1/nothing"):
        asked = client.options(path, headers={"Origin": "https://example.org", "Access-Control-Request-Method": "GET"})
        assert asked.status_code == 204
        assert "GET" in asked.headers["Access-Control-Allow-Methods"]


@pytest.mark.parametrize("path", ["/api/v1/papers", "/api/v1/papers/2401.16265", "/api/v1/nothing", "/api/"])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_other_methods_are_a_problem_document(method, path, client):
    client.handler.enforce_csrf_checks = True
    response = getattr(client, method)(path)
    assert response.status_code == 405
    assert response.json()["type"].endswith("#method-not-allowed")
    assert "GET" in response.headers["Allow"]


def test_a_network_is_told_what_is_left_and_when_to_come_back(client, settings, monkeypatch, woven):
    settings.LIMIT_BURST, settings.LIMIT_PER_MINUTE = 5, 60
    monkeypatch.setattr(budget, "_away_until", 0.0)
    address = f"10.{secrets.randbelow(256)}.{secrets.randbelow(256)}.7"
    answers = [client.get("/api/v1/papers", REMOTE_ADDR=address) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[0].headers["RateLimit-Policy"] == '"site";q=5;w=5'
    assert [answer.headers["RateLimit"].partition(";t=")[0] for answer in answers] == [
        '"site";r=3',
        '"site";r=1',
        '"site";r=1',
    ]
    assert int(answers[2].headers["Retry-After"]) >= 1
    assert answers[2].json()["type"].endswith("#too-many-requests")
    assert answers[2].headers["Access-Control-Allow-Origin"] == "*"


def test_a_crowd_of_searches_is_asked_to_wait_while_pages_answer(client, settings, monkeypatch, woven):
    """A purse as a site has it without settings of its own; it fills slowly, since this machine may be slow too."""
    settings.LIMIT_BURST, settings.LIMIT_PER_MINUTE = 300, 30
    monkeypatch.setattr(budget, "_away_until", 0.0)
    address = f"10.{secrets.randbelow(256)}.{secrets.randbelow(256)}.7"
    searches, pages = [], []
    for number in range(300):
        searches.append(client.get(f"/search?q=dark+{number}&mode=words", REMOTE_ADDR=address))
        if number % 30 == 0:
            pages.append(client.get(woven.papers[number // 30].get_absolute_url(), REMOTE_ADDR=address))
    assert {answer.status_code for answer in pages} == {200}
    refused = [answer for answer in searches if answer.status_code == 429]
    assert {answer.status_code for answer in searches} == {200, 429}
    assert [answer.status_code for answer in searches[:60]] == [200] * 60
    assert len(refused) > 150
    assert all(int(answer.headers["Retry-After"]) >= 1 for answer in refused)
    assert all("/dumps>" in answer.headers["Link"] and "/dumps" in answer.text for answer in refused)
    assert client.get("/api/v1/search?q=dark", REMOTE_ADDR=address).status_code == 429


def test_over_capacity_search_says_busy(problem, settings, tmp_path):
    settings.DATA_DIR, settings.EXPENSIVE_AT_ONCE = tmp_path, 1
    place = capacity.take()
    assert problem("/search", 503, q="dark")["kind"] == "busy"
    place.leave()


def test_while_the_database_is_away_the_api_says_so(client, monkeypatch):
    def away(asked):
        raise OperationalError("gone")

    (get_paper,) = [one for one in OPERATIONS if one.id == "getPaper"]
    monkeypatch.setattr(operations.papers, "paper_stamp", away)
    response = client.get("/api/v1/papers/2401.16265")
    assert get_paper.stamp
    assert (response.status_code, response.headers["Retry-After"]) == (503, "60")
    assert response.json()["type"].endswith("#away")


def test_a_fault_of_ours_is_a_problem_document(client, monkeypatch):
    def broken(arxiv_id):
        raise ZeroDivisionError

    monkeypatch.setattr(operations.papers, "paper_stamp", broken)
    client.raise_request_exception = False
    response = client.get("/api/v1/papers/2401.16265")
    assert response.status_code == 500
    assert response.headers["Content-Type"] == "application/problem+json"
