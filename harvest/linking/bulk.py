"""Many rows in one statement, written only where they differ."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import connection


def upsert(
    table: str,
    columns: Mapping[str, str],
    rows: Collection[Sequence[Any]],
    key: Sequence[str],
    silent: Collection[str] = (),
) -> int:
    """Insert rows, or update those of one `key` that differ in more than `silent`; how many were written.

    `columns` are names with their Postgres types, in the order of the rows' values. Names come from our code alone.
    """
    if not rows:
        return 0
    told = [dict(zip(columns, row, strict=True)) for row in rows]
    names = ", ".join(columns)
    kept = [name for name in columns if name not in key]
    compared = [name for name in kept if name not in silent]
    action = "DO NOTHING"
    if compared:
        differs = " OR ".join(f"held.{name} IS DISTINCT FROM excluded.{name}" for name in compared)
        action = f"DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in kept)} WHERE {differs}"
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            INSERT INTO {table} AS held ({names})
            SELECT {names} FROM jsonb_to_recordset(%s::jsonb) AS told ({_typed(columns)})
            ORDER BY {", ".join(key)}
            ON CONFLICT ({", ".join(key)}) {action}
            """,  # noqa: S608 - our own names
            [json.dumps(told, default=str)],
        )
        return cursor.rowcount


def update(table: str, columns: Mapping[str, str], rows: Collection[Sequence[Any]]) -> int:
    """Update rows by `id`, the first column."""
    if not rows:
        return 0
    told = [dict(zip(columns, row, strict=True)) for row in rows]
    kept = [name for name in columns if name != "id"]
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            UPDATE {table} held SET {", ".join(f"{name} = told.{name}" for name in kept)}
            FROM jsonb_to_recordset(%s::jsonb) AS told ({_typed(columns)}) WHERE held.id = told.id
            """,  # noqa: S608
            [json.dumps(told, default=str)],
        )
        return cursor.rowcount


def delete(table: str, ids: Collection[int]) -> int:
    if not ids:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE id = ANY(%s)", [sorted(ids)])  # noqa: S608
        return cursor.rowcount


def select(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, list(values))
        return cursor.fetchall()


def _typed(columns: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {kind}" for name, kind in columns.items())
