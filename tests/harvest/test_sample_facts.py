"""The sample corpus against the shape it promises, and against arXiv's own records where those are at hand."""

import gzip
import json
import re
import unicodedata
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lxml import etree

from harvest.records import AuthorKind, PaperRecord
from harvest.sources.arxiv.oai import parse_list_records

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "harvest" / "sample").glob("arxiv-*.xml"))
RECORDED = ROOT.parent / "shared" / "upstream" / "arxiv" / "papers.jsonl.gz"
NAMESPACES = {"oai": "http://www.openarchives.org/OAI/2.0/", "raw": "http://arxiv.org/OAI/arXivRaw/"}

MAIN_ARCHIVES = {
    "astro-ph", "cond-mat", "cs", "econ", "eess", "gr-qc", "hep-ex", "hep-lat", "hep-ph", "hep-th", "math", "math-ph",
    "nlin", "nucl-ex", "nucl-th", "physics", "q-bio", "q-fin", "quant-ph", "stat",
}  # fmt: skip
HEIRS = {
    "acc-phys": "physics", "adap-org": "nlin", "alg-geom": "math", "ao-sci": "physics", "atom-ph": "physics",
    "bayes-an": "physics", "chao-dyn": "nlin", "cmp-lg": "cs", "dg-ga": "math", "plasm-ph": "physics", "q-alg": "math",
}  # fmt: skip

LIGATURES = {"\\L": "L", "\\l": "l", "\\O": "O", "\\o": "o", "\\oe": "oe", "\\ss": "ss", "\\i": "i"}


