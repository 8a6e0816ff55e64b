"""An OAI page to records: in every layout, whole or broken."""

from datetime import UTC, date, datetime

import pytest

from harvest.records import PaperRecord, Refused, Removed
from harvest.sources.arxiv.authors import split_authors
from harvest.sources.arxiv.oai import OaiError, parse_list_records
from harvest.sources.arxiv.xml import BrokenPayload
from tests.upstreams.arxiv import oai, record

NOW = datetime(2024, 2, 1, 3, 4, 5, tzinfo=UTC)
LIST = [("verb", "ListRecords"), ("metadataPrefix", "arXivRaw")]


def page(*records, page_size=2500):
    return oai.answer(LIST, records, page_size, NOW)


def only(payload):
    (found,) = parse_list_records(payload).records
    return found


def refused(**facts):
    found = only(page(record("2401.00001", **facts)))
    assert isinstance(found, Refused)
    return found


def test_a_record_is_read_in_full():
    sent = record(
        "math/0309136",
        submitter="Ada Example",
        title="A  title\n  in two lines with $x$",
        authors=r"J.P. Schr\"oder (Rome), B. Two, for the ABC Collaboration",
        comments="12 pages",
        categories="math.MP math-ph cs.SY",
        doi="10.1000/A, 10.1000/b",
        journal_ref="J. Math. 1 (2003) 1; Erratum 2",
        report_no="X-1",
        msc_class="57M25",
        acm_class="None",
        license="http://creativecommons.org/licenses/by/4.0/",
        abstract="  First\nparagraph.\n  Second.\n",
        versions=[
            {"version": "v2", "created": "Tue, 2 Mar 2004 01:02:03 GMT", "size": "0kb", "source_type": "I"},
            {"version": "v1", "created": "Mon, 08 Sep 2003 21:06:41 GMT", "size": "12kb"},
        ],
        update_date="2006-03-03",
    )
    found = only(page(sent))
    assert (found.arxiv_id, found.title, found.abstract) == (
        "math/0309136",
        "A title in two lines with $x$",
        "First paragraph.\n\nSecond.",
    )
    assert [one.printed for one in found.authors] == ["J.P. Schröder", "B. Two", "ABC Collaboration"]
    assert found.authors_printed == r"J.P. Schr\"oder (Rome), B. Two, for the ABC Collaboration"
    assert found.categories == ("math-ph", "eess.SY")
    assert found.dois == ("10.1000/a", "10.1000/b")
    assert (found.msc_class, found.acm_class, found.report_number) == ("57M25", "", "X-1")
    assert found.license == "https://creativecommons.org/licenses/by/4.0/"
    assert [(one.number, one.size_kb, one.source_type) for one in found.versions] == [(1, 12, ""), (2, 0, "I")]
    assert found.versions[0].submitted_at == datetime(2003, 9, 8, 21, 6, 41, tzinfo=UTC)
    assert (found.datestamp, found.withdrawn, found.comments) == (date(2006, 3, 3), True, "12 pages")


def test_a_page_has_its_token_and_the_servers_clock():
    payload = page(record("2401.00001"), record("2401.00002"), record("2401.00003"), page_size=2)
    found = parse_list_records(payload)
    assert len(found.records) == 2
    assert found.token == "verb%3DListRecords%26metadataPrefix%3DarXivRaw%26from%3D2024-01-03%26skip%3D2"
    assert (found.response_date, found.error) == (NOW, None)


def test_an_empty_token_ends_the_list():
    token = "verb%3DListRecords%26metadataPrefix%3DarXivRaw%26from%3D2024-01-03%26skip%3D1"
    query = [("verb", "ListRecords"), ("resumptionToken", token)]
    payload = oai.answer(query, [record("2401.00001"), record("2401.00002")], now=NOW)
    assert b"<resumptionToken/>" in payload
    assert parse_list_records(payload).token is None


def test_get_record_is_a_page_of_one():
    query = [("verb", "GetRecord"), ("identifier", "oai:arXiv.org:2401.00001"), ("metadataPrefix", "arXivRaw")]
    assert only(oai.answer(query, [record("2401.00001")], now=NOW)).arxiv_id == "2401.00001"


def test_no_records_match_is_an_empty_page():
    found = parse_list_records(page())
    assert (found.records, found.token, found.error) == ([], None, None)


def test_errors_are_told_by_code():
    query = [("verb", "ListRecords"), ("resumptionToken", "rainbow")]
    found = parse_list_records(oai.answer(query, [], now=NOW))
    message = "The value of the resumptionToken argument is invalid or expired. Reason: "
    message += "Token decoding failed or format is invalid."
    assert found.error == OaiError("badResumptionToken", message)
    assert found.records == []


def test_a_deleted_record_is_removed():
    assert only(page(record("2401.00001", _deleted=True))) == Removed("2401.00001", date(2024, 1, 3))


