"""Where a page leads who asked for it by another address."""

import pytest
from django.test import RequestFactory

from common.redirects import to_tidy


@pytest.mark.parametrize(
    "asked, leads",
    [
        ("/papers", None),
        ("/papers?after=2401.00001", None),
        ("/papers?utm=x", None),
        ("/papers?after=", "/papers"),
        ("/papers?page=1", "/papers"),
        ("/papers?after=2401.00001&after=2401.00002", "/papers?after=2401.00002"),
        ("/Papers?after=2401.00001", "/papers?after=2401.00001"),
        ("/Papers?after=2401.00001&utm=x", "/papers?after=2401.00001"),
        ("/Papers?utm=x", "/papers"),
    ],
)
def test_only_another_address_is_redirected_and_strange_parameters_are_left_behind(asked, leads):
    moved = to_tidy(RequestFactory().get(asked), "/papers", "after", "page")
    assert (moved and moved["Location"]) == leads
    assert moved is None or moved.status_code == 301
