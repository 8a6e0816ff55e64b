"""Writing a batch of records; safe to repeat.

`ingest_papers` writes what is new or newer, in one transaction or in the caller's, so that a checkpoint can move with
it. The same batch again writes nothing; older data never overwrites newer (`harvest.ingest.held`). A record that the
database refuses costs only itself: the batch is halved until it stands alone, and it is kept apart.

`prepare` does the reading, comparing and rendering and may run in another process; `write` decides again under the
lock, as another may have written meanwhile.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, datetime

from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.utils import timezone
from psycopg.errors import ProgramLimitExceeded

from harvest.bookkeeping import rejects
from harvest.ingest import month_counts
from harvest.ingest.held import Detail, Held, is_newer, look_up, newest_of
from harvest.ingest.rows import Unstorable, content_hash, paper_row
from harvest.ingest.version_changes import changes_of
from harvest.ingest.writing import Prepared, insert, update
from harvest.limits.leases import lock_ingest
from harvest.linking.counts import papers_come_or_go
from harvest.models import HarvestRun
from harvest.records import PaperRecord, Refused, Removed

log = logging.getLogger(__name__)


@dataclass(slots=True)
class IngestResult:
    """How many records of a batch had which end. `unchanged` counts those that told nothing new, doubles included."""

    created: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: int = 0
    removed: int = 0

    def __iadd__(self, other: "IngestResult") -> "IngestResult":
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))
        return self

    @property
    def records(self) -> int:
        return self.created + self.changed + self.unchanged + self.refused + self.removed


@dataclass(slots=True)
class Batch:
    """Records sorted by what they need. `seen_again` told nothing new but a later datestamp or a richer format."""

    detail: Detail
    papers: list[Prepared] = field(default_factory=list)
    seen_again: list[PaperRecord] = field(default_factory=list)
    unchanged: int = 0
    refused: list[Refused] = field(default_factory=list)
    removed: list[Removed] = field(default_factory=list)
    arxiv_ids: list[str] = field(default_factory=list)


def ingest_papers(
    records: Iterable[PaperRecord | Refused | Removed],
    *,
    source: str,
    run: HarvestRun | None = None,
    now: datetime | None = None,
    detail: Detail = Detail.ARXIV_RAW,
) -> IngestResult:
    """Write the records; gives how many were created, changed, unchanged, refused and removed."""
    return write(prepare(records, detail), source=source, run=run, now=now)


def prepare(records: Iterable[PaperRecord | Refused | Removed], detail: Detail = Detail.ARXIV_RAW) -> Batch:
    """Compare with what is held, and render what is to be written."""
    batch = Batch(detail)
    by_id: dict[str, list[PaperRecord]] = {}
    for record in records:
        if isinstance(record, PaperRecord):
            by_id.setdefault(record.arxiv_id, []).append(record)
        elif isinstance(record, Refused):
            batch.refused.append(record)
        else:
            batch.removed.append(record)
    batch.arxiv_ids = list(by_id)
    held = look_up(by_id)
    for arxiv_id, several in by_id.items():
        batch.unchanged += len(several) - 1
        _prepare_paper(batch, newest_of(several), held.get(arxiv_id))
    return batch


def write(batch: Batch, *, source: str, run: HarvestRun | None = None, now: datetime | None = None) -> IngestResult:
    """Write what `prepare` made."""
    now = now or timezone.now()
    result = IngestResult(unchanged=batch.unchanged)
    with transaction.atomic():
        refused = list(batch.refused)
        if batch.papers or batch.seen_again or batch.removed:
            lock_ingest()
            counts = month_counts.Counts()
            refused += _write_papers(batch.papers, batch.detail, now, result, counts)
            result.unchanged += len(batch.seen_again)
            _note_seen_again(batch.seen_again, batch.detail)
            result.removed, unknown = _mark_removed(batch.removed, now, counts)
            result.unchanged += unknown
            month_counts.apply(counts)
        result.refused = len(refused)
        rejects.resolve(batch.arxiv_ids, source, now)
        rejects.store(refused, source, run, now)
    return result


def _prepare_paper(batch: Batch, record: PaperRecord, held: Held | None) -> None:
    try:
        hashed = content_hash(record)
        if held is None or (held.content_hash != hashed and is_newer(record, batch.detail, held)):
            batch.papers.append(Prepared(record, hashed, paper_row(record, hashed)))
        elif held.content_hash == hashed and _is_later(record, batch.detail, held):
            batch.seen_again.append(record)
        else:
            batch.unchanged += 1
    except Unstorable as reason:
        batch.refused.append(rejects.refuse(record, str(reason)))
    except Exception as error:  # whatever a hostile text does to the renderers, its neighbours are written
        log.exception("could not render %s", record.arxiv_id)
        batch.refused.append(rejects.refuse(record, f"could not be rendered: {type(error).__name__}: {error}"))


def _is_later(record: PaperRecord, detail: Detail, held: Held) -> bool:
    later = record.datestamp is not None and (held.datestamp is None or record.datestamp > held.datestamp)
    return later or (record.datestamp == held.datestamp and detail > held.detail)


def _write_papers(
    papers: Sequence[Prepared], detail: Detail, now: datetime, result: IngestResult, counts: month_counts.Counts
) -> list[Refused]:
    """Write all, or halve until the ones that cannot be written stand alone; gives those."""
    if not papers:
        return []
    outcome, differences = IngestResult(), month_counts.Counts()
    try:
        with transaction.atomic():
            _write_bulk(papers, detail, now, outcome, differences)
    except DatabaseError as error:
        if not _is_of_the_data(error):
            raise
        if len(papers) == 1:
            reason = str(error).strip().splitlines()[0]
            return [rejects.refuse(papers[0].record, f"the database refuses it: {reason}")]
        half = len(papers) // 2
        first = _write_papers(papers[:half], detail, now, result, counts)
        return first + _write_papers(papers[half:], detail, now, result, counts)
    result += outcome
    for key, papers_more in differences.items():  # Counter.update would be the same, += drops the negative ones
        counts[key] += papers_more
    return []


def _is_of_the_data(error: DatabaseError) -> bool:
    return isinstance(error, DataError | IntegrityError) or isinstance(error.__cause__, ProgramLimitExceeded)


def _write_bulk(
    papers: Sequence[Prepared], detail: Detail, now: datetime, result: IngestResult, counts: month_counts.Counts
) -> None:
    held = look_up(paper.record.arxiv_id for paper in papers)
    new, newer, back = [], [], []
    for paper in papers:
        record, old = paper.record, held.get(paper.record.arxiv_id)
        if old is None:
            new.append(paper)
        elif old.content_hash != paper.hashed and is_newer(record, detail, old):
            paper.paper_id = old.id
            newer.append(paper)
            if old.removed_at is None:
                month_counts.count(counts, old.category_codes, old.first_submitted_at, -1)
            if old.removed_at is not None and old.removed_on_request:
                continue
            if old.removed_at is not None:
                back.append(old.id)
        else:
            result.unchanged += 1
            continue
        month_counts.count(counts, record.categories, record.versions[0].submitted_at, 1)
    if new:
        insert(new, detail, now)
    if newer:
        changes = changes_of({paper.paper_id: paper.row for paper in newer})
        for paper in newer:
            paper.changes = changes.get(paper.paper_id, ())
        update(newer, detail, now)
    if back:
        papers_come_or_go(back, 1, now)
    result.created += len(new)
    result.changed += len(newer)


def _note_seen_again(records: Sequence[PaperRecord], detail: Detail) -> None:
    """The date decides later which of two records is newer; readers see nothing of it, so nothing else moves."""
    if not records:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE papers_paper held
            SET source_datestamp = told.datestamp, source_detail = %(detail)s
            FROM unnest(%(ids)s::text[], %(days)s::date[]) AS told (arxiv_id, datestamp)
            WHERE held.arxiv_id = told.arxiv_id AND (
                told.datestamp > coalesce(source_datestamp, '-infinity')
                OR told.datestamp IS NOT DISTINCT FROM source_datestamp AND %(detail)s > source_detail)
            """,
            {
                "detail": detail,
                "ids": [record.arxiv_id for record in records],
                "days": [record.datestamp for record in records],
            },
        )


