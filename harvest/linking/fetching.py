"""Asks a source for papers and gives their records by arXiv id, with what could not be read; writes nothing."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from harvest.http import Answer
from harvest.limits.gates import PacedGate
from harvest.outside_records import OutsideSource, WorkRecord
from harvest.records import Refused
from harvest.sources.json_api import Reply
from harvest.sources.openalex.client import Batch, OpenAlexClient
from harvest.sources.openalex.works import parse_work, parse_works, under
from harvest.sources.semantic_scholar.client import SemanticScholarClient, paper_key
from harvest.sources.semantic_scholar.papers import parse_batch

PATIENCE = timedelta(seconds=30)  # for the next turn; a longer wait is noted in the row


@dataclass(slots=True)
class Fetched:
    """`told`: by arXiv id the works, none where the source knows none. `failed`: ids with the reason."""

    told: dict[str, list[WorkRecord]] = field(default_factory=dict)
    refused: list[Refused] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)


def client_of(source: OutsideSource) -> OpenAlexClient | SemanticScholarClient:
    gate = PacedGate(source.value, PATIENCE)
    return OpenAlexClient(gate) if source == OutsideSource.OPENALEX else SemanticScholarClient(gate)


def fetch(client: OpenAlexClient | SemanticScholarClient, arxiv_ids: Sequence[str]) -> Fetched:
    if isinstance(client, OpenAlexClient):
        return from_openalex(client, arxiv_ids)
    return from_semantic_scholar(client, arxiv_ids)


def from_openalex(client: OpenAlexClient, arxiv_ids: Sequence[str]) -> Fetched:
    """By arXiv's DOI, the rest by arXiv's address; author lists that a list answer cut are asked for whole."""
    fetched = Fetched()
    works = _read(client.works_by_arxiv_doi(arxiv_ids), fetched)
    for scheme in ("http", "https"):
        known = {arxiv_id for work in works for arxiv_id in work.arxiv_ids}
        if rest := [arxiv_id for arxiv_id in arxiv_ids if arxiv_id not in known]:
            works += _read(client.works_by_landing_page(rest, scheme), fetched)
    _tell_refused(arxiv_ids, fetched)
    by_id = {work.outside_id: work for work in works}
    without = _made_whole(client, by_id, fetched)
    for arxiv_id in arxiv_ids:
        found = under(by_id.values(), arxiv_id)
        missing = next((work.outside_id for work in found if work.outside_id in without), None)
        if missing:
            fetched.failed[arxiv_id] = without[missing]
        elif found or arxiv_id not in fetched.failed:
            fetched.told[arxiv_id] = found
    fetched.failed = {one: reason for one, reason in fetched.failed.items() if one not in fetched.told}
    return fetched


def from_semantic_scholar(client: SemanticScholarClient, arxiv_ids: Sequence[str]) -> Fetched:
    keys = {paper_key(arxiv_id): arxiv_id for arxiv_id in arxiv_ids}
    rows = client.papers(list(keys))
    fetched = Fetched(answers=_answers(rows.replies))
    for key, reason in rows.failed.items():
        fetched.failed[keys[key]] = reason
    for answered in parse_batch(list(rows.rows), list(rows.rows.values())):
        arxiv_id, record = keys[answered.asked], answered.record
        if isinstance(record, Refused):
            fetched.refused.append(replace(record, external_id=arxiv_id))
            fetched.failed[arxiv_id] = record.reason
        else:
            fetched.told[arxiv_id] = [record] if record else []
    return fetched


def _read(batch: Batch, fetched: Fetched) -> list[WorkRecord]:
    fetched.answers += _answers(batch.replies)
    fetched.failed |= batch.failed
    found: list[WorkRecord] = []
    for reply in batch.replies:
        page = parse_works(reply.payload)
        if isinstance(page, Refused):
            fetched.refused.append(page)
            continue
        found += _readable(page.records, fetched)
    return found


def _readable(records: Iterable[WorkRecord | Refused], fetched: Fetched) -> Iterable[WorkRecord]:
    for record in records:
        if isinstance(record, Refused):
            fetched.refused.append(record)
        else:
            yield record


def _tell_refused(arxiv_ids: Collection[str], fetched: Fetched) -> None:
    """A record that cannot be read is of the paper whose id stands in it: that one is not unknown to the source."""
    for at, refused in enumerate(fetched.refused):
        about = next((one for one in arxiv_ids if f'{one}"'.encode() in refused.raw), None)
        if about:
            fetched.refused[at] = replace(refused, external_id=about)
            fetched.failed[about] = refused.reason


def _made_whole(client: OpenAlexClient, works: dict[str, WorkRecord], fetched: Fetched) -> dict[str, str]:
    """Put whole author lists in the place of cut ones; gives the works whose lists could not be had, with the reason.

    Half of a list would take back what the other half said before.
    """
    singles = client.each_work([one for one, work in works.items() if work.authors_truncated])
    without = dict(singles.failed)
    for looked in singles.looked:
        if looked.reply is None:
            continue
        fetched.answers += _answers([looked.reply])
        record = parse_work(looked.reply.payload, whole=True)
        if isinstance(record, Refused):
            fetched.refused.append(record)
            without[looked.asked] = record.reason
        else:
            works[looked.asked] = record
    return without


def _answers(replies: Collection[Reply]) -> list[Answer]:
    return [Answer(reply.url, reply.body) for reply in replies]
