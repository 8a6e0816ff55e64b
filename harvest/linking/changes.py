"""What a batch changed for readers: each page's row takes a new number of the change sequence once, in one order."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection


@dataclass(slots=True)
class Changes:
    """Ids of the rows whose pages show something else now; of papers `recounted` only counts and citations do."""

    papers: set[int] = field(default_factory=set)
    recounted: set[int] = field(default_factory=set)
    researchers: set[int] = field(default_factory=set)
    institutions: set[int] = field(default_factory=set)

    def write(self, now: datetime) -> None:
        _touch("institutions_institution", self.institutions, now)
        _touch("researchers_researcher", self.researchers, now)
        _touch("papers_paper", self.papers, now)
        _touch("papers_paper", self.recounted - self.papers, now, "recounted_at")


def _touch(table: str, ids: Collection[int], now: datetime, column: str = "changed_at") -> None:
    if not ids:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            UPDATE {table} SET {column} = %s, change_seq = nextval('change_seq'), change_xid = pg_current_xact_id()
            WHERE id IN (SELECT id FROM {table} WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE)
            """,  # noqa: S608 - our own names
            [now, sorted(ids)],
        )
