"""Pieces of the pages that take values and give values."""

from datetime import UTC, date, datetime

import pytest

from papers import calendar
from papers.licences import licence
from papers.models import Version
from papers.templatetags.paper_text import linked
from papers.version_history import steps


def version(number, seen=True, *changes):
    return Version(
        number=number, submitted_at=datetime(2020, number, 1, tzinfo=UTC), seen_as_newest=seen, changes=list(changes)
    )


def remarks(*versions):
    return [step.remark for step in steps(versions)]


def test_changes_are_listed_in_words_newest_first():
    assert remarks(version(1), version(2, True, "title", "dois", "abstract")) == [
        "title, DOI and abstract changed",
        "first version",
    ]


def test_a_version_that_changed_nothing_held_here_says_so():
    assert remarks(version(1), version(2))[0] == "nothing changed in what this site holds"


def test_changes_over_a_gap_name_the_version_they_count_from():
    assert remarks(version(1), version(2, False), version(3, True, "title")) == [
        "title changed since v1",
        "what changed is not known here",
        "first version",
    ]


def test_the_order_of_versions_as_given_does_not_matter():
    assert [step.number for step in steps([version(2), version(1), version(3)])] == [3, 2, 1]


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("http://creativecommons.org/licenses/by/4.0/", "CC BY 4.0"),
        ("https://creativecommons.org/licenses/by-nc-nd/4.0", "CC BY-NC-ND 4.0"),
        ("http://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0"),
        ("http://creativecommons.org/licenses/publicdomain/", "Public domain"),
        ("http://arxiv.org/licenses/nonexclusive-distrib/1.0/", "arXiv’s own: non-exclusive, to distribute"),
        ("http://arxiv.org/licenses/assumed-1991-2003/", "assumed by arXiv for papers of 1991 to 2003, to distribute"),
        ("", "not stated; arXiv may distribute it"),
        ("javascript:alert(1)", "javascript:alert(1)"),
    ],
)
def test_a_licence_is_called_by_its_name(url, name):
    assert licence(url).name == name


def test_only_web_addresses_of_licences_are_linked():
    assert licence("javascript:alert(1)").url == ""
    assert licence("http://creativecommons.org/licenses/by/4.0/").url.startswith("https://")


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("see http://a.org/x.", 'see <a href="http://a.org/x" rel="nofollow noopener ugc">http://a.org/x</a>.'),
        ("(https://a.org/b)", '(<a href="https://a.org/b" rel="nofollow noopener ugc">https://a.org/b</a>)'),
        (
            "https://a.org/w_(x)",
            '<a href="https://a.org/w_(x)" rel="nofollow noopener ugc">https://a.org/w_(x)</a>',
        ),
        ("javascript:alert(1) <b>", "javascript:alert(1) &lt;b&gt;"),
        ("12 pages & 3 figures", "12 pages &amp; 3 figures"),
        ("", ""),
    ],
)
def test_web_addresses_in_comments_become_links(text, html):
    assert linked(text) == html


def test_linking_hostile_text_takes_no_longer_than_its_length():
    assert len(linked("http://" * 20_000)) > 0
    assert linked("(" * 50_000) == "(" * 50_000


def test_months_without_papers_have_no_address():
    years = calendar.years([(date(2024, 1, 1), 3), (date(2023, 12, 1), 2)], lambda month: f"/{month:%Y/%m}")
    assert [(year.year, year.papers) for year in years] == [(2024, 3), (2023, 2)]
    assert [month.href for month in years[0].months] == ["/2024/01"] + [""] * 11


@pytest.mark.parametrize("parts", [("2024", "02", "30"), ("0000",), ("1850",), ("9999",), ("2024", "13")])
def test_a_day_that_no_paper_could_have_is_none(parts):
    assert calendar.parse_day(*parts) is None
