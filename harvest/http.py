"""Asking a source over HTTP: bounded in time and size, one host, our name on it; errors say what to do next.

`Busy` and `Unreachable` are the source's trouble and pass; `Broken` is an answer that cannot be right; `Denied` is a
mistake of ours or a change of theirs, and asking again would not help. Nothing here waits or asks twice.
"""

import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import Any, Self
from urllib.parse import urlencode, urlsplit
from urllib.request import getproxies

import httpx
from django.conf import settings

A_DAY = timedelta(days=1)
BUSY = {429, 503}
PASSING = {408, 500, 502, 504}


class SourceError(Exception):
    """The source gave no usable answer."""


class Busy(SourceError):  # noqa: N818 - these four say what is the matter
    def __init__(self, message: str, retry_after: timedelta | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Unreachable(SourceError):  # noqa: N818
    pass


class Broken(SourceError):  # noqa: N818
    pass


class Denied(SourceError):  # noqa: N818
    pass


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds and bytes. `total` is for the whole answer, so that a slow drip ends too."""

    connect: float = 10
    read: float = 60
    total: float = 180
    packed: int = 16 * 1024 * 1024
    unpacked: int = 64 * 1024 * 1024


USUAL = Limits()


@dataclass(frozen=True, slots=True)
class Answer:
    url: str
    body: bytes


class Client:
    """Asks only below `base`: https, or plain http where the operator's setting names an address that way."""

    def __init__(self, base: str, transport: httpx.BaseTransport | None = None, limits: Limits = USUAL) -> None:
        self._base, self._limits = base, limits
        self._httpx = httpx.Client(
            transport=transport,
            timeout=httpx.Timeout(limits.connect, read=limits.read),
            headers={"User-Agent": user_agent(), "Accept-Encoding": "gzip"},
            follow_redirects=False,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._httpx.close()

    def ask(self, query: dict[str, str]) -> Answer:
        """The body of the answer to `base?query`, unpacked; or a SourceError."""
        url = f"{self._base}?{urlencode(query)}"
        began = time.monotonic()
        with self._asking("GET", url) as response:
            _check_status(response)
            return Answer(url, self._body(response, began))

    @contextmanager
    def _asking(self, method: str, url: str, **sent: Any) -> Iterator[httpx.Response]:
        """The answer while its body is still to come. A peer in our own network is refused; httpx's errors are ours."""
        try:
            with self._httpx.stream(method, url, **sent) as response:
                self._check_peer(response)
                yield response
        except httpx.TimeoutException as error:
            raise Unreachable(f"no answer in time ({type(error).__name__})") from error
        except httpx.HTTPError as error:
            raise Unreachable(f"{type(error).__name__}: {error}") from error

    def _check_peer(self, response: httpx.Response) -> None:
        """A public name must not lead into the operator's own network; an address set as such may."""
        stream = response.extensions.get("network_stream")
        host = urlsplit(self._base).hostname or ""
        if stream is None or host == "localhost" or _is_address(host) or getproxies():
            return
        peer = stream.get_extra_info("server_addr")
        if peer and not ip_address(peer[0].partition("%")[0]).is_global:
            raise Denied(f"{host} leads to the private address {peer[0]}")

    def _body(self, response: httpx.Response, began: float) -> bytes:
        coding = response.headers.get("Content-Encoding", "identity").strip().lower()
        if coding not in {"identity", "gzip", "x-gzip"}:
            raise Broken(f"packed as {coding[:20]!r}, which was not asked for")
        unpacker = None if coding == "identity" else zlib.decompressobj(wbits=31)
        body, packed = bytearray(), 0
        for chunk in response.iter_raw():
            packed += len(chunk)
            most = self._limits.packed if unpacker else self._limits.unpacked
            if packed > most:
                raise Broken(f"more than {most} bytes")
            if time.monotonic() - began > self._limits.total:
                raise Unreachable(f"not complete after {self._limits.total:.0f} s")
            body += self._unpack(unpacker, chunk, self._limits.unpacked - len(body)) if unpacker else chunk
        if unpacker and not unpacker.eof:
            raise Broken("packed answer is cut short")
        return bytes(body)

    def _unpack(self, unpacker: "zlib._Decompress", chunk: bytes, room: int) -> bytes:
        try:
            found = unpacker.decompress(chunk, room + 1)
        except zlib.error as error:
            raise Broken(f"packed answer is damaged: {error}") from error
        if len(found) > room:
            raise Broken(f"more than {self._limits.unpacked} bytes when unpacked")
        return found


def user_agent() -> str:
    contact = f"; {settings.OPERATOR_CONTACT}" if settings.OPERATOR_CONTACT else ""
    return f"wovepaper/{settings.RELEASE} (+{settings.SITE_URL}{contact})".encode("ascii", "replace").decode()


def retry_after(response: httpx.Response) -> timedelta | None:
    """Seconds or a date, as the server's clock has it; a day at most."""
    told = response.headers.get("Retry-After", "").strip()
    if told.isdecimal():
        return min(timedelta(seconds=min(int(told), 10**6)), A_DAY)
    moment = _moment(told)
    if moment is None:
        return None
    server_now = _moment(response.headers.get("Date", "")) or datetime.now(UTC)
    return min(max(moment - server_now, timedelta()), A_DAY)


def _check_status(response: httpx.Response) -> None:
    status = response.status_code
    if status == 200:
        return
    if status in BUSY:
        raise Busy(f"HTTP {status}", retry_after(response))
    if status in PASSING:
        raise Unreachable(f"HTTP {status}")
    if response.is_redirect:
        raise Denied(f"redirects to {response.headers.get('Location', '')[:200]!r}; is its address still right?")
    raise Denied(f"HTTP {status}")


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
