"""Embedded Postgres: any path, any user, after any death."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import textwrap
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from wovepaper.embedded import postgres

PROJECT = Path(__file__).resolve().parents[2]
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become another user")


@pytest.fixture
def private_folder():
    """A folder that only its owner enters, as a home is."""
    folder = Path(tempfile.mkdtemp(prefix="wove private "))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def rows(url, query):
    with psycopg.connect(url) as connection:
        return connection.execute(query).fetchall()


def started_and_killed(data):
    """A process that starts Postgres on `data`, writes a row and dies by SIGKILL; returns what it printed."""
    program = f"""
        import os, signal, sys
        from pathlib import Path
        import psycopg
        from wovepaper.embedded import postgres
        server = postgres.start(Path({str(data)!r}))
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS kept (n int)")
            connection.execute("INSERT INTO kept VALUES (1)")
        print(server.process.pid, flush=True)
        os.kill({{victim}}, signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    return textwrap.dedent(program)


def run_and_die(data, victim):
    program = started_and_killed(data).replace("{victim}", victim)
    ended = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, timeout=60)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    return int(ended.stdout)


def test_runs_with_pgvector_from_a_long_path_with_blanks_and_commas(private_folder):
    data = private_folder / ("long, with 'blanks' and \"quotes\" " * 6) / "postgres"
    server = postgres.start(data, lasting=False)
    try:
        assert len(str(server.sockets / ".s.PGSQL.5432")) < 104
        assert rows(server.url, "SHOW data_directory") == [(str(data),)]
        with psycopg.connect(server.url) as connection:
            for extension in ("vector", "pg_trgm", "unaccent"):
                connection.execute(f"CREATE EXTENSION {extension}")
    finally:
        server.stop()
    assert not server.sockets.exists()


def test_listens_on_no_network_and_its_socket_is_private(private_folder):
    server = postgres.start(private_folder / "postgres", lasting=False)
    try:
        assert rows(server.url, "SHOW listen_addresses") == [("",)]
        assert server.sockets.stat().st_mode & 0o077 == 0
    finally:
        server.stop()


def test_rows_survive_a_stop_and_a_second_start(private_folder):
    for expected in (1, 2):
        server = postgres.start(private_folder / "postgres")
        try:
            with psycopg.connect(server.url) as connection:
                connection.execute("CREATE TABLE IF NOT EXISTS kept (n int)")
                connection.execute("INSERT INTO kept VALUES (1)")
            assert rows(server.url, "SELECT count(*) FROM kept") == [(expected,)]
        finally:
            server.stop()


def test_open_transaction_does_not_hold_up_the_stop(private_folder):
    server = postgres.start(private_folder / "postgres", lasting=False)
    connection = psycopg.connect(server.url)
    connection.execute("CREATE TABLE lost (n int)")
    server.stop()
    assert not server.process.is_running()
    with pytest.raises(psycopg.OperationalError):
        connection.execute("SELECT 1")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of their parent's death")
def test_ends_by_itself_when_the_process_that_started_it_is_killed(private_folder):
    pid = run_and_die(private_folder / "postgres", "os.getpid()")
    with suppress(psutil.NoSuchProcess):
        psutil.Process(pid).wait(20)
    assert not psutil.pid_exists(pid)


def test_starts_again_after_itself_was_killed_and_keeps_what_was_committed(private_folder):
    run_and_die(private_folder / "postgres", "server.process.pid")
    server = postgres.start(private_folder / "postgres")
    try:
        assert rows(server.url, "SELECT count(*) FROM kept") == [(1,)]
    finally:
        server.stop()


def test_stale_pid_file_that_names_a_strangers_process_is_no_obstacle(private_folder):
    data = private_folder / "postgres"
    postgres.start(data, lasting=False).stop()
    socket = f"{tempfile.gettempdir()}/wove-gone"
    (data / "postmaster.pid").write_text(f"{os.getpid()}\n{data}\n1\n5432\n{socket}\n\n1 1\nready   \n")
    server = postgres.start(data, lasting=False)
    server.stop()
    assert psutil.Process().is_running()


