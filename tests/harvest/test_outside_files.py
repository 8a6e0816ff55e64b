"""Every file recorded from OpenAlex and Semantic Scholar parses, or is refused for the reason given here."""

import csv
import gzip
import io
import json
import re
from collections import Counter
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from harvest.http import Denied
from harvest.outside_records import InstitutionRecord, ProfileRecord, WorkRecord
from harvest.records import Refused
from harvest.sources.json_api import JsonApi, OpenGate
from harvest.sources.openalex import authors as openalex_authors
from harvest.sources.openalex.institutions import parse_institution, parse_institutions
from harvest.sources.openalex.merges import Merge, parse_merges
from harvest.sources.openalex.works import parse_work, parse_works
from harvest.sources.semantic_scholar import authors as s2_authors
from harvest.sources.semantic_scholar.papers import parse_paper
from tests.upstreams.json_server import HTML, JsonServer, Recorded, Reply

SHARED = Path(__file__).resolve().parents[3] / "shared/upstream"
OPENALEX, S2 = SHARED / "openalex", SHARED / "semanticscholar"

pytestmark = pytest.mark.skipif(
    not (OPENALEX.is_dir() and S2.is_dir()), reason="../shared/upstream/openalex and semanticscholar are not here"
)

WORKS = {
    "works-2022-legacy-schema.jsonl.gz": 120,
    "works-2023-snapshot-lines-b.jsonl.gz": 27,
    "works-2023-snapshot-lines.jsonl.gz": 29,
    "works-2025-author-reports.jsonl.gz": 70,
    "works-2025-mixed.jsonl.gz": 339,
    "works-2025-single-incl-5103-authors.jsonl.gz": 3,
    "works-2026-ml.jsonl.gz": 194,
    "works-2026-one.jsonl.gz": 1,
    "works-2026-search-select.jsonl.gz": 4,
    "works-2026-search.jsonl.gz": 3,
    "works-2026-select.jsonl.gz": 2,
    "works-2026-single-and-list.jsonl.gz": 3,
    "works-with-arxiv-location.jsonl.gz": 28,
}
PAGES = {"list-answer-2026.json.gz": 2, "search-answer-2026.json.gz": 3, "search-select-answer-2026.json.gz": 5}
NO_RECORDS = {
    # What a source tells beside works, authors and institutions: kind by kind no record of ours.
    "manifest-authors-2023.json": "no id",
    "openapi-2026-08.json.gz": "no id",
    "topic-T11636.json": "id 'https://openalex.org/T11636' is no work's",
    "dataset.json": "no paperId",
    "datasetdiff.json": "no paperId",
    "release.json": "no paperId",
    "author-disambiguation/dummy-clusters.json.gz": "no paperId",
    "author-disambiguation/dummy-papers.json.gz": "no paperId",
    "author-disambiguation/dummy-signatures.json.gz": "no paperId",
    "author-disambiguation/qian-clusters.json.gz": "no paperId",
    "author-disambiguation/qian-signatures.json.gz": "no paperId",
}
TABLES = {
    # Strings with labels for measuring the matching of affiliations; they come from no API.
    "affiliation-mismatch-country-code.csv.gz",
    "affiliation-missing-country-code.csv.gz",
    "institution-gold/cwts_no_relation_labeled.tsv.gz",
    "institution-gold/cwts_related_labeled.tsv.gz",
    "institution-gold/gold_data_institution_parsing_labeled.tsv.gz",
    "institution-gold/multi_string_inst_openalex.tsv.gz",
    "institution-gold/sampled_200_labeled.tsv.gz",
}
S2_FIGURES = {
    # Papers and authors, those nested in others too; then how many of each have no id, as section 3.3 says some do.
    "author-full-with-papers.json.gz": (60, 139, 0, 0),
    "citation.json": (1, 3, 0, 0),
    "paper-full-with-citations-and-references.json.gz": (1009, 3396, 6, 3),
    "paperwithnullvalues.json": (1, 0, 0, 0),
    "reference.json": (1, 2, 0, 0),
    "s2-bulk-search.json.gz": (1000, 3861, 0, 9),
    "s2-paper-detail.json.gz": (1, 8, 0, 0),
    "s2-recommendations.json.gz": (5, 18, 0, 0),
    "s2-relevance-search.json.gz": (5, 23, 0, 0),
    "scholarqa-reranked-papers.json.gz": (0, 17, 0, 0),  # a table of another tool: its papers have no paperId at all
    "semantic-citations.json": (3, 19, 0, 3),
    "semantic-references.json": (3, 18, 0, 0),
    "semantic-search.json": (3, 8, 0, 0),
    "responses-bulk-search-and-citations.jsonl.gz": (16275, 0, 8, 0),
    "responses-semanticscholar-py.jsonl.gz": (3414, 103, 23, 0),
}
EXCHANGES = {
    # Recorded answers as our client takes them, asked again over HTTP.
    "openalex/responses-openalexpro.jsonl.gz": {
        "200": 9,
        "400 Invalid query parameters error.": 2,
        "Denied HTTP 401 Invalid or missing API key": 1,
    },
    "openalex/responses-paper-qa.jsonl.gz": {"200": 11, "404 ": 1},  # the 404 is HTML
    "openalex/responses-pub-analyzer.jsonl.gz": {"200": 76},
    "semanticscholar/responses-bulk-search-and-citations.jsonl.gz": {"200": 36},
    "semanticscholar/responses-paper-qa.jsonl.gz": {"200": 39, "404 Paper with id": 1, "404 Title match not found": 4},
    "semanticscholar/responses-semanticscholar-py.jsonl.gz": {
        "200": 56,
        "400 No positive paper examples given": 1,
        "400 Unrecognized or unsupported fields": 1,
        "404 Author with id": 1,
        "404 Paper with id": 1,
        "Denied HTTP 403 Forbidden": 1,
    },
}
OPENALEX_ANSWERS = {
    # What the recorded answers with status 200 hold: records, and refusals with their reason.
    "responses-openalexpro.jsonl.gz": {"WorkRecord": 4, "no id": 5},  # budget, counts, select=ids
    "responses-paper-qa.jsonl.gz": {"WorkRecord": 9, "no id": 3},  # select=open_access,doi
    "responses-pub-analyzer.jsonl.gz": {
        "WorkRecord": 71,
        "ProfileRecord": 4,
        "InstitutionRecord": 1,
        "id 'https://openalex.org/S…' is no work's": 30,  # a journal each
    },
}