def fold(text):
    """Letters and digits only, lower case, without accents, whether they came as TeX or as Unicode."""
    text = re.sub(r"\\(?:oe|ss|[LlOoi])(?![A-Za-z])", lambda found: LIGATURES[found[0]], text)
    text = re.sub(r"\\[cvuHk]\{", "{", text)
    text = text.translate(str.maketrans({"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "œ": "oe", "ß": "ss"}))
    return "".join(letter for letter in unicodedata.normalize("NFKD", text).lower() if letter.isalnum())


def author_count(printed):
    return len([name for name in re.split(r",|;|\band\b|:", printed) if fold(name)])


def words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def runs(text, length):
    found = words(text)
    return {tuple(found[start : start + length]) for start in range(len(found) - length + 1)}


def day(date):
    return datetime.strptime(date, "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC).date()


def read_papers():
    papers = []
    for path in FILES:
        tree = etree.parse(path, etree.XMLParser(resolve_entities=False, no_network=True))
        for record in tree.iterfind("oai:ListRecords/oai:record", NAMESPACES):
            raw = record.find("oai:metadata/raw:arXivRaw", NAMESPACES)
            paper = {child.tag.partition("}")[2]: child.text for child in raw}
            paper["identifier"] = record.findtext("oai:header/oai:identifier", namespaces=NAMESPACES)
            paper["sets"] = [found.text for found in record.iterfind("oai:header/oai:setSpec", NAMESPACES)]
            paper["versions"] = [
                (version.get("version"), version.findtext("raw:date", namespaces=NAMESPACES))
                for version in raw.iterfind("raw:version", NAMESPACES)
            ]
            paper["abstract_lines"] = (paper["abstract"] or "").split("\n")
            papers.append(paper)
    return papers


PAPERS = read_papers()


@pytest.fixture(scope="module")
def recorded():
    if not RECORDED.exists():
        pytest.skip("needs the recorded papers beside the project: ../shared/upstream/arxiv/papers.jsonl.gz")
    wanted = {paper["id"] for paper in PAPERS}
    with gzip.open(RECORDED, "rt", encoding="utf-8") as lines:
        found = {paper["id"]: paper for paper in map(json.loads, lines) if paper["id"] in wanted}
    assert len(found) >= 80, "most of the sample should be checkable"
    return found


def test_there_are_about_a_hundred_and_fifty_papers_and_no_two_share_an_id():
    ids = [paper["id"] for paper in PAPERS]
    assert len(ids) >= 140
    assert len(set(ids)) == len(ids)


def test_every_main_archive_has_a_paper():
    primaries = {paper["categories"].split()[0].partition(".")[0] for paper in PAPERS}
    archives = {HEIRS.get(archive, archive) for archive in primaries}
    assert archives == MAIN_ARCHIVES


def test_the_years_run_from_1991_to_2025_without_a_gap():
    years = {day(paper["versions"][0][1]).year for paper in PAPERS}
    assert set(range(1991, 2026)) <= years


def test_both_schemes_of_ids_and_retired_archives_occur():
    ids = [paper["id"] for paper in PAPERS]
    assert sum("/" in arxiv_id for arxiv_id in ids) >= 50
    assert sum(bool(re.fullmatch(r"\d{4}\.\d{4}", arxiv_id)) for arxiv_id in ids) >= 10
    assert sum(bool(re.fullmatch(r"\d{4}\.\d{5}", arxiv_id)) for arxiv_id in ids) >= 10
    assert {arxiv_id.partition("/")[0] for arxiv_id in ids} >= set(HEIRS)


def test_some_paper_has_several_versions_some_is_withdrawn_and_some_is_by_a_collaboration():
    assert any(len(paper["versions"]) >= 7 for paper in PAPERS)
    assert any("withdrawn" in (paper.get("comments") or "").lower() for paper in PAPERS)
    assert sum("Collaboration" in paper["authors"] for paper in PAPERS) >= 6
    assert any(author_count(paper["authors"]) >= 30 for paper in PAPERS)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper["id"])
def test_a_record_is_complete_and_in_order(paper):
    assert paper["identifier"] == f"oai:arXiv.org:{paper['id']}"
    assert paper["title"] and paper["authors"] and paper["sets"]
    assert [number for number, _ in paper["versions"]] == [f"v{n + 1}" for n in range(len(paper["versions"]))]
    days = [day(date) for _, date in paper["versions"]]
    assert days == sorted(days)
    assert not paper.get("doi") or re.fullmatch(r"10\.\d{4,}/\S+", paper["doi"])


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper["id"])
def test_a_description_is_one_paragraph_of_plain_length_with_its_dollars_paired(paper):
    assert 50 <= len(paper["abstract"].split()) <= 110
    assert not any(line.startswith(" ") or not line for line in paper["abstract_lines"])
    assert paper["abstract"].count("$") % 2 == 0
    assert paper["abstract"].count("{") == paper["abstract"].count("}")


def test_no_two_descriptions_share_a_sentence():
    seen = {}
    for paper in PAPERS:
        for sentence in re.split(r"(?<=[.?!])\s+", " ".join(paper["abstract_lines"])):
            assert sentence not in seen, (paper["id"], seen.get(sentence))
            seen[sentence] = paper["id"]


def test_the_files_hold_ascii_and_no_document_type():
    for path in FILES:
        text = path.read_bytes()
        assert text.isascii()
        assert b"<!DOCTYPE" not in text
        assert b"own words" in text.partition(b"-->")[0]


def test_the_parser_of_the_harvest_reads_every_record():
    records = [record for path in FILES for record in parse_list_records(path.read_bytes()).records]
    assert [record.arxiv_id for record in records if isinstance(record, PaperRecord)] == [p["id"] for p in PAPERS]
    assert all(record.authors for record in records)
    assert [record.arxiv_id for record in records if record.withdrawn] == ["1606.01467"]
    people = [author for record in records for author in record.authors if author.kind is AuthorKind.PERSON]
    assert not [author for author in people if not author.family or set("\\{}$") & set(author.printed)]


def test_facts_agree_with_the_recorded_papers(recorded):
    differing = []
    for paper in PAPERS:
        known = recorded.get(paper["id"])
        if known is None:
            continue
        ours = (
            fold(paper["title"]),
            author_count(paper["authors"]),
            paper["categories"].split()[0],
            day(paper["versions"][0][1]),
        )
        created = re.sub(r"^(\w+), (\d) ", r"\1, 0\2 ", re.sub(r" +", " ", known["versions"][0]["created"]))
        theirs = (
            fold(known["title"]),
            author_count(known["authors"]),
            known["categories"].split()[0],
            day(created),
        )
        if ours != theirs:
            differing.append((paper["id"], ours, theirs))
    assert differing == []


def test_no_description_repeats_eight_words_of_the_abstract(recorded):
    repeated = {
        paper["id"]: shared
        for paper in PAPERS
        if paper["id"] in recorded
        and (shared := runs(paper["abstract"], 8) & runs(recorded[paper["id"]]["abstract"], 8))
    }
    assert repeated == {}
