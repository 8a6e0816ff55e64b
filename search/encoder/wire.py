"""What is said over the encoder's socket, and where the socket is.

A question is its length (four bytes) and JSON: the model and the text. An answer is its length and either `DIMENSIONS`
four-byte floats, or, of any other length, the reason why there is no vector.
"""

import json
import math
import shutil
import socket
import struct
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import numpy
from django.conf import settings

from search.models import DIMENSIONS

LONGEST_PATH = 100  # the system allows 104 to 108 bytes
MOST_BYTES = 64_000

_LENGTH = struct.Struct("!I")
_VECTOR_BYTES = DIMENSIONS * 4


class WireError(OSError):
    """The other side closed the connection, or speaks another language."""


def question(model: str, text: str) -> bytes:
    return _framed(json.dumps([model, text]).encode())


def read_question(connection: socket.socket) -> tuple[str, str]:
    try:
        model, text = json.loads(_read(connection))
    except ValueError as error:
        raise WireError(str(error)) from error
    return model, text


def vector_answer(vector: numpy.ndarray) -> bytes:
    return _framed(numpy.asarray(vector, dtype="<f4").tobytes())


def refusal(reason: str) -> bytes:
    said = reason.encode()[: _VECTOR_BYTES - 1]
    return _framed(said)


def read_answer(connection: socket.socket) -> numpy.ndarray | str:
    """The vector, or why there is none."""
    said = _read(connection)
    if len(said) != _VECTOR_BYTES:
        return said.decode(errors="replace")
    vector = numpy.frombuffer(said, dtype="<f4")
    if not numpy.isfinite(vector).all():
        raise WireError("a vector that has no direction is none")
    return vector


def socket_path() -> Path:
    """As a client finds it: a path that is too long for a socket is a link to a short one."""
    path = Path(settings.ENCODER_SOCKET)
    return path.resolve() if path.is_symlink() else path


def make_place() -> Path:
    """Where the server may make its socket; what an earlier one left is taken away."""
    path = Path(settings.ENCODER_SOCKET)
    path.parent.mkdir(parents=True, exist_ok=True)
    forget_place()
    if len(str(path).encode()) <= LONGEST_PATH:
        return path
    short = Path(tempfile.mkdtemp(prefix="wove-encoder-")) / "socket"  # readable by this user alone
    path.symlink_to(short)
    return short


def forget_place() -> None:
    path = Path(settings.ENCODER_SOCKET)
    if path.is_symlink():
        folder = path.resolve().parent
        if folder.name.startswith("wove-encoder-"):
            shutil.rmtree(folder, ignore_errors=True)
    with suppress(FileNotFoundError):
        path.unlink()


def _framed(said: bytes) -> bytes:
    return _LENGTH.pack(len(said)) + said


def _read(connection: socket.socket) -> bytes:
    """One message, within the connection's timeout however slowly its bytes come."""
    timeout = connection.gettimeout()
    until = math.inf if timeout is None else time.monotonic() + timeout
    (length,) = _LENGTH.unpack(_exactly(connection, _LENGTH.size, until))
    if length > MOST_BYTES:
        raise WireError("a message that long is none of ours")
    return _exactly(connection, length, until)


def _exactly(connection: socket.socket, size: int, until: float) -> bytes:
    read = bytearray()
    while len(read) < size:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError("the message did not come in time")
        connection.settimeout(None if math.isinf(left) else left)
        part = connection.recv(size - len(read))
        if not part:
            raise WireError("the other side closed the connection")
        read += part
    return bytes(read)
