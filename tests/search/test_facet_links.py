"""The blocks of filters beside a search: what stands in sight, what is folded away and how that is called."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from search.answers import Facet, SearchRequest
from search.facet_links import facet_blocks
from search.labels import Labels

VALUES = [str(number) for number in range(1, 8)]
NAMES = {value: f"Name {value}" for value in VALUES}
LABELS = Labels(institutions=NAMES, researchers=NAMES, countries=NAMES)


def block(name, values):
    [found] = facet_blocks(SearchRequest(), [Facet(name, tuple((value, 10) for value in values))], LABELS)
    return found


@pytest.mark.parametrize(
    ("name", "one", "two"),
    [
        ("country", "1 more country", "2 more countries"),
        ("researcher", "1 more person", "2 more people"),
        ("institution", "1 more institution", "2 more institutions"),
    ],
)
def test_what_is_folded_away_is_counted_in_words(name, one, two):
    several = block(name, VALUES)
    for shown, summary in ((several, two), (replace(several, folded=several.folded[:1]), one)):
        assert f"<summary>{summary}</summary>" in render_to_string("search/_facets.html", {"facets": [shown]})


def test_one_value_alone_is_not_folded_away():
    assert not block("country", VALUES[:6]).folded
