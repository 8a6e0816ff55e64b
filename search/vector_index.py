"""The index over the vectors of one recipe: a partial HNSW index for each, so that two models can stand side by side.

It is made while others read and write (CONCURRENTLY). One that was broken off is no good to Postgres: it is dropped and
made again. What a question has to say for this index to be used is `WHERE recipe = '...'` in its own text.
"""

import hashlib

from django.db import connection
from psycopg import sql

from search.models import Embedding


def name_of(recipe: str) -> str:
    return f"embedding_nearest_{hashlib.blake2b(recipe.encode(), digest_size=5).hexdigest()}"


def ensure(recipe: str) -> bool:
    """Make the recipe's index where it is missing or broken; False where there is nothing to do, or another does it."""
    if is_ready(recipe):
        return False
    if connection.in_atomic_block:  # CONCURRENTLY may not stand in a transaction; this one's table is locked instead
        _make(recipe, "")
        return True
    with connection.cursor() as cursor:
        # Not waited for: whoever waits in a statement is itself waited for by CONCURRENTLY.
        cursor.execute("SELECT pg_try_advisory_lock(hashtext(%s))", [name_of(recipe)])
        if not cursor.fetchone()[0]:
            return False
        try:
            _make(recipe, "CONCURRENTLY")
        finally:
            cursor.execute("SELECT pg_advisory_unlock(hashtext(%s))", [name_of(recipe)])
    return True


def is_ready(recipe: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(bool_and(indisvalid), false) FROM pg_index WHERE indexrelid = to_regclass(%s)",
            [name_of(recipe)],
        )
        return cursor.fetchone()[0]


def drop(recipe: str) -> None:
    with connection.cursor() as cursor:
        how = "" if connection.in_atomic_block else "CONCURRENTLY"
        cursor.execute(f"DROP INDEX {how} IF EXISTS {name_of(recipe)}")


def _make(recipe: str, how: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX {how} IF EXISTS {name_of(recipe)}")
        statement = sql.SQL(
            f"CREATE INDEX {how} {name_of(recipe)} ON {Embedding._meta.db_table} "
            "USING hnsw (vector halfvec_cosine_ops) WITH (m = 16, ef_construction = 64) WHERE recipe = {recipe}"
        )
        cursor.execute(statement.format(recipe=sql.Literal(recipe)))
