"""The blocks of filters beside a search: what stands in sight, what is folded away and how that is called."""

import pytest
from django.template.loader import render_to_string

from search.answers import Facet, SearchRequest
from search.facet_links import facet_blocks
from search.labels import Labels


@pytest.mark.parametrize(
    ("name", "values", "summary"),
    [
        ("country", ("DE", "FR", "GB", "IT", "JP", "US"), "<summary>1 more country</summary>"),
        ("country", ("CH", "DE", "FR", "GB", "IT", "JP", "US"), "<summary>2 more countries</summary>"),
        ("researcher", map(str, range(6)), "<summary>1 more person</summary>"),
        ("researcher", map(str, range(7)), "<summary>2 more people</summary>"),
        ("institution", map(str, range(6)), "<summary>1 more institution</summary>"),
    ],
)
def test_what_is_folded_away_is_counted_in_words(name, values, summary):
    facet = Facet(name, tuple((value, 10) for value in values))
    blocks = facet_blocks(SearchRequest(), [facet], Labels())
    assert summary in render_to_string("search/_facets.html", {"facets": blocks})
