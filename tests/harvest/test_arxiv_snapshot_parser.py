"""A snapshot line to a record."""

import json
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest.records import PaperRecord, Refused
from harvest.sources.arxiv.snapshot import parse_line
from tests.upstreams.arxiv import record

FIRST = {"version": "v1", "created": "Mon, 2 Apr 2007 12:00:00 GMT"}


def line(**facts):
    return json.dumps({**record("0704.0001", versions=[FIRST]), **facts}).encode()


def test_a_line_is_read_in_full():
    found = parse_line(
        line(
            authors="C. Bal\\'azs,\n  E. L. Berger",
            authors_parsed=[["Wrong", "Entirely", ""]],
            title="Prompt\n  diphotons",
            doi="10.1103/PhysRevD.76.013009",
            versions=[
                {"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"},
                {"version": "v2", "created": "Tue, 24 Jul 2007 20:10:27 GMT"},
            ],
            update_date="2008-11-26",
        )
    )
    assert (found.arxiv_id, found.title, found.dois) == (
        "0704.0001",
        "Prompt diphotons",
        ("10.1103/physrevd.76.013009",),
    )
    assert [(one.given, one.family) for one in found.authors] == [("C.", "Balázs"), ("E. L.", "Berger")]
    assert [one.submitted_at for one in found.versions] == [
        datetime(2007, 4, 2, 19, 18, 42, tzinfo=UTC),
        datetime(2007, 7, 24, 20, 10, 27, tzinfo=UTC),
    ]
    assert found.datestamp == date(2008, 11, 26)


@pytest.mark.parametrize(
    ("sent", "name", "reason"),
    [
        (b"{broken", "", "broken JSON"),
        (b"", "", "broken JSON"),
        (b"\xff\xfe\x00", "", "broken JSON"),
        (b"[" * 100_000, "", "broken JSON"),
        (b"[1]", "", "not a JSON object"),
        (b"{}", "", "no version"),
        (line(id=704.0001), "704.0001", "id is no text"),
        (line(id=""), "", "no id"),
        (line(id="0704.0001\x00"), "0704.0001\x00", "not an arXiv id"),
        (line(title=None), "0704.0001", "no title"),
        (line(title="\u200b \u2060"), "0704.0001", "no title"),
        (line(title=["a"]), "0704.0001", "title is no text"),
        (line(categories=""), "0704.0001", "no categories"),
        (line(versions="v1"), "0704.0001", "versions are no list of objects"),
        (line(versions=[1]), "0704.0001", "versions are no list of objects"),
    ],
)
def test_a_bad_line_is_refused_with_its_reason(sent, name, reason):
    found = parse_line(sent)
    assert isinstance(found, Refused)
    assert (found.external_id, found.raw) == (name, sent)
    assert reason in found.reason


def test_first_version_long_after_the_month_of_its_id_is_refused():
    def dated(created):
        return line(versions=[{"version": "v1", "created": created}, {"version": "v2", "created": created}])

    assert parse_line(dated("Mon, 30 Jul 2007 10:00:00 GMT")).versions[0].submitted_at.month == 7
    assert parse_line(dated("Thu, 26 Oct 1989 10:00:00 GMT")).versions[0].submitted_at.year == 1989
    found = parse_line(dated("Fri, 3 Feb 2090 10:00:00 GMT"))
    assert isinstance(found, Refused)
    assert "2090-02-03" in found.reason and "2007-04" in found.reason


def test_what_no_database_can_hold_is_mended_and_the_rest_kept():
    found = parse_line(line(title="one\x00 half \ud835 sign", abstract="a\x00b", authors="A.\x00 One"))
    assert (found.title, found.abstract, found.authors[0].printed) == ("one half \ufffd sign", "ab", "A. One")
    found.authors_printed.encode()


def test_large_records_are_kept():
    found = parse_line(
        line(title="t" * 5_000, abstract="a " * 500_000, authors=", ".join(f"A. Name{n}x" for n in range(10_000)))
    )
    assert (len(found.title), len(found.abstract), len(found.authors)) == (5_000, 999_999, 10_000)


def test_right_to_left_text_and_unbalanced_tex_stay_as_they_are():
    title = "\u202bעברית\u202c and $x with {unbalanced <math> & ~"
    assert parse_line(line(title=title)).title == title


@given(st.binary(max_size=200))
def test_no_bytes_raise(sent):
    assert isinstance(parse_line(sent), Refused)


@given(
    st.dictionaries(
        st.sampled_from(sorted(record("0704.0001"))), st.none() | st.text() | st.integers() | st.lists(st.text())
    )
)
def test_no_values_raise(facts):
    assert isinstance(parse_line(line(**facts)), PaperRecord | Refused)
