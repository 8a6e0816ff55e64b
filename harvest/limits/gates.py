"""The gate of a source's client over Postgres: its pace (`paces`) and its daily budget (`budgets`).

with OpenAlexClient(PacedGate("openalex", patience)) as client: ...

A client that gets `NotYet` (or `budgets.Spent`) stops there; what it was asked for is asked again later. Errors that a
client raises are its caller's to note; those it answers by asking for less are noted here.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from decimal import Decimal, InvalidOperation

from harvest.http import SourceError
from harvest.limits import budgets, paces
from harvest.sources.json_api import FREE

LONG = timedelta(minutes=1)  # a longer Retry-After means the day's budget, not the pace


class PacedGate:
    def __init__(
        self,
        source: str,
        patience: timedelta,
        take_turn: Callable[[str, timedelta], None] = paces.take_turn,
    ) -> None:
        self._source, self._patience, self._take_turn = source, patience, take_turn

    def enter(self, cost: Decimal) -> None:
        self._take_turn(self._source, self._patience)
        budgets.spend(self._source, cost)

    def told(self, headers: Mapping[str, str], wait: timedelta | None) -> None:
        if budgets.daily_limit(self._source) is None:
            return
        told = told_by(headers)
        if wait is not None and wait > LONG:
            told = budgets.Told(FREE, wait)
        if told is not None:
            budgets.correct(self._source, told)

    def good(self) -> None:
        paces.note_good(self._source)

    def bad(self, error: SourceError) -> None:
        paces.note_failure(self._source, str(error), getattr(error, "retry_after", None))


def told_by(headers: Mapping[str, str]) -> budgets.Told | None:
    """Of OpenAlex's headers: dollars since 2026, credits before. `Reset` is seconds left, no moment."""
    remaining = _amount(headers.get("x-ratelimit-remaining-usd"))
    if remaining is None:
        count = _amount(headers.get("x-ratelimit-remaining"))
        remaining = None if count is None else count * budgets.CREDIT
    if remaining is None:
        return None
    seconds = _amount(headers.get("x-ratelimit-reset"))
    if seconds is None or not 0 <= seconds <= 2 * 24 * 3600:
        return budgets.Told(remaining)
    return budgets.Told(remaining, timedelta(seconds=float(seconds)))


def _amount(text: str | None) -> Decimal | None:
    try:
        amount = Decimal(text or "")
    except InvalidOperation:
        return None
    return amount if amount.is_finite() and abs(amount) < 10**6 else None
