"""What a source holds of each paper: which of its works is the paper's, and its facts, written where they differ."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from harvest import precedence
from harvest.linking.bulk import select, upsert
from harvest.linking.held import HeldPaper
from harvest.matching.alignment import Alignment, Row, align
from harvest.outside_records import OutsideAuthor, OutsideSource, WorkRecord

COLUMNS = {
    "source": "text", "outside_id": "text", "paper_id": "bigint", "chosen": "boolean", "doi": "text",
    "published_doi": "text", "title": "text", "venue": "text", "cited_by_count": "integer", "cited_by_year": "jsonb",
    "reference_ids": "text[]", "retracted": "boolean", "content_hash": "text", "read_at": "timestamptz",
}  # fmt: skip
_FACTS = ("chosen", "doi", "published_doi", "title", "venue", "retracted")


@dataclass(frozen=True, slots=True)
class Work:
    """A source's record of a paper, with the author lists side by side. `chosen`: its facts are the paper's."""

    paper: HeldPaper
    record: WorkRecord
    alignment: Alignment
    chosen: bool
    published_doi: str = ""


def choose(paper: HeldPaper, records: Sequence[WorkRecord]) -> list[Work]:
    """All that a source has under the paper's id, best first; at most one of them is chosen (`harvest.precedence`)."""
    entries = [slot.entry for slot in paper.slots]
    ordered = precedence.best_first(records)
    aligned = [(record, align(entries, [row_of(author) for author in record.authors])) for record in ordered]
    authors = sum(not entry.is_group for entry in entries)
    speaking = precedence.speaking(paper.title, authors, aligned)
    return [
        Work(
            paper,
            record,
            alignment,
            chosen=place == speaking,
            published_doi=precedence.published_doi(paper.title, authors, record, alignment),
        )
        for place, (record, alignment) in enumerate(aligned)
    ]


def row_of(author: OutsideAuthor) -> Row:
    return Row(
        name=author.name,
        profile=author.profile_id,
        profile_name=author.profile_name,
        affiliations=tuple(affiliation.text for affiliation in author.affiliations),
    )


def write(
    source: OutsideSource, works: Mapping[int, Sequence[Work]], now: datetime
) -> tuple[set[int], set[int], set[str]]:
    """Write the works of each paper; gives the papers of which facts changed, those of which only counts or references
    did, and the outside ids that are new.

    A work that is no longer told is not chosen any more.
    """
    rows = {(work.record.outside_id, paper): _row(work, now) for paper, several in works.items() for work in several}
    held = {
        (outside_id, paper): (content_hash, chosen, tuple(facts))
        for outside_id, paper, content_hash, chosen, *facts in select(
            f"SELECT outside_id, paper_id, content_hash, chosen, {', '.join(_FACTS)} FROM papers_outsidework "  # noqa: S608
            "WHERE source = %s AND paper_id = ANY(%s)",
            source,
            list(works),
        )
    }
    written = {key: row for key, row in rows.items() if key not in held or held[key][0] != row[-2]}
    upsert("papers_outsidework", COLUMNS, list(written.values()), ("source", "outside_id", "paper_id"))
    gone = [key for key, (_, chosen, _) in held.items() if chosen and key not in rows]
    if gone:
        outside_ids, papers = zip(*gone, strict=True)
        select(
            """
            UPDATE papers_outsidework held SET chosen = false, content_hash = ''
            FROM unnest(%s::text[], %s::bigint[]) AS gone (outside_id, paper_id)
            WHERE source = %s AND held.outside_id = gone.outside_id AND held.paper_id = gone.paper_id RETURNING held.id
            """,
            list(outside_ids),
            list(papers),
            source,
        )
    renewed = {key for key, row in written.items() if key not in held or held[key][2] != _facts(row)}
    changed = {paper for _, paper in [*renewed, *gone]}
    return changed, {paper for _, paper in written} - changed, {key[0] for key in written if key not in held}


def _facts(row: tuple[object, ...]) -> tuple[object, ...]:
    """What of a row is no count."""
    return tuple(value for name, value in zip(COLUMNS, row, strict=True) if name in _FACTS)


def _row(work: Work, now: datetime) -> tuple[object, ...]:
    record = work.record
    facts = (
        work.chosen,
        record.doi,
        work.published_doi,
        record.title,
        record.venue,
        record.cited_by_count,
        {str(year): count for year, count in record.cited_by_year},
        list(record.reference_ids),
        record.retracted,
    )
    told = json.dumps(facts, ensure_ascii=True)
    hashed = hashlib.blake2b(told.encode(), digest_size=16).hexdigest()
    return (record.source.value, record.outside_id, work.paper.id, *facts, hashed, now.isoformat())
