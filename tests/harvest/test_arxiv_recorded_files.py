"""Every arXivRaw, Atom and snapshot file recorded from arXiv parses, or is refused for the reason given here."""

import gzip
from collections import Counter
from pathlib import Path

import pytest

from harvest.records import PaperRecord, Refused
from harvest.sources.arxiv.atom import parse_feed
from harvest.sources.arxiv.oai import parse_list_records
from harvest.sources.arxiv.snapshot import parse_line
from harvest.sources.arxiv.xml import BrokenPayload
from papers.taxonomy import CATEGORIES

ARXIV = Path(__file__).resolve().parents[3] / "shared/upstream/arxiv"

pytestmark = pytest.mark.skipif(not ARXIV.is_dir(), reason="../shared/upstream/arxiv is not here")

OTHER_FORMATS = ("}arXiv, not arXivRaw", "}arXivOld, not arXivRaw", "oai_dc/}dc, not arXivRaw")
"""Metadata formats that are not harvested; each of their records is refused as such."""

ERROR_CODES = (
    *("badArgument", "badResumptionToken", "badVerb", "cannotDisseminateFormat", "idDoesNotExist"),
    *("noMetadataFormats", "noSetHierarchy", "undefinedError"),
)
"""The protocol's, and the one that generic samples make up. noRecordsMatch is no error but an empty page."""

NO_PAPERS = {
    "not an OAI-PMH answer": "a record cut out of its answer, or another document",
    "neither records nor an error": "Identify, ListSets, ListMetadataFormats, ListIdentifiers",
    "HTML instead of XML": "the old server's 503",
    "broken XML": "broken by the makers of the file",
    "no response date": "generic samples of no arXiv server",
}
"""Answers that are no pages of records, and which they are."""


def content(path):
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def files(*patterns):
    found = sorted(path for pattern in patterns for path in ARXIV.glob(pattern) if path.is_file())
    return [pytest.param(path, id=str(path.relative_to(ARXIV))) for path in found]


def is_raw(path):
    return b"<arXivRaw" in content(path)


OAI_FILES = files("oai/**/*.xml", "oai/**/*.xml.gz", "oai/**/*.html")


@pytest.mark.parametrize("path", [one for one in OAI_FILES if is_raw(one.values[0])])
def test_every_arxivraw_file_parses_without_a_loss(path):
    payload = content(path)
    page = parse_list_records(payload)
    assert all(isinstance(one, PaperRecord) for one in page.records)
    assert len(page.records) == payload.count(b"<metadata>") > 0
    assert all(one.authors and one.title and one.abstract and one.datestamp for one in page.records)
    assert all(len(one.abstract.split("\n\n")) < 30 for one in page.records)


@pytest.mark.parametrize("path", [one for one in OAI_FILES if not is_raw(one.values[0])])
def test_every_other_oai_file_is_refused_for_a_known_reason(path):
    try:
        page = parse_list_records(content(path))
    except BrokenPayload as broken:
        assert broken.reason.startswith(tuple(NO_PAPERS))
        return
    if page.error:
        assert page.error.code in ERROR_CODES
        assert page.records == []
    for one in page.records:
        assert isinstance(one, Refused) or path.parent.name == "generic-not-arxiv"
        if isinstance(one, Refused) and path.parent.name != "generic-not-arxiv":
            assert any(name in one.reason for name in OTHER_FORMATS)


@pytest.mark.parametrize("path", files("atom/**/*.xml", "atom/**/*.atom"))
def test_every_atom_file_parses_without_a_loss(path):
    payload = content(path)
    page = parse_feed(payload)
    if b"/api/errors#" in payload:
        assert page.error.startswith("incorrect id format for ")
        return
    assert len(page.records) == payload.count(b"<entry>")
    assert all(isinstance(one, PaperRecord) and one.authors for one in page.records)
    assert page.error == ""


@pytest.mark.parametrize("path", files("snapshot/kaggle-*.jsonl"))
def test_every_snapshot_file_parses_without_a_loss(path):
    lines = path.read_bytes().splitlines()
    assert all(isinstance(parse_line(line), PaperRecord) for line in lines)


def test_the_corpus_parses_without_a_loss():
    """80,428 papers; a line refused would be told with its reason."""
    ids, kinds, refused, codes = set(), Counter(), [], set()
    with gzip.open(ARXIV / "papers.jsonl.gz") as lines:
        for line in lines:
            found = parse_line(line)
            kinds[type(found)] += 1
            if isinstance(found, Refused):
                refused.append((found.external_id, found.reason))
            else:
                ids.add(found.arxiv_id)
                codes.update(found.categories)
    assert refused == []
    assert kinds == {PaperRecord: 80_428}
    assert len(ids) == 80_428
    assert codes <= {category.code for category in CATEGORIES if not category.alias_of}


def test_the_four_page_chain_has_its_509_papers():
    pages = [
        parse_list_records((ARXIV / f"oai/server-2026/listrecords-arXivRaw-all-page{number}.xml").read_bytes())
        for number in range(4)
    ]
    assert [bool(page.token) for page in pages] == [True, True, True, False]
    assert len({one.arxiv_id for page in pages for one in page.records}) == 509


def test_an_editor_s_indents_make_no_paragraphs():
    page = parse_list_records(content(ARXIV / "oai/arxivRaw-listrecords-2016-10-20-reindented.xml.gz"))
    parted = [one for one in page.records if "\n\n" in one.abstract]
    assert parted == []
    assert [one.arxiv_id for one in page.records if one.withdrawn] == [
        *("0803.4354", "0808.3386", "1502.02762", "1505.00300", "1603.06854", "1605.00928")
    ]
