"""The process that encodes queries: asked over a real socket, late, busy, loading, killed."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import numpy
import pytest

from search.embedders import ModelAway, StandIn
from search.encoder import client, server, wire
from search.models import DIMENSIONS

PROJECT = Path(__file__).resolve().parent.parent.parent
MODEL = "a model"


class Model:
    """The stand-in behind a gate, as slow as it is told to be."""

    def __init__(self):
        self.asked, self.seconds, self.failure = [], 0.0, None

    def embed(self, texts):
        self.asked.append(list(texts))
        time.sleep(self.seconds)
        if self.failure:
            raise self.failure
        return StandIn().embed(texts)


@pytest.fixture(autouse=True)
def place(tmp_path, settings):
    settings.EMBEDDING_MODEL = MODEL
    settings.ENCODER_SOCKET = tmp_path / "encoder.sock"
    client.forget()
    yield
    client.forget()


@pytest.fixture
def model():
    return Model()


@pytest.fixture
def serving():
    """Start the encoder in a thread of ours; it ends with the test."""
    stopping = threading.Event()
    threads = []

    def start(load):
        thread = threading.Thread(target=server.serve, args=(stopping.is_set, load))
        thread.start()
        threads.append(thread)

    yield start
    stopping.set()
    for thread in threads:
        thread.join(10)


def eventually(text="graphene"):
    """The vector once the model is there; the reasons before that."""
    reasons = []
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            return client.ask(text).vector(), reasons
        except ModelAway as away:
            reasons.append(str(away))
            time.sleep(0.02)
    raise AssertionError(reasons[-1])


def test_a_query_comes_back_as_the_models_vector(serving, model):
    serving(lambda: model)
    vector, _ = eventually("graphene sheets")
    assert numpy.allclose(vector, StandIn().embed(["graphene sheets"])[0], atol=1e-6)


def test_until_the_model_is_loaded_it_says_so(serving, model):
    loaded = threading.Event()
    serving(lambda: loaded.wait(30) and model)
    reasons = set()
    while server.LOADING not in reasons:
        with pytest.raises(ModelAway) as away:
            client.ask("graphene").vector()
        reasons.add(str(away.value))
    loaded.set()
    assert eventually()[0].shape == (DIMENSIONS,)


def test_a_late_vector_is_not_waited_for_and_its_question_not_worked_on_later(serving, model):
    serving(lambda: model)
    eventually("first")
    model.seconds = 4 * client.SECONDS
    for text in ("slow", "waiting", "waiting too"):
        with pytest.raises(ModelAway, match="late"):
            client.ask(text).vector()
    model.seconds = 0
    eventually("last")
    assert ["slow"] in model.asked
    assert not any("waiting" in texts for texts in model.asked)


def test_questions_that_wait_are_encoded_together(serving, model):
    serving(lambda: model)
    eventually("first")
    encoder = server.Encoder(lambda: model)
    encoder._model = model
    asking = [threading.Thread(target=encoder.encode, args=(MODEL, f"text {n}")) for n in range(5)]
    for thread in asking:
        thread.start()
    while encoder._waiting.qsize() < 5:
        time.sleep(0.005)
    encoder._answer(model, encoder._next())
    for thread in asking:
        thread.join(5)
    assert sorted(model.asked[-1]) == [f"text {n}" for n in range(5)]


def test_a_model_that_fails_once_answers_the_next(serving, model):
    serving(lambda: model)
    eventually("first")
    model.failure = RuntimeError("out of memory")
    with pytest.raises(ModelAway, match="failed"):
        client.ask("graphene").vector()
    model.failure = None
    assert eventually()[0].shape == (DIMENSIONS,)


def test_the_vector_of_another_model_is_refused(serving, model, settings):
    serving(lambda: model)
    eventually()
    with pytest.raises(ModelAway, match="has the model a model"):
        client.Asked("another", "graphene").vector()


def test_without_an_encoder_it_is_known_at_once():
    with pytest.raises(ModelAway, match="does not answer"):
        client.ask("graphene").vector()


def test_a_listener_that_never_answers_costs_no_more_than_the_deadline(tmp_path):
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "encoder.sock"))
        listener.listen()
        with pytest.raises(ModelAway, match="late"):
            client.ask("graphene").vector()


def test_an_answer_that_comes_byte_by_byte_costs_no_more_than_the_deadline(tmp_path):
    said, sent = wire.refusal("not today, nor on any other day"), []
    gone = threading.Event()

    def drip():
        connection, _ = listener.accept()
        with connection, suppress(OSError):
            for byte in said:
                connection.sendall(bytes([byte]))
                sent.append(byte)
                if gone.wait(client.SECONDS / 5):  # more often than the deadline, never done within it
                    break

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "encoder.sock"))
        listener.listen()
        dripping = threading.Thread(target=drip)
        dripping.start()
        with pytest.raises(ModelAway, match="late"):
            client.ask("graphene").vector()
        gone.set()
        dripping.join()
    assert len(sent) < len(said)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\x00",
        b"\xff" * 8,
        wire.refusal("not today"),
        b"GET / HTTP/1.0\r\n\r\n",
        wire.vector_answer(numpy.full(DIMENSIONS, numpy.nan)),
    ],
)
def test_whatever_is_said_instead_of_a_vector_is_no_vector(said, tmp_path):
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "encoder.sock"))
        listener.listen()
        asked = client.ask("graphene")
        connection, _ = listener.accept()
        connection.sendall(said)
        connection.close()
        with pytest.raises(ModelAway):
            asked.vector()


def test_nonsense_does_not_end_the_encoder(serving, model, tmp_path):
    serving(lambda: model)
    eventually("first")
    for said in (b"", b"\x00\x00\x00\x05hello", b"\xff" * 100, wire._framed(b'{"a": 1}'), wire._framed(b"[1]")):
        with socket.socket(socket.AF_UNIX) as one:
            one.connect(str(tmp_path / "encoder.sock"))
            one.sendall(said)
    assert eventually("graphene")[0].shape == (DIMENSIONS,)


def test_a_path_that_is_too_long_for_a_socket_is_reached_by_a_short_one(serving, model, settings, tmp_path):
    settings.ENCODER_SOCKET = tmp_path / ("long " * 20) / ("longer " * 10) / "encoder.sock"
    serving(lambda: model)
    assert eventually()[0].shape == (DIMENSIONS,)
    short = wire.socket_path()
    assert short != settings.ENCODER_SOCKET
    assert short.parent.stat().st_mode & 0o077 == 0
    wire.forget_place()
    assert not short.parent.exists()


def test_only_this_user_may_ask(serving, model, settings):
    serving(lambda: model)
    eventually()
    assert settings.ENCODER_SOCKET.stat().st_mode & 0o077 == 0


def test_a_killed_process_is_away_at_once_and_another_takes_its_place(settings):
    settings.EMBEDDING_MODEL = "stand-in"
    environment = {**os.environ, "ENCODER_SOCKET": str(settings.ENCODER_SOCKET), "EMBEDDING_MODEL": "stand-in"}
    command = [sys.executable, "manage.py", "encoder"]
    for _ in range(2):
        process = subprocess.Popen(command, cwd=PROJECT, env=environment)
        try:
            until = time.monotonic() + 120
            while not _answers() and time.monotonic() < until:
                time.sleep(0.1)
            assert _answers()
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert not _answers()


def _answers():
    """As another process would ask: here the stand-in needs no socket."""
    with socket.socket(socket.AF_UNIX) as one:
        one.settimeout(5)
        try:
            one.connect(str(wire.socket_path()))
            one.sendall(wire.question("stand-in", "graphene"))
            return not isinstance(wire.read_answer(one), str)
        except OSError:
            return False
