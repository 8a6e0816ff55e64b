"""Fixtures that tests of several apps share."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command


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
