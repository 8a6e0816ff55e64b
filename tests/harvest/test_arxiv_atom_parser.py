"""An answer of the query API to records."""

from datetime import UTC, datetime

import pytest

from harvest.records import Refused, VersionRecord
from harvest.sources.arxiv.atom import parse_feed
from harvest.sources.arxiv.xml import BrokenPayload
from tests.upstreams.arxiv import query_api, record

PAPER = record(
    "2401.00001",
    title="A  title\n  wrapped",
    categories="math.MP cs.SY",
    comments="12 pages",
    doi="10.1000/A",
    journal_ref="J. 1",
    versions=[
        {"version": "v1", "created": "Mon, 1 Jan 2024 12:00:00 GMT"},
        {"version": "v2", "created": "Tue, 2 Jan 2024 12:00:00 GMT"},
        {"version": "v3", "created": "Wed, 3 Jan 2024 12:00:00 GMT"},
    ],
)


def feed(ids, *records):
    return query_api.answer({"id_list": ids}, records)[1]


def test_an_entry_is_read_with_its_first_and_shown_version():
    page = parse_feed(feed("2401.00001", PAPER))
    (found,) = page.records
    assert (found.arxiv_id, found.title, found.comments, found.journal_ref) == (
        "2401.00001",
        "A title wrapped",
        "12 pages",
        "J. 1",
    )
    assert found.versions == (
        VersionRecord(1, datetime(2024, 1, 1, 12, tzinfo=UTC)),
        VersionRecord(3, datetime(2024, 1, 3, 12, tzinfo=UTC)),
    )
    assert (found.categories, found.dois, found.datestamp) == (("math-ph", "eess.SY"), ("10.1000/a",), None)
    assert [one.family for one in found.authors] == ["Example", "Sample"]
    assert (page.total, page.error) == (1, "")


def test_an_older_version_asked_for_is_told_apart():
    (found,) = parse_feed(feed("2401.00001v2", PAPER)).records
    assert [one.number for one in found.versions] == [1, 2]


def test_unknown_ids_are_left_out():
    page = parse_feed(feed("2401.09999,2401.00001", PAPER))
    assert [one.arxiv_id for one in page.records] == ["2401.00001"]
    assert parse_feed(feed("2401.09999", PAPER)).records == []


def test_an_error_feed_has_its_message_and_no_records():
    page = parse_feed(feed("2401.00001,abc", PAPER))
    assert (page.records, page.error) == ([], "incorrect id format for abc")


def test_affiliations_and_personal_feeds_are_read():
    payload = feed("2401.00001", PAPER).decode()
    one = payload.replace(
        "<name>Ada Example</name>", "<name>Ada Example</name><arxiv:affiliation>X, Y</arxiv:affiliation>"
    )
    (found,) = parse_feed(one.encode()).records
    assert [author.affiliations for author in found.authors] == [("X, Y",), ()]
    assert found.authors_printed == "Ada Example (X, Y), Bob Sample"
    personal = payload.replace("Ada Example", "Ada Example, C. Three and D. Four")
    (found,) = parse_feed(personal.encode()).records
    assert [author.family for author in found.authors] == ["Example", "Three", "Four", "Sample"]


def test_classes_among_categories_are_dropped():
    payload = feed("2401.00001", PAPER).replace(b'<category term="cs.SY"', b'<category term="I.2.10; 68T45"')
    (found,) = parse_feed(payload).records
    assert found.categories == ("math-ph",)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b"<title>A  title", b"<title></title><x>", "broken"),
        (b"<published>2024-01-01T12:00:00Z</published>", b"", "no published date"),
        (b"<published>2024", b"<published>2107", "published 2107-01-01, which cannot be"),
        (b"http://arxiv.org/abs/2401.00001v3", b"http://example.org/1", "not an arXiv id"),
    ],
)
def test_a_bad_entry_is_refused_or_the_feed_broken(old, new, reason):
    payload = feed("2401.00001", PAPER).replace(old, new)
    if reason == "broken":
        with pytest.raises(BrokenPayload):
            parse_feed(payload)
        return
    (found,) = parse_feed(payload).records
    assert isinstance(found, Refused)
    assert reason in found.reason


def test_what_is_no_feed_is_broken():
    with pytest.raises(BrokenPayload, match="not an Atom feed"):
        parse_feed(b"<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'/>")
