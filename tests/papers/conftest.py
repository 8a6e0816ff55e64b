"""Papers that came in as a harvest brings them, and the pages that show them."""

import pytest
from bs4 import BeautifulSoup

from tests.machines.conftest import held, record

__all__ = ["held", "page", "record"]


@pytest.fixture
def page(client, collected_static):
    """Get a page that must answer 200, as a tree."""

    def get(path, **headers):
        response = client.get(path, headers=headers)
        assert response.status_code == 200, (path, response.status_code, response.get("Location"))
        return BeautifulSoup(response.content, "html.parser")

    return get