def test_second_start_takes_over_from_a_server_that_was_left_running(private_folder):
    data = private_folder / "postgres"
    first = postgres.start(data, lasting=False)
    second = postgres.start(data, lasting=False)
    try:
        assert not first.process.is_running()
        assert not first.sockets.exists()
        assert rows(second.url, "SELECT 1") == [(1,)]
    finally:
        second.stop()


def test_half_made_cluster_is_made_anew(private_folder):
    draft = private_folder / "postgres.new"
    draft.mkdir()
    (draft / "PG_VERSION").write_text("18\n")
    server = postgres.start(private_folder / "postgres", lasting=False)
    server.stop()
    assert not draft.exists()


def test_cluster_of_another_major_version_is_refused_with_advice(private_folder):
    data = private_folder / "postgres"
    postgres.start(data, lasting=False).stop()
    (data / "PG_VERSION").write_text("17\n")
    with pytest.raises(postgres.PostgresError, match=r"made by Postgres 17, this is 18.*operations\.md"):
        postgres.start(data, lasting=False)


def test_folder_with_other_files_is_left_alone(private_folder):
    data = private_folder / "postgres"
    data.mkdir()
    (data / "letter.txt").write_text("keep me")
    with pytest.raises(postgres.PostgresError, match="move them away"):
        postgres.start(data, lasting=False)
    assert (data / "letter.txt").read_text() == "keep me"


def test_server_that_cannot_start_shows_the_end_of_its_log(private_folder):
    with pytest.raises(postgres.PostgresError, match="no_such_setting"):
        postgres.start(private_folder / "postgres", lasting=False, settings={"no_such_setting": "1"})


def test_running_server_is_found_by_its_folder(private_folder):
    data = private_folder / "postgres"
    assert postgres.attach(data) is None
    server = postgres.start(data, lasting=False)
    try:
        assert postgres.attach(data).url == server.url
    finally:
        server.stop()
    assert postgres.attach(data) is None


@as_root
def test_root_runs_it_as_another_user_in_a_folder_closed_to_that_user(private_folder):
    private_folder.chmod(0o700)
    server = postgres.start(private_folder / "postgres", lasting=False)
    try:
        assert server.process.uids().effective != 0
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE EXTENSION vector")
    finally:
        server.stop()


@as_root
def test_ordinary_user_needs_no_other_account(private_folder):
    nobody = pwd.getpwnam("nobody")
    shutil.chown(private_folder, nobody.pw_uid, nobody.pw_gid)
    program = (
        "import psycopg; from pathlib import Path; from wovepaper.embedded import postgres\n"
        f"server = postgres.start(Path({str(private_folder / 'postgres')!r}))\n"
        "psycopg.connect(server.url).execute('CREATE EXTENSION vector')\n"
        "print(server.process.uids().effective); server.stop()"
    )
    ended = subprocess.run(
        [python_for(nobody), "-c", program],
        cwd="/",
        env={"HOME": str(private_folder), "PYTHONPATH": f"{PROJECT}:{sysconfig.get_path('purelib')}"},
        **identity(nobody),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.stdout.strip() == str(nobody.pw_uid), ended.stderr


def identity(account):
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def python_for(account):
    """A Python of our version that this account may run and that sees our packages, or a skip that says why not."""
    check = (
        f"import sys; sys.path[:0] = [{sysconfig.get_path('purelib')!r}, {str(PROJECT)!r}]; import wovepaper, psycopg"
    )
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for python in (sys.executable, f"/usr/bin/{version}", f"/usr/local/bin/{version}"):
        with suppress(OSError):
            if subprocess.run([python, "-c", check], cwd="/", **identity(account), capture_output=True).returncode == 0:
                return python
    pytest.skip(f"the user {account.pw_name} may not run this Python or not enter this folder")
