"""A source's daily budget: kept in Postgres, spent by all workers together, reset when its time has come."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.utils import timezone

from harvest.limits import budgets
from harvest.limits.budgets import Spent, Told
from harvest.limits.gates import PacedGate, told_by
from harvest.models import SourceBudget, SourcePace
from harvest.sources.openalex.client import OpenAlexClient
from tests.upstreams.openalex import OpenAlexRecords, OpenAlexServer, work

pytestmark = pytest.mark.django_db

COST = Decimal("0.0001")
PATIENCE = timedelta(seconds=30)


@pytest.fixture(autouse=True)
def budget(settings):
    settings.OPENALEX_DAILY_BUDGET = 0.0003


def row():
    return SourceBudget.objects.get(source="openalex")


def test_spending_ends_at_the_operator_s_limit():
    for _ in range(3):
        budgets.spend("openalex", COST)
    with pytest.raises(Spent) as spent:
        budgets.spend("openalex", COST)
    assert timedelta() < spent.value.wait <= timedelta(days=1)
    assert budgets.state("openalex").left == 0
    assert row().spent == Decimal("0.0003")


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_spend_no_amount_twice(settings):
    settings.OPENALEX_DAILY_BUDGET = 0.0010

    def work_until_spent(_):
        paid = 0
        try:
            while paid < 100:
                budgets.spend("openalex", COST)
                paid += 1
        except Spent:
            return paid
        finally:
            connection.close()
        return paid

    with ThreadPoolExecutor(4) as workers:
        assert sum(workers.map(work_until_spent, range(4))) == 10
    assert row().spent == Decimal("0.0010")


def test_it_resets_at_midnight_utc():
    budgets.spend("openalex", COST)
    assert (row().resets_at.hour, row().resets_at.minute) == (0, 0)
    assert row().resets_at > timezone.now()


def test_after_its_reset_all_is_unspent():
    for _ in range(3):
        budgets.spend("openalex", COST)
    SourceBudget.objects.update(resets_at=timezone.now() - timedelta(seconds=1), remaining=0)
    assert budgets.state("openalex").left == Decimal("0.0003")
    budgets.spend("openalex", COST)
    assert (row().spent, row().remaining) == (COST, None)
    assert row().resets_at > timezone.now()


def test_what_the_source_says_is_left_holds_too():
    budgets.correct("openalex", Told(Decimal("0.00015"), timedelta(hours=2)))
    budgets.spend("openalex", COST)
    assert row().remaining == Decimal("0.00005")
    with pytest.raises(Spent) as spent:
        budgets.spend("openalex", COST)
    assert timedelta(minutes=110) < spent.value.wait <= timedelta(hours=2)


def test_a_word_without_a_reset_keeps_the_known_one():
    budgets.correct("openalex", Told(Decimal(1), timedelta(hours=2)))
    known = row().resets_at
    budgets.correct("openalex", Told(Decimal("0.5")))
    assert (row().resets_at, row().remaining) == (known, Decimal("0.5"))


def test_a_source_without_a_budget_is_never_spent():
    for _ in range(10):
        budgets.spend("semanticscholar", Decimal(5))
    assert budgets.state("semanticscholar") is None


def test_what_costs_nothing_is_free_even_then():
    budgets.correct("openalex", Told(Decimal(0), timedelta(hours=2)))
    budgets.spend("openalex", Decimal(0))


def test_nothing_spent_yet_shows_the_whole_day():
    state = budgets.state("openalex")
    assert (state.spent, state.left, state.resets_at) == (0, Decimal("0.0003"), None)


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        (
            {"x-ratelimit-remaining-usd": "0.9654", "x-ratelimit-reset": "39907"},
            Told(Decimal("0.9654"), timedelta(seconds=39907)),
        ),
        ({"x-ratelimit-remaining": "9654", "x-ratelimit-reset": "60"}, Told(Decimal("0.9654"), timedelta(seconds=60))),
        ({"x-ratelimit-remaining-usd": "0.5", "x-ratelimit-reset": "1769904000"}, Told(Decimal("0.5"))),
        ({"x-ratelimit-remaining-usd": "nan"}, None),
        ({"ratelimit-limit": "100", "ratelimit-remaining": "99", "ratelimit-reset": "1"}, None),
        ({}, None),
    ],
)
def test_headers_tell_what_is_left(headers, told):
    assert told_by(headers) == told


@pytest.fixture
def upstream(settings):
    with OpenAlexServer(OpenAlexRecords(works=[work("W1", "2401.00001")])) as server:
        settings.OPENALEX_API_URL = server.url
        yield server


@pytest.fixture
def client(upstream):
    SourcePace.objects.create(source="openalex", failures=2)
    with OpenAlexClient(PacedGate("openalex", PATIENCE, take_turn=lambda source, patience: None)) as client:
        yield client


def test_a_client_stops_at_our_limit_before_it_asks(upstream, client):
    for _ in range(3):
        client.works_by_arxiv_doi(["2401.00001"])
    with pytest.raises(Spent):
        client.works_by_arxiv_doi(["2401.00001"])
    assert len(upstream.requests) == 3
    assert client.work("W1").reply is not None
    assert SourcePace.objects.get(source="openalex").failures == 0


def test_a_refusal_for_hours_empties_the_budget_until_then(upstream, client):
    upstream.faults.push("429", retry_after=7200)
    with pytest.raises(Exception, match="Rate limit exceeded"):
        client.works_by_arxiv_doi(["2401.00001"])
    with pytest.raises(Spent) as spent:
        client.works_by_arxiv_doi(["2401.00001"])
    assert timedelta(minutes=110) < spent.value.wait <= timedelta(hours=2)
    assert len(upstream.requests) == 1


def test_a_refusal_for_seconds_is_no_matter_of_the_budget(upstream, client):
    upstream.faults.push("429", retry_after=2)
    with pytest.raises(Exception, match="Rate limit exceeded"):
        client.works_by_arxiv_doi(["2401.00001"])
    client.works_by_arxiv_doi(["2401.00001"])


def test_failures_that_the_client_answers_itself_are_noted(upstream, client):
    upstream.faults.push("500")
    client.works_by_arxiv_doi(["2401.00001"])
    pace = SourcePace.objects.get(source="openalex")
    assert (pace.failures, pace.last_failed_at is not None) == (0, True)