def content(path):
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def lines(path):
    return [json.loads(line) for line in content(path).split(b"\n") if line.strip()]


def test_no_file_is_forgotten():
    known = {*WORKS, *PAGES, *NO_RECORDS, *TABLES, *S2_FIGURES}
    known |= {name.partition("/")[2] for name in EXCHANGES}
    known |= {"authors.jsonl.gz", "institutions.jsonl.gz", "sources.jsonl.gz", "s2-open-corpus-2021-lines.jsonl.gz"}
    known |= {"merged_ids-authors-2022-08-03.csv", "merged_ids-authors-2023-04-13.csv"}
    found = {
        path.relative_to(folder).as_posix()
        for folder in (OPENALEX, S2)
        for path in folder.rglob("*")
        if path.is_file() and path.name != "MANIFEST.md"
    }
    assert found - known == set()


@pytest.mark.parametrize("name", WORKS)
def test_every_work_parses_without_a_loss(name):
    told = [one.get("work", one) for one in lines(OPENALEX / name)]
    found = [parse_work(one) for one in told]
    assert Counter(map(type, found)) == {WorkRecord: WORKS[name]}
    for payload, record in zip(told, found, strict=True):
        rows = payload.get("authorships") or []
        assert len(record.authors) == len(rows)
        assert [one.position for one in record.authors] == list(range(1, len(rows) + 1))
        named = [row for row in rows if row.get("raw_author_name") or (row.get("author") or {}).get("display_name")]
        assert sum(1 for one in record.authors if one.any_name) == len(named)
        assert len(record.reference_ids) == len(set(payload.get("referenced_works") or []))
        assert not any("@" in one.text for author in record.authors for one in author.affiliations)


def test_arxiv_ids_are_those_that_the_collector_found():
    for one in lines(OPENALEX / "works-with-arxiv-location.jsonl.gz"):
        assert sorted(parse_work(one["work"]).arxiv_ids) == sorted(one["arxiv_ids"])


def test_the_work_of_5103_authors_is_whole():
    (payload,) = [
        one
        for one in lines(OPENALEX / "works-2025-single-incl-5103-authors.jsonl.gz")
        if len(one["authorships"]) == 5103
    ]
    record = parse_work(payload, whole=True)
    assert (record.arxiv_ids, len(record.authors), record.authors_truncated) == (("1503.07589",), 5103, False)
    assert [one.raw_name for one in record.authors[:2]] == [
        one["raw_author_name"] for one in payload["authorships"][:2]
    ]
    assert all(one.name and one.profile_id for one in record.authors)
    assert "<" not in record.title
    assert "at s=7 and 8 TeV" in record.title


@pytest.mark.parametrize("name", PAGES)
def test_every_list_answer_parses_without_a_loss(name):
    payload = json.loads(content(OPENALEX / name))
    page = parse_works(payload.get("body", payload))
    assert Counter(map(type, page.records)) == {WorkRecord: PAGES[name]}
    assert page.count >= PAGES[name]


def test_every_author_parses_but_those_who_are_nobody():
    found = [openalex_authors.parse_author(one["author"]) for one in lines(OPENALEX / "authors.jsonl.gz")]
    assert Counter(map(type, found)) == {ProfileRecord: 35, Refused: 2}
    assert sorted(one.reason for one in found if isinstance(one, Refused)) == [
        "A4347464006 is of the generation that died in July 2023",
        "A5317838346 is the deleted author, no person",
    ]
    assert all(one.name and one.h_index is not None for one in found if isinstance(one, ProfileRecord))