def _mark_removed(removed: Sequence[Removed], now: datetime, counts: month_counts.Counts) -> tuple[int, int]:
    """Mark those held that the source deleted later than it told of them; how many, and how many it did not touch.

    An empty hash says that the source deleted it. A paper that was removed on request is marked too, uncounted.
    """
    held = look_up(record.arxiv_id for record in removed)
    marked: dict[int, date | None] = {}
    listed: set[int] = set()
    for record in removed:
        old = held.get(record.arxiv_id)
        if old is None or not old.content_hash:
            continue
        if record.datestamp is None or old.datestamp is None or record.datestamp >= old.datestamp:
            if old.id not in marked and old.removed_at is None:
                month_counts.count(counts, old.category_codes, old.first_submitted_at, -1)
                listed.add(old.id)
            marked[old.id] = record.datestamp or old.datestamp
    if listed:
        papers_come_or_go(listed, -1, now)
    if marked:
        with connection.cursor() as cursor:
            cursor.execute(
                """
                UPDATE papers_paper held SET removed_at = coalesce(removed_at, %s), content_hash = '',
                    source_datestamp = told.datestamp, changed_at = %s,
                    change_seq = nextval('change_seq'), change_xid = pg_current_xact_id()
                FROM unnest(%s::bigint[], %s::date[]) AS told (id, datestamp) WHERE held.id = told.id
                """,
                [now, now, list(marked), list(marked.values())],
            )
    return len(marked), len(removed) - len(marked)
