"""What changed of people and places, in one order: both tables take their numbers from one change sequence."""

from dataclasses import dataclass

from django.db import connection

from institutions.models import Institution
from researchers.models import Researcher
from search.changes import Watermark
from search.names.schema import KINDS, Kind, key


@dataclass(frozen=True, slots=True)
class NameChange:
    key: int
    removed: bool
    at: Watermark


def changes_after(mark: Watermark, limit: int) -> list[NameChange]:
    """The next changes of both, oldest first; only of transactions older than the oldest open one."""
    with connection.cursor() as cursor:
        one = (str(mark.xid), mark.seq, limit)
        cursor.execute(_CHANGES, (*one, *one, limit))
        return [NameChange(entry, removed, Watermark(*at)) for entry, removed, *at in cursor.fetchall()]


def keys_after(last: int, limit: int) -> list[int]:
    """The next entries' numbers of all rows, whether listed or not."""
    found = []
    for kind, rows in ((Kind.PERSON, Researcher.objects), (Kind.PLACE, Institution.objects)):
        first = (last - kind) // KINDS  # of this kind, the last row that is behind us
        ids = rows.filter(id__gt=first).order_by("id").values_list("id", flat=True)[:limit]
        found += [key(kind, row) for row in ids]
    return sorted(found)[:limit]


_ONE = """
    (SELECT id * {kinds} + {kind} AS entry, {removed} AS removed, change_xid, change_seq FROM {table}
    WHERE change_xid < pg_snapshot_xmin(pg_current_snapshot())
        AND (change_xid, change_seq) > (%s::text::xid8, %s)
    ORDER BY change_xid, change_seq LIMIT %s)
"""
_PEOPLE = _ONE.format(
    kinds=KINDS,
    kind=int(Kind.PERSON),
    removed="merged_into_id IS NOT NULL OR hidden_at IS NOT NULL OR paper_count = 0",
    table=Researcher._meta.db_table,
)
_PLACES = _ONE.format(
    kinds=KINDS,
    kind=int(Kind.PLACE),
    removed="merged_into_id IS NOT NULL OR status = 'withdrawn'",
    table=Institution._meta.db_table,
)
_CHANGES = f"""
    SELECT entry, removed, change_xid::text::bigint, change_seq FROM ({_PEOPLE} UNION ALL {_PLACES}) AS changed
    ORDER BY changed.change_xid, changed.change_seq LIMIT %s
"""  # noqa: S608 - only our own names
