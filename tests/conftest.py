"""Fixtures that tests of several apps share."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from hypothesis import settings as hypothesis_settings
from pytest_django.plugin import blocking_manager_key

from tests.factories import make_categories

hypothesis_settings.register_profile("untimed", deadline=None)  # a busy machine is no fault of what is tested
hypothesis_settings.load_profile("untimed")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item, nextitem):
    """Transactions of a test end with all tables emptied: arXiv's categories, which a migration loads, come back.

    With `-n` files keep together, so plain tests follow it in its process.
    """
    result = yield
    marker = item.get_closest_marker("django_db")
    emptied = "transactional_db" in item.fixturenames or (marker and marker.kwargs.get("transaction"))
    if emptied and nextitem is not None:  # after the last one there is no database
        with item.config.stash[blocking_manager_key].unblock():
            make_categories()
    return result


@pytest.fixture(scope="session")
def collected_static() -> Path:
    """Pages link style sheets and scripts by the hashes that collecting gives them."""
    root = Path(settings.STATIC_ROOT)
    if not (root / "staticfiles.json").exists():
        call_command("collectstatic", interactive=False, verbosity=0)
    return root


@pytest.fixture
def page(client, collected_static):
    """Get a page that must answer 200, as a tree."""

    def get(path, **headers):
        response = client.get(path, headers=headers)
        assert response.status_code == 200, (path, response.status_code, response.get("Location"))
        return BeautifulSoup(response.content, "html.parser")

    return get


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """What the site remembers for a minute is forgotten between tests."""
    cache.clear()
    yield
    cache.clear()
