"""The same queries put to Postgres text search and to bm25s, over the same papers. Needs Django."""

import statistics
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from django.db import OperationalError, connection, transaction

from bench.search_parts import memory
from papers.models import Paper
from search.documents import embedded_text

TIMEOUT = "30s"
SHOWN = 24


def measure(queries: list[str], papers: int, bm25s_papers: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if not Paper.objects.filter(search_vector=None).exists():
        found["Postgres text search"] = _times(queries, _postgres)
    if papers <= bm25s_papers:
        before = memory()
        ask = _bm25s()
        found["bm25s"] = _times(queries, ask) | {"MB": round(memory() - before, 1)}
    return found


def _postgres(typed: str) -> bool:
    """Any of the words, ranked, the first page."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = '{TIMEOUT}'")
            cursor.execute(
                f"""
                SELECT id FROM {Paper._meta.db_table}, websearch_to_tsquery('public.wovepaper', %s) AS query
                WHERE search_vector @@ query ORDER BY ts_rank(search_vector, query) DESC LIMIT {SHOWN}
                """,
                [" or ".join(typed.split())],
            )
            return bool(cursor.fetchall())
    except OperationalError:
        return False


def _bm25s() -> Callable[[str], bool]:
    library = import_module("bm25s")  # for development only
    rows = Paper.objects.listed().order_by("id").values_list("title", "abstract").iterator(chunk_size=5_000)
    tokens = library.tokenize([embedded_text(*row) for row in rows], stopwords="en", show_progress=False)
    index = library.BM25()
    index.index(tokens, show_progress=False)

    def ask(typed: str) -> bool:
        asked = library.tokenize([typed], stopwords="en", show_progress=False)
        return bool(len(index.retrieve(asked, k=SHOWN, show_progress=False)[0][0]))

    return ask


def _times(queries: list[str], ask: Callable[[str], bool]) -> dict[str, Any]:
    seconds, answered = [], 0
    for typed in queries:
        began = time.perf_counter()
        answered += ask(typed)
        seconds.append(time.perf_counter() - began)
    return {
        "median ms": round(1000 * statistics.median(seconds), 2),
        "95% ms": round(1000 * sorted(seconds)[int(len(seconds) * 0.95)], 2),
        "answered": f"{answered} of {len(queries)}",
    }
