"""Asking a source that speaks JSON: one request, one `Reply`; the same limits and errors as `harvest.http`.

A status that means something to a client (200, 300s, 400, 404) is a reply; trouble of the source is an error. Before
each request the gate is asked, which may wait or refuse (pace, budget); after it the gate hears the headers.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any, Protocol
from urllib.parse import urlencode

from harvest.http import A_DAY, BUSY, PASSING, Broken, Busy, Client, Denied, SourceError, Unreachable, retry_after

FREE = Decimal(0)
_UNDERSTOOD = {200, 301, 302, 307, 308, 400, 404}
_LONGEST_MESSAGE = 200


@dataclass(frozen=True, slots=True)
class Reply:
    """`payload` is the JSON of the body; None where that is none and need not be. Header names are in lower case."""

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    payload: Any = None

    @property
    def message(self) -> str:
        """What a refusal says of itself; it is kept as an error of ours, so without what cannot be kept."""
        told = self.payload if isinstance(self.payload, dict) else {}
        words = " ".join(str(told[key]) for key in ("error", "message") if told.get(key))[:_LONGEST_MESSAGE]
        return "".join(sign if sign.isprintable() else "\ufffd" for sign in words)


class Gate(Protocol):
    """Who keeps pace and budget of a source, outside the client."""

    def enter(self, cost: Decimal) -> None:
        """Wait for our turn and pay; raises where that cannot be now."""

    def told(self, headers: Mapping[str, str], wait: timedelta | None) -> None:
        """Headers of an answer, good or bad, and how long it asks us to stay away."""

    def good(self) -> None:
        """The source gave a usable answer."""

    def bad(self, error: SourceError) -> None:
        """A failure that the client answers itself, by asking for less."""


class OpenGate:
    """No pace and no budget: for a server of one's own."""

    def enter(self, cost: Decimal) -> None: ...

    def told(self, headers: Mapping[str, str], wait: timedelta | None) -> None: ...

    def good(self) -> None: ...

    def bad(self, error: SourceError) -> None: ...


class JsonApi(Client):
    """Asks below `base` only; a redirect is told, not followed."""

    def send(
        self,
        path: str,
        query: Mapping[str, str],
        gate: Gate,
        *,
        cost: Decimal = FREE,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """GET, or POST where there is a body."""
        gate.enter(cost)
        reply = self._exchange(f"{self._base}/{path}?{urlencode(query)}", body, headers or {})
        wait = _wait(reply)
        gate.told(reply.headers, wait)
        _check(reply, wait)
        gate.good()
        return reply

    def _exchange(self, url: str, body: object, headers: Mapping[str, str]) -> Reply:
        began = time.monotonic()
        method = "GET" if body is None else "POST"
        with self._asking(method, url, json=body, headers=dict(headers)) as response:
            content = self._body(response, began)
            found = {name.lower(): value for name, value in response.headers.items()}
            told = retry_after(response)
            if told is not None:
                found["retry-after"] = str(int(told.total_seconds()))
            return Reply(url, response.status_code, found, content, _json(content))


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):  # HTML, cut short, or nested without end
        return None


def _wait(reply: Reply) -> timedelta | None:
    """Seconds in the header, else in the body."""
    told = reply.headers.get("retry-after", "")
    if told.isdecimal():
        return timedelta(seconds=int(told))
    seconds = reply.payload.get("retryAfter") if isinstance(reply.payload, dict) else None
    if isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 <= seconds <= 10**6:
        return min(timedelta(seconds=seconds), A_DAY)
    return None


def _check(reply: Reply, wait: timedelta | None) -> None:
    status, message = reply.status, f"HTTP {reply.status} {reply.message}".strip()
    if status in BUSY:
        raise Busy(message, wait)
    if status in PASSING:
        raise Unreachable(message)
    if status not in _UNDERSTOOD:
        raise Denied(message)
    if status == 200 and reply.payload is None:
        kind = "HTML" if reply.body.lstrip()[:1] == b"<" else "no JSON"
        raise Broken(f"{kind} instead of an answer, {len(reply.body)} bytes")
