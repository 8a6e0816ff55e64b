"""The test session's own services: real, private to it, and shared with a real worker."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from django.conf import settings
from django.db import connection

from harvest.models import WorkerHeartbeat
from harvest.tasks import sweep
from tests.services import test_database_environment

PROJECT = Path(__file__).resolve().parents[1]


@pytest.mark.django_db
def test_session_runs_on_a_postgres_that_syncs_nothing():
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database(), current_setting('server_version_num')::int / 10000")
        assert cursor.fetchone() == (connection.settings_dict["NAME"], 18)
    assert connection.settings_dict["NAME"].startswith("test_")


def test_files_of_the_session_lie_in_its_own_folder(services_folder):
    assert services_folder == settings.DATA_DIR
    assert settings.DATA_DIR != PROJECT / "var"


@pytest.mark.django_db(transaction=True)
def test_real_worker_writes_to_the_test_database(celery_worker_process):
    sweep.delay()
    deadline = time.monotonic() + 60
    while not WorkerHeartbeat.objects.exists():
        assert celery_worker_process.poll() is None
        assert time.monotonic() < deadline, "no sign of life from the worker"
        time.sleep(0.1)


def test_child_process_is_pointed_at_the_test_database(db):
    assert f"/{connection.settings_dict['NAME']}?" in test_database_environment()["DATABASE_URL"]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_services_end_with_a_session_that_is_killed(number, tmp_path):
    (tmp_path / "test_long.py").write_text("import time\n\n\ndef test_long():\n    time.sleep(600)\n")
    environment = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    session = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "pyproject.toml", str(tmp_path)],
        cwd=PROJECT,
        env={**environment, "TMPDIR": str(tmp_path)},
        stdout=subprocess.DEVNULL,
    )
    try:
        services = wait_for_services(session)
        session.send_signal(number)
        session.wait(30)
        _gone, alive = psutil.wait_procs(services, timeout=20)
        assert not alive
    finally:
        session.kill()


def wait_for_services(session):
    """Its Postgres and its Valkey, once both run."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        children = psutil.Process(session.pid).children()
        services = [child for child in children if child.name().startswith(("postgres", "valkey"))]
        if len(services) == 2:
            return services
        time.sleep(0.05)
    pytest.fail("the session started no services")
