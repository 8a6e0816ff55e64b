"""Budgets of networks in a real Valkey, places on this host, and what is answered when either is used up."""

import json
import secrets
import subprocess
import sys

import pytest
from django.http import HttpResponse, StreamingHttpResponse

from common import budget, capacity
from common.limits import limited, network_of
from wovepaper.embedded.processes import free_port

pytestmark = pytest.mark.django_db


@pytest.fixture
def tight(settings, monkeypatch):
    """Ten units at once, one a second; keys of its own."""
    settings.LIMIT_BURST, settings.LIMIT_PER_MINUTE = 10, 60
    settings.LIMIT_COSTS = settings.LIMIT_COSTS | {"search": 5}
    monkeypatch.setattr(budget, "_away_until", 0.0)
    return settings


@pytest.fixture
def network():
    """An address in a network that no other test has asked from."""
    return f"10.{secrets.randbelow(256)}.{secrets.randbelow(256)}."


@limited("search")
def view(request):
    return HttpResponse("found")


@limited("file")
def stream(request):
    return StreamingHttpResponse(iter([b"a", b"b"]))


def test_a_network_spends_its_budget_and_is_told_when_to_come_back(rf, tight, network, collected_static):
    answers = [view(rf.get("/search", REMOTE_ADDR=network + "7")) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 1 <= int(answers[2].headers["Retry-After"]) <= 5
    assert answers[2].headers["Cache-Control"] == "no-store"
    assert "Too many searches from your network" in answers[2].text
    assert view(rf.get("/search", REMOTE_ADDR=network + "200")).status_code == 429
    neighbour = network.rsplit(".", 2)[0] + f".{(int(network.split('.')[2]) + 1) % 256}.7"
    assert view(rf.get("/search", REMOTE_ADDR=neighbour)).status_code == 200


def test_what_is_refused_costs_nothing_and_what_was_spent_comes_back_evenly(tight, network):
    assert budget.spend(network, 10).wait == 0
    waits = [budget.spend(network, 4).wait for _ in range(20)]
    assert all(0 < wait <= 4 for wait in waits)
    assert waits == sorted(waits, reverse=True)


def test_what_costs_more_than_may_be_spent_at_once_is_still_to_be_had(tight, network):
    assert budget.spend(network, 40).wait == 0
    assert budget.spend(network, 1).wait > 0


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2ff::1", "2001:db8:1:200::/56"),
        ("", ""),
        ("unix:", ""),
    ],
)
def test_visitors_are_counted_by_network(rf, address, expected):
    assert network_of(rf.get("/search", REMOTE_ADDR=address)) == expected


def test_without_valkey_nobody_is_refused(rf, tight, network, caplog):
    tight.LIMITS_URL = f"redis://127.0.0.1:{free_port()}/0"
    answers = [view(rf.get("/search", REMOTE_ADDR=network + "7")) for _ in range(5)]
    assert {answer.status_code for answer in answers} == {200}
    assert caplog.text.count("visitors are not limited") == 1


def test_over_capacity_answers_503_and_places_come_back(rf, settings, tmp_path, collected_static):
    settings.DATA_DIR, settings.EXPENSIVE_AT_ONCE = tmp_path, 2
    held = [capacity.take(), capacity.take()]
    answer = view(rf.get("/search"))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    held[0].leave()
    assert view(rf.get("/search")).status_code == 200
    assert view(rf.get("/search")).status_code == 200


def test_a_stream_holds_its_place_until_it_is_closed(rf, settings, tmp_path, collected_static):
    settings.DATA_DIR, settings.EXPENSIVE_AT_ONCE = tmp_path, 1
    answer = stream(rf.get("/search.csv"))
    assert view(rf.get("/search")).status_code == 503
    assert b"".join(answer) == b"ab"
    answer.close()
    assert view(rf.get("/search")).status_code == 200


def test_a_view_that_fails_leaves_its_place(rf, settings, tmp_path):
    settings.DATA_DIR, settings.EXPENSIVE_AT_ONCE = tmp_path, 1

    @limited("search")
    def broken(request):
        raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            broken(rf.get("/search"))


def test_a_killed_process_leaves_its_places(settings, tmp_path):
    settings.DATA_DIR, settings.EXPENSIVE_AT_ONCE = tmp_path, 1
    place = capacity.take()
    place.leave()
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(tmp_path / "places" / "0")], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout.readline() == "held\n"
    assert capacity.take() is None
    holder.kill()
    holder.wait()
    assert capacity.take() is not None


_HOLD = """
import fcntl, sys, time
file = open(sys.argv[1])
fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
time.sleep(60)
"""


def test_programs_are_refused_in_their_own_form(rf, tight, network, collected_static):
    budget.spend(network_of(rf.get("/", REMOTE_ADDR=network + "7")), 10)
    for path, accept in (
        ("/search.json", "*/*"), ("/search", "application/json"), ("/suggest", "*/*"), ("/oai", "text/xml"),
        ("/papers/2401.00001.png", "image/*"),
    ):  # fmt: skip
        problem = view(rf.get(path, REMOTE_ADDR=network + "7", headers={"Accept": accept}))
        assert problem.headers["Content-Type"] == "application/problem+json", path
        assert json.loads(problem.content)["status"] == 429
    for accept, expected in (("text/markdown", "text/markdown"), ("text/html", "text/html"), ("", "text/html")):
        told = view(rf.get("/search", REMOTE_ADDR=network + "7", headers={"Accept": accept}))
        assert told.headers["Content-Type"].partition(";")[0] == expected
        assert "Accept" in told.headers["Vary"]
    fragment = view(rf.get("/search", REMOTE_ADDR=network + "7", headers={"HX-Request": "true"}))
    assert fragment.status_code == 429
    assert "<html" not in fragment.text
