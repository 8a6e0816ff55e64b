"""A word index of its own for each test, and no real model where none is wanted."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from search import embedders
from search.follower import Follower
from search.writer import rebuild
from tests.services import test_database_environment

PROJECT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="session")
def static_files():
    """Pages link style sheets by the hashes that collecting gives them."""
    call_command("collectstatic", interactive=False, verbosity=0)


@pytest.fixture
def index_home(tmp_path, settings):
    home = tmp_path / "index"
    home.mkdir()
    settings.SEARCH_INDEX_DIR = home
    return home


@pytest.fixture
def reindex(index_home):
    """Index what is in the database now, rows of the test's open transaction included."""
    return lambda: rebuild(index_home)


@pytest.fixture
def follower(index_home):
    """A follower that has made the index; `catch_up()` brings it what came since."""
    follower = Follower(index_home)
    follower.catch_up()
    yield follower
    follower.close()


@pytest.fixture
def followed(index_home):
    """Start `manage.py index --follow` on the test database; killed hard at the end."""
    started = []

    def start(*arguments):
        environment = {**test_database_environment(), "SEARCH_INDEX_DIR": str(index_home)}
        code = (
            "import sys; from pathlib import Path; from django.conf import settings; import django; django.setup();"
            f"settings.SEARCH_INDEX_DIR = Path({str(index_home)!r});"
            "from django.core.management import call_command; call_command('index', *sys.argv[1:])"
        )
        environment["DJANGO_SETTINGS_MODULE"] = "wovepaper.settings"
        process = subprocess.Popen([sys.executable, "-c", code, *arguments], cwd=PROJECT, env=environment)
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.wait()


@pytest.fixture
def stand_in_model(settings, monkeypatch):
    """No real model, and none loaded before."""
    settings.EMBEDDING_MODEL = "stand-in"
    monkeypatch.setattr(embedders, "_loaded", {})
    monkeypatch.setattr(embedders, "_away", {})
