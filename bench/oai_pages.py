"""Pages of arXivRaw made of snapshot records, and the two halves of what a harvest does with one."""

from datetime import UTC, datetime

from harvest.bookkeeping import payloads
from harvest.http import Answer
from harvest.ingest.batches import ingest_papers
from harvest.sources.arxiv.oai import OaiPage, parse_list_records
from tests.upstreams.arxiv import oai


def made_of(records: list[dict], size: int) -> list[bytes]:
    query = [("verb", "ListRecords"), ("metadataPrefix", "arXivRaw"), ("from", "2005-09-16")]
    pages = []
    for start in range(0, len(records), size):
        some = [{**record, "update_date": "2020-01-02"} for record in records[start : start + size]]
        pages.append(oai.answer(query, some, size, datetime.now(UTC)))
    return pages


def read(page: bytes) -> OaiPage:
    return parse_list_records(page)


def write(parsed: OaiPage, page: bytes) -> None:
    payloads.keep(Answer("https://arxiv.example/oai", page), "arxiv", None)
    ingest_papers(parsed.records, source="arxiv")
