"""Fixtures that tests of several apps share."""

import pytest

from wovepaper import static_collection


@pytest.fixture(scope="session")
def static_files():
    """Pages link style sheets and scripts by the hashes that collecting gives them."""
    if static_collection.is_stale():
        static_collection.collect()
