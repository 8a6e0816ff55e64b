"""The encoder's process: listens at once, loads the model, then answers; until then it says that it is loading.

Questions that wait are encoded together. One whose asker has given up meanwhile is not worked on, so that a burst of
questions does not keep later ones waiting.
"""

import logging
import queue
import socketserver
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy
from django.conf import settings

from search.embedders import RETRY_SECONDS, Embedder, ModelAway, query_embedder
from search.encoder import wire
from search.encoder.client import SECONDS

TOGETHER = 8
LOADING = "the model is being loaded"

logger = logging.getLogger(__name__)


@dataclass
class _Question:
    text: str
    since: float = field(default_factory=time.monotonic)
    answered: threading.Event = field(default_factory=threading.Event)
    answer: bytes = b""

    def say(self, answer: bytes) -> None:
        self.answer = answer
        self.answered.set()


class Encoder:
    """The model behind a queue; `run` is for one thread, `encode` for any."""

    def __init__(self, load: Callable[[], Embedder] = query_embedder) -> None:
        self._load = load
        self._waiting: queue.SimpleQueue[_Question] = queue.SimpleQueue()
        self._model: Embedder | None = None
        self._away = LOADING

    def encode(self, model: str, text: str) -> bytes:
        if model != settings.EMBEDDING_MODEL:
            return wire.refusal(f"this encoder has the model {settings.EMBEDDING_MODEL}, not {model}")
        if self._model is None:
            return wire.refusal(self._away)
        question = _Question(text)
        self._waiting.put(question)
        question.answered.wait(4 * SECONDS)
        return question.answer or wire.refusal("the encoder is busy")

    def run(self) -> None:
        while self._model is None:
            try:
                model = self._load()
                model.embed(["The first text takes longest, so it is nobody's."])
                self._model = model
            except ModelAway as away:
                self._away = str(away)
                logger.warning("no queries are encoded: %s", away)
                time.sleep(RETRY_SECONDS)
        logger.info("the encoder has loaded the model %s", settings.EMBEDDING_MODEL)
        while True:
            self._answer(self._model, self._next())

    def _next(self) -> list[_Question]:
        """Those that wait and are still wanted; at least one has waited."""
        found = [self._waiting.get()]
        while len(found) < TOGETHER and not self._waiting.empty():
            found.append(self._waiting.get())
        late = time.monotonic() - SECONDS
        for question in found:
            if question.since < late:
                question.say(wire.refusal("the encoder is busy"))
        return [question for question in found if question.since >= late]

    def _answer(self, model: Embedder, questions: list[_Question]) -> None:
        if not questions:
            return
        try:
            vectors = model.embed([question.text for question in questions])
        except (RuntimeError, ValueError) as error:
            logger.exception("%d queries could not be encoded", len(questions))
            for question in questions:
                question.say(wire.refusal(f"the model failed: {type(error).__name__}"))
            return
        for question, vector in zip(questions, vectors, strict=True):
            good = bool(numpy.isfinite(vector).all() and numpy.any(vector))
            question.say(wire.vector_answer(vector) if good else wire.refusal("the text has no meaning to the model"))


class _Handler(socketserver.BaseRequestHandler):
    server: "_Server"

    def handle(self) -> None:
        self.request.settimeout(10)
        try:
            model, text = wire.read_question(self.request)
            self.request.sendall(self.server.encoder.encode(model, text))
        except OSError as error:  # whoever asked has gone
            logger.debug("a question was not answered: %s", error)


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, path: str, encoder: Encoder) -> None:
        self.encoder = encoder
        super().__init__(path, _Handler)


def serve(stopped: Callable[[], bool], load: Callable[[], Embedder] = query_embedder) -> None:
    """Answer until `stopped` says so."""
    encoder = Encoder(load)
    place = wire.make_place()
    with _Server(str(place), encoder) as server:
        place.chmod(0o600)
        threading.Thread(target=encoder.run, daemon=True).start()
        server.timeout = 0.5
        while not stopped():
            server.handle_request()
    # The socket's file stays: another encoder may have made its own there. Without a listener it refuses at once.