def test_one_bad_record_costs_its_neighbours_nothing():
    payload = page(record("2401.00001"), record("2401.00002", title=" "), record("2401.00003"))
    first, bad, last = parse_list_records(payload).records
    assert isinstance(first, PaperRecord)
    assert isinstance(last, PaperRecord)
    assert (bad.external_id, bad.reason) == ("oai:arXiv.org:2401.00002", "no title")
    assert bad.raw.startswith(b"<record")
    assert b"2401.00003" not in bad.raw


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"title": None}, "no title"),
        ({"categories": None}, "no categories"),
        ({"categories": "cs.ZZ cs.CL"}, "unknown primary category: 'cs.ZZ'"),
        ({"versions": []}, "no version"),
        ({"versions": [{"version": "v1", "created": ""}]}, "version v1 without a date: ''"),
        ({"versions": [{"version": "v1", "created": "Mon, 1 Jan 2107 12:00:00 GMT"}]}, "version v1 dated 2107-01-01"),
        ({"versions": [{"version": "v0", "created": "Mon, 1 Jan 2024 12:00:00 GMT"}]}, "version without a number"),
        ({"versions": [{"version": "v1", "created": "Mon, 1 Jan 2024 12:00:00 GMT"}] * 2}, "the same version twice"),
        ({"_xml": '<arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>2401.00001</id></arXiv>'}, "not arXivRaw"),
        ({"_xml": '<arXivRaw xmlns="http://example.org/new/"/>'}, "not arXivRaw"),
        ({"_xml": "<!-- -->"}, "no metadata"),
    ],
)
def test_a_record_without_what_a_paper_needs_is_refused(facts, reason):
    assert reason in refused(**facts).reason


def test_a_malformed_id_is_refused():
    found = only(page(record("2413.00001")))
    assert (found.external_id, found.reason) == ("oai:arXiv.org:2413.00001", "not an arXiv id: '2413.00001'")


def test_all_that_is_not_needed_may_be_missing():
    bare = record("2401.00001", submitter=None, authors=None, license=None, abstract=None)
    found = only(page(bare))
    assert (found.authors, found.authors_printed, found.abstract, found.license, found.submitter) == (
        (),
        "",
        "",
        "",
        "",
    )


def test_a_title_may_be_zero_and_hold_markup():
    assert only(page(record("2401.00001", title="0"))).title == "0"
    markup = "</title><script>alert(1)</script>]]>"
    assert only(page(record("2401.00001", title=markup))).title == markup


def test_new_elements_do_not_disturb():
    payload = page(record("2401.00001")).replace(b"<title>", b"<orcid>0000</orcid><title>")
    assert only(payload).arxiv_id == "2401.00001"


def test_layout_and_quotes_and_prefixes_are_free():
    payload = page(record("2401.00001"))
    right = only(payload)
    other_quotes = payload.replace(b'"', b"'").replace(b"\n", b"\n\n      ")
    assert only(other_quotes) == right
    prefixed = payload.replace(b"<arXivRaw xmlns=", b"<a:arXivRaw xmlns:a=").replace(b"</arXivRaw>", b"</a:arXivRaw>")
    for name in b"id submitter version date size title authors categories license abstract".split():
        prefixed = prefixed.replace(b"<%s>" % name, b"<a:%s>" % name).replace(b"</%s>" % name, b"</a:%s>" % name)
    assert only(prefixed.replace(b"<version version", b"<a:version version")) == right


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"", "empty answer"),
        (b"<html><body>busy</body></html>", "HTML"),
        (page(record("2401.00001"))[:-400], "broken XML"),
        (b"<feed xmlns='http://www.w3.org/2005/Atom'/>", "not an OAI-PMH answer"),
        (b"<OAI-PMH xmlns='http://example.org/'/>", "not an OAI-PMH answer"),
        (b"<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'><ListRecords/></OAI-PMH>", "no response date"),
        (oai.answer([("verb", "Identify")], [], now=NOW), "neither records nor an error"),
    ],
)
def test_what_is_no_page_is_broken(payload, reason):
    with pytest.raises(BrokenPayload, match=reason):
        parse_list_records(payload)


def test_a_flaw_of_our_reading_costs_one_record_and_not_its_page(monkeypatch):
    def split(printed):
        if printed == "The Unreadable":
            raise KeyError("a case nobody thought of")
        return split_authors(printed)

    monkeypatch.setattr("harvest.sources.arxiv.oai.split_authors", split)
    sent = page(record("2401.00001", authors="The Unreadable"), record("2401.00002", authors="A. One"))
    bad, good = parse_list_records(sent).records
    assert isinstance(bad, Refused)
    assert bad.external_id == "oai:arXiv.org:2401.00001"
    assert "KeyError" in bad.reason
    assert good.arxiv_id == "2401.00002"
