"""A word index of its own for each test, and no real model where none is wanted."""

import pytest
from django.core.management import call_command

from search import embedders
from search.writer import rebuild


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
def stand_in_model(settings, monkeypatch):
    """No real model, and none loaded before."""
    settings.EMBEDDING_MODEL = "stand-in"
    monkeypatch.setattr(embedders, "_loaded", {})
    monkeypatch.setattr(embedders, "_away", {})