def test_every_institution_parses():
    found = [parse_institution(one["institution"]) for one in lines(OPENALEX / "institutions.jsonl.gz")]
    assert Counter(map(type, found)) == {InstitutionRecord: 711}
    assert all(one.ror and one.name and one.lineage for one in found)


def test_sources_are_refused_as_no_works():
    found = [parse_work(one.get("source", one)) for one in lines(OPENALEX / "sources.jsonl.gz")]
    assert len(found) == 250
    assert all(one.reason.endswith("is no work's") for one in found)


@pytest.mark.parametrize(
    ("name", "count", "gone"),
    [("merged_ids-authors-2022-08-03.csv", 1, 1), ("merged_ids-authors-2023-04-13.csv", 4, 4)],
)
def test_merges_parse(name, count, gone):
    found = parse_merges(content(OPENALEX / name).decode())
    assert Counter(map(type, found)) == {Merge: count}
    assert sum(1 for one in found if not one.into) == gone


@pytest.mark.parametrize("name", NO_RECORDS)
def test_what_is_no_record_is_refused_for_its_reason(name):
    path = OPENALEX / name if (OPENALEX / name).is_file() else S2 / name
    payload = json.loads(content(path))
    found = parse_work(payload) if path.is_relative_to(OPENALEX) else parse_paper(payload)
    assert isinstance(found, Refused)
    assert found.reason == NO_RECORDS[name]


@pytest.mark.parametrize("name", sorted(TABLES))
def test_tables_of_strings_are_no_answers(name):
    text = content(OPENALEX / name).decode()
    with pytest.raises(ValueError, match=r"Expecting value|Extra data"):
        json.loads(text)
    delimiter = "\t" if ".tsv" in name else ";"
    assert len(next(csv.reader(io.StringIO(text), delimiter=delimiter))) > 1


def nested(value):
    """All papers and authors of an answer, at any depth."""
    if isinstance(value, list):
        for one in value:
            yield from nested(one)
    elif isinstance(value, dict):
        if "paperId" in value:
            yield parse_paper(value)
        elif "authorId" in value:
            yield s2_authors.parse_author(value)
        for one in value.values():
            yield from nested(one)


@pytest.mark.parametrize("name", S2_FIGURES)
def test_every_paper_and_author_of_semantic_scholar_parses_but_those_without_an_id(name):
    path = S2 / name
    found = list(nested(lines(path) if ".jsonl" in name else json.loads(content(path))))
    kinds = Counter(map(type, found))
    reasons = Counter(one.reason for one in found if isinstance(one, Refused))
    figures = (kinds[WorkRecord], kinds[ProfileRecord], reasons.pop("no paperId", 0), reasons.pop("no authorId", 0))
    assert figures == S2_FIGURES[name]
    assert not reasons


def test_the_corpus_of_2021_is_refused_line_by_line():
    """Another layout under other names; nothing of it is asked for."""
    found = [parse_paper(one) for one in lines(S2 / "s2-open-corpus-2021-lines.jsonl.gz")]
    assert Counter(one.reason for one in found) == {"no paperId": 100}


class Replayed(JsonServer):
    """Nothing but what was recorded."""

    def reply(self, exchange):
        return Reply(HTML, 599, "text/html")


def replies(path):
    """Each recorded request once more, through our own client: (path asked, reply or error)."""
    recorded = Recorded(path)
    with Replayed(recorded) as server, JsonApi(server.root) as api:
        for one in recorded.exchanges:
            address, body = urlsplit(one["request"]["url"]), one["request"]["body"]
            query = dict(parse_qsl(address.query, keep_blank_values=True))
            try:
                yield address.path, api.send(address.path.lstrip("/"), query, OpenGate(), body=body)
            except Denied as error:
                yield address.path, error


@pytest.mark.parametrize("name", EXCHANGES)
def test_every_recorded_answer_is_understood_over_http(name):
    found = Counter()
    for _, reply in replies(SHARED / name):
        told = f"Denied {reply}" if isinstance(reply, Denied) else f"{reply.status} {reply.message}".rstrip()
        found[next((one for one in EXCHANGES[name] if told.startswith(one.rstrip())), told)] += 1
    assert found == EXCHANGES[name]


@pytest.mark.parametrize("name", OPENALEX_ANSWERS)
def test_every_recorded_answer_of_openalex_parses_or_is_refused(name):
    found = Counter()
    for path, reply in replies(OPENALEX / name):
        if not isinstance(reply, Denied) and reply.status == 200:
            for record in records_of(path, reply.payload):
                reason = re.sub(r"\d+", "…", record.reason) if isinstance(record, Refused) else ""
                found[reason or type(record).__name__] += 1
    assert found == OPENALEX_ANSWERS[name]


def records_of(path, payload):
    one, many = {
        "authors": (openalex_authors.parse_author, openalex_authors.parse_authors),
        "institutions": (parse_institution, parse_institutions),
    }.get(path.split("/")[1], (parse_work, lambda answer: parse_works(answer).records))
    return many(payload) if "results" in payload else [one(payload)]
