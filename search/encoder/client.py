"""Vectors of queries: remembered ones, or asked of the encoder beside us, within a deadline.

`ask` sends the question and returns at once, so that the words are looked up meanwhile; `Asked.vector` waits for what
is left of `SECONDS`. Whatever goes wrong, it is `ModelAway` with a plain reason. The stand-in needs no process.
"""

import socket
import time
from collections import OrderedDict
from threading import Lock

import numpy
from django.conf import settings

from search.embedders import STAND_IN, ModelAway, embedder
from search.encoder import wire

SECONDS = 0.150  # a page never waits longer for a vector
REMEMBERED = 2_000  # vectors of 1.5 kB

_remembered: OrderedDict[tuple[str, str], numpy.ndarray] = OrderedDict()
_lock = Lock()


class Asked:
    """A question that was sent, or that needed no sending."""

    def __init__(self, model: str, text: str) -> None:
        self.model, self._text = model, text
        self._until = time.monotonic() + SECONDS
        self._connection: socket.socket | None = None
        self._found = _remembered_vector(model, text)
        self._reason = ""
        if self._found is None and model != STAND_IN:
            self._send()

    def vector(self) -> numpy.ndarray:
        if self._found is None:
            self._found = embedder().embed([self._text])[0] if self.model == STAND_IN else self._answer()
            _remember(self.model, self._text, self._found)
        return self._found

    def close(self) -> None:
        """Not wanted any more."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _send(self) -> None:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(SECONDS)
            connection.connect(str(wire.socket_path()))
            connection.settimeout(max(self._until - time.monotonic(), 0.001))
            connection.sendall(wire.question(self.model, self._text))
            self._connection = connection
        except OSError as error:
            connection.close()
            self._reason = f"the encoder does not answer: {error.strerror or error}"

    def _answer(self) -> numpy.ndarray:
        if self._connection is None:
            raise ModelAway(self._reason)
        try:
            self._connection.settimeout(max(self._until - time.monotonic(), 0.001))
            answer = wire.read_answer(self._connection)
        except TimeoutError as error:
            raise ModelAway("the encoder is late") from error
        except OSError as error:
            raise ModelAway(f"the encoder does not answer: {error}") from error
        finally:
            self.close()
        if isinstance(answer, str):
            raise ModelAway(answer)
        return answer


def ask(text: str) -> Asked:
    return Asked(settings.EMBEDDING_MODEL, text)


def forget() -> None:
    """All vectors that this process remembers."""
    with _lock:
        _remembered.clear()


def _remembered_vector(model: str, text: str) -> numpy.ndarray | None:
    with _lock:
        found = _remembered.get((model, text))
        if found is not None:
            _remembered.move_to_end((model, text))
        return found


def _remember(model: str, text: str, vector: numpy.ndarray) -> None:
    with _lock:
        _remembered[model, text] = vector
        while len(_remembered) > REMEMBERED:
            _remembered.popitem(last=False)
