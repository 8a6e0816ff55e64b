"""Embedded Valkey: a doorbell that keeps what it can and never stands in the way."""

import os
import signal
import tempfile
from pathlib import Path

import psutil
import pytest
import redis

from wovepaper.embedded import valkey


@pytest.fixture
def folder():
    with tempfile.TemporaryDirectory(prefix="wove valkey ") as name:
        yield Path(name) / ("very long, with blanks " * 8) / "valkey"


@pytest.fixture
def server(folder):
    server = valkey.start(folder)
    yield server
    server.stop()


def test_answers_only_those_who_know_its_password(server):
    assert redis.Redis.from_url(server.url).ping()
    with pytest.raises(redis.AuthenticationError):
        redis.Redis(port=server.port).ping()
    assert (server.data / "valkey.conf").stat().st_mode & 0o077 == 0


def test_evicts_nothing_and_listens_on_loopback_only(server):
    client = redis.Redis.from_url(server.url)
    assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
    addresses = {c.laddr.ip for c in server.process.net_connections() if c.status == psutil.CONN_LISTEN}
    assert addresses == {"127.0.0.1"}


def test_keeps_its_keys_over_a_restart(folder):
    first = valkey.start(folder)
    redis.Redis.from_url(first.url).set("bell", "rung")
    first.stop()
    second = valkey.start(folder)
    try:
        assert redis.Redis.from_url(second.url).get("bell") == b"rung"
    finally:
        second.stop()


def test_starts_after_sigkill(folder):
    first = valkey.start(folder)
    os.kill(first.process.pid, signal.SIGKILL)
    first.process.wait()
    second = valkey.start(folder)
    try:
        assert redis.Redis.from_url(second.url).ping()
    finally:
        second.stop()


@pytest.mark.parametrize(
    ("part", "content"),
    [
        ("*.incr.aof", b"*3\r\nnonsense\r\n" * 3),
        ("*.base.rdb", b"VAL"),
        ("*.manifest", b""),
        ("*.manifest", b"fil"),
        ("*.manifest", b"\x00" * 5000),
        ("*.manifest", b"file ../../elsewhere seq 1 type b\n"),
    ],
)
def test_damaged_file_is_set_aside_and_it_starts_empty(folder, part, content):
    first = valkey.start(folder)
    redis.Redis.from_url(first.url).set("bell", "rung")
    first.stop()
    [file] = (folder / "appendonlydir").glob(part)
    file.write_bytes(content)
    second = valkey.start(folder)
    try:
        assert redis.Redis.from_url(second.url).get("bell") is None
        [aside] = folder.glob("appendonlydir.damaged-*")
        assert (aside / file.name).read_bytes() == content
    finally:
        second.stop()


def test_part_that_is_missing_is_no_reason_not_to_start(folder):
    first = valkey.start(folder)
    first.stop()
    [file] = (folder / "appendonlydir").glob("*.base.rdb")
    file.unlink()
    second = valkey.start(folder)
    try:
        assert redis.Redis.from_url(second.url).ping()
    finally:
        second.stop()


def test_second_start_takes_over_and_a_running_one_is_found(folder):
    assert valkey.attach(folder) is None
    first = valkey.start(folder)
    second = valkey.start(folder)
    try:
        assert not first.process.is_running()
        assert valkey.attach(folder).url == second.url
    finally:
        second.stop()
    assert valkey.attach(folder) is None
