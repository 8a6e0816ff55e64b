"""Values in addresses, and the addresses of rows, are what Python and the URLs say."""

from urllib.parse import quote_plus, urlencode

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from common.addresses import query, query_value
from common.slugs import numbered_path


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_a_value_in_an_address_is_quoted_as_python_does(text):
    assert query_value(text) == quote_plus(text)
    assert query([("q", text), ("page", "2")]) == urlencode([("q", text), ("page", "2")])


@pytest.mark.parametrize(("listing", "name"), [("researchers", "researcher"), ("institutions", "institution")])
def test_numbered_paths_lead_to_their_pages(listing, name):
    assert numbered_path(listing, 12, "ada-lovelace") == reverse(name, args=["12-ada-lovelace"])
    assert numbered_path(listing, 12, "") == reverse(name, args=["12"])
