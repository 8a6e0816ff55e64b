"""Refused records: kept apart with reason and bytes, each once however often it comes."""

import hashlib
import json
from collections.abc import Collection, Iterable
from dataclasses import asdict
from datetime import datetime

from django.db import connection

from common.identifiers import parse_arxiv_id
from harvest.models import HarvestRun, RejectedRecord
from harvest.records import PaperRecord, Refused

LONGEST_RAW = 1_000_000
LONGEST_REASON = 500


def refuse(record: PaperRecord, reason: str) -> Refused:
    """A record that was read but cannot be written."""
    raw = json.dumps(asdict(record), default=str, ensure_ascii=False).encode("utf-8", "backslashreplace")
    return Refused(record.arxiv_id, reason, raw)


def store(refused: Iterable[Refused], source: str, run: HarvestRun | None, now: datetime) -> None:
    """Bare SQL, as a row that is there counts one time more, which the ORM's insert cannot say."""
    rows: dict[tuple[str, str], tuple[str, bytes]] = {}
    for record in refused:
        arxiv_id = parse_arxiv_id(record.external_id)
        external_id = arxiv_id.id if arxiv_id else storable(record.external_id)[:120]
        digest = hashlib.sha256(record.raw).hexdigest()
        rows[external_id, digest] = storable(record.reason)[:LONGEST_REASON], record.raw[:LONGEST_RAW]
    if not rows:
        return
    with connection.cursor() as cursor:
        cursor.executemany(
            """
            INSERT INTO harvest_rejectedrecord AS held
                (source, external_id, raw_hash, reason, raw, run_id, times, first_seen_at, last_seen_at)
            VALUES (%s, %s, %s, %s, %s, %s, 1, %s, %s)
            ON CONFLICT (source, external_id, raw_hash) DO UPDATE SET times = held.times + 1, reason = excluded.reason,
                run_id = excluded.run_id, last_seen_at = excluded.last_seen_at, resolved_at = NULL
            """,
            [
                (source, external_id, digest, reason, raw, run.pk if run else None, now, now)
                for (external_id, digest), (reason, raw) in sorted(rows.items())
            ],
        )


def resolve(arxiv_ids: Collection[str], source: str, now: datetime) -> None:
    """These papers came in after all."""
    waiting = RejectedRecord.objects.filter(source=source, external_id__in=list(arxiv_ids), resolved_at=None)
    waiting.update(resolved_at=now)


def storable(text: str) -> str:
    """Without what Postgres cannot keep in text."""
    return text.encode("utf-8", "replace").decode().replace("\x00", "\ufffd")
