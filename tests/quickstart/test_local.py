"""The secret key of an installation, and the addresses that a command by hand is given."""

import pytest

from wovepaper.embedded import postgres, valkey
from wovepaper.env import is_secret
from wovepaper.local import complete_environment, make_secret_key


def test_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path):
    file = tmp_path / "var" / "secret-key"
    make_secret_key(file)
    first = file.read_text()
    make_secret_key(file)
    assert file.read_text() == first
    assert len(first.strip()) >= 50
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("left", [b"", b"\n", b"short", bytes(range(128, 200)), b"\x00" * 64])
def test_what_a_crash_left_of_a_secret_key_is_made_anew(tmp_path, left):
    file = tmp_path / "secret-key"
    file.write_bytes(left)
    make_secret_key(file)
    assert is_secret(file.read_text().strip())
    assert list(tmp_path.iterdir()) == [file]


def test_two_installations_have_different_keys(tmp_path):
    for name in ("one", "two"):
        make_secret_key(tmp_path / name)
    assert (tmp_path / "one").read_text() != (tmp_path / "two").read_text()


def test_command_by_hand_finds_the_services_that_run(tmp_path):
    environment = {"WOVE_DATA": str(tmp_path)}
    database = postgres.start(tmp_path / "postgres", lasting=False)
    try:
        queue = valkey.start(tmp_path / "valkey", lasting=False)
        try:
            complete_environment(environment, "load_snapshot", tmp_path)
        finally:
            queue.stop()
    finally:
        database.stop()
    assert environment == {"WOVE_DATA": str(tmp_path), "DATABASE_URL": database.url, "REDIS_URL": queue.url}


def test_addresses_that_are_given_stay(tmp_path):
    given = {"WOVE_DATA": str(tmp_path), "DATABASE_URL": "postgresql://far/away", "REDIS_URL": "redis://far/0"}
    environment = dict(given)
    complete_environment(environment, "migrate", tmp_path)
    complete_environment(environment, "quickstart", tmp_path)
    assert environment == given


def test_without_services_nothing_is_made_up_and_nothing_is_made(tmp_path):
    environment = {"WOVE_DATA": str(tmp_path / "var")}
    complete_environment(environment, "migrate", tmp_path)
    assert environment == {"WOVE_DATA": str(tmp_path / "var")}
    assert not (tmp_path / "var").exists()


def test_dotenv_file_fills_in_what_is_not_set(tmp_path):
    (tmp_path / ".env").write_text("# a remark\nPORT=8001\nSITE_URL='https://a.example'\nOPERATOR_NAME=Ada = B\n#X=1\n")
    environment = {"PORT": "9000", "DATABASE_URL": "postgresql://far/away", "REDIS_URL": "redis://far/0"}
    complete_environment(environment, "migrate", tmp_path)
    assert environment["PORT"] == "9000"
    assert environment["SITE_URL"] == "https://a.example"
    assert environment["OPERATOR_NAME"] == "Ada = B"
    assert "X" not in environment
