"""Asks a source for profiles and gives their records, with those that moved, are gone or could not be read."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from harvest.http import Answer
from harvest.outside_records import ProfileRecord
from harvest.records import Refused
from harvest.sources.json_api import Reply
from harvest.sources.openalex import authors as openalex_authors
from harvest.sources.openalex.client import OpenAlexClient
from harvest.sources.semantic_scholar import authors as scholar_authors
from harvest.sources.semantic_scholar.client import SemanticScholarClient


@dataclass(slots=True)
class FetchedProfiles:
    """By the id that was asked. `moved` leads to the id that a source joined it to; `failed` tells the reason."""

    told: dict[str, ProfileRecord] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    refused: list[Refused] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)

    @property
    def gone(self) -> dict[str, str]:
        """Those that are no more, with what they became, if that was told."""
        return dict.fromkeys(self.unknown, "") | self.moved


def fetch(client: OpenAlexClient | SemanticScholarClient, ids: Sequence[str]) -> FetchedProfiles:
    if isinstance(client, OpenAlexClient):
        return from_openalex(client, ids)
    return from_semantic_scholar(client, ids)


def from_openalex(client: OpenAlexClient, ids: Sequence[str]) -> FetchedProfiles:
    """In lists; what is missing from these one by one, which costs nothing and tells what it was merged into."""
    batch = client.authors(ids)
    fetched = FetchedProfiles(failed=dict(batch.failed))
    for reply in batch.replies:
        _keep(reply, fetched)
        for record in openalex_authors.parse_authors(reply.payload):
            _take(record, "", fetched)
    singles = client.each_author([one for one in ids if one not in fetched.told and one not in fetched.failed])
    fetched.failed |= singles.failed
    for looked in singles.looked:
        if looked.reply is None:
            fetched.unknown.add(looked.asked)
        else:
            _keep(looked.reply, fetched)
            _take(openalex_authors.parse_author(looked.reply.payload), looked.asked, fetched)
    return fetched


def from_semantic_scholar(client: SemanticScholarClient, ids: Sequence[str]) -> FetchedProfiles:
    rows = client.authors(ids)
    fetched = FetchedProfiles(failed=dict(rows.failed))
    for reply in rows.replies:
        _keep(reply, fetched)
    for asked, record in scholar_authors.parse_authors(list(rows.rows), list(rows.rows.values())).items():
        if record is None:
            fetched.unknown.add(asked)
        else:
            _take(record, asked, fetched)
    return fetched


def _take(record: ProfileRecord | Refused, asked: str, fetched: FetchedProfiles) -> None:
    if isinstance(record, Refused):
        fetched.refused.append(replace(record, external_id=asked or record.external_id))
        if one := asked or record.external_id:
            fetched.failed[one] = record.reason
    elif asked and record.id != asked:
        fetched.moved[asked] = record.id
    else:
        fetched.told[record.id] = record


def _keep(reply: Reply, fetched: FetchedProfiles) -> None:
    fetched.answers.append(Answer(reply.url, reply.body))
