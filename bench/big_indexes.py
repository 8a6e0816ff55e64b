"""The plain indexes of a big site's tables: dropped before rows come, made again after them. Needs Django set up."""

from collections import defaultdict
from collections.abc import Collection

from django.db import connection

from bench.big_together import execute, step


class Indexes:
    """Of these tables, all that no constraint stands on."""

    def __init__(self, tables: Collection[str]) -> None:
        self._made: dict[str, list[tuple[str, str]]] = defaultdict(list)
        with connection.cursor() as cursor:
            cursor.execute(_INDEXES, [list(tables)])
            for table, name, definition in cursor.fetchall():
                self._made[table].append((name, definition))

    def drop(self) -> None:
        for several in self._made.values():
            for name, _ in several:
                execute(f'DROP INDEX "{name}"')

    def build(self, *tables: str) -> None:
        """And let Postgres look at the rows."""
        for table in tables:
            with step(f"indexes of {table}"):
                for _, definition in self._made[table]:
                    execute(definition)
                execute(f"ANALYZE {table}")


_INDEXES = """
    SELECT one.indrelid::regclass::text, name.relname, pg_get_indexdef(one.indexrelid) FROM pg_index one
    JOIN pg_class name ON name.oid = one.indexrelid
    WHERE one.indrelid::regclass::text = ANY(%s)
        AND NOT EXISTS (SELECT FROM pg_constraint held WHERE held.conindid = one.indexrelid)
    ORDER BY 1, 2
"""
