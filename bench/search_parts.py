"""The bare parts of a search: Tantivy, HNSW, the encoder; and what they weigh. Needs Django and made indexes."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote_plus

import numpy
import psutil
from django.conf import settings
from django.db import connection, transaction
from pgvector import HalfVector

from bench.site import PROJECT
from search import heads, lexical, vector_index
from search.answers import PAGE_SIZE
from search.documents import recipe_name
from search.embedders import ModelAway
from search.encoder import client
from search.generations import sizes as file_sizes
from search.models import Embedding
from search.reader import reader
from search.schema import open_index

FIELDS = ["title", "text", "authors"]
NEAREST = 50
LOADING_SECONDS = 300


class Parts:
    def __init__(self) -> None:
        folder = reader().generations.current()
        assert folder is not None
        self._index = open_index(folder)
        self._searcher = self._index.searcher()
        self._recipe = recipe_name(settings.EMBEDDING_MODEL)
        self._vector: numpy.ndarray | None = None

    def tantivy(self, words: str) -> int:
        query = self._index.parse_query(words, FIELDS, {"title": 2.0})
        return self._searcher.search(query, PAGE_SIZE).count  # type: ignore[attr-defined]

    def encode(self, text: str) -> None:
        client.forget()
        try:
            self._vector = client.ask(text).vector()
        except ModelAway:
            client.forget()  # late; the nearest are asked for with the vector before

    def nearest(self) -> list[tuple[int]]:
        """To the vector encoded last."""
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('hnsw.ef_search', '200', true)")
            cursor.execute(
                f"SELECT paper_id FROM {Embedding._meta.db_table} WHERE recipe = %s "
                f"ORDER BY vector <=> %s::halfvec LIMIT {NEAREST}",
                [self._recipe, HalfVector(self._vector).to_text()],
            )
            return cursor.fetchall()

    def address(self, typed: str) -> str:
        return f"/search?q={quote_plus(' '.join(typed.split()))}"


def forget() -> None:
    """Whatever searches before have left in this process."""
    client.forget()
    heads.forget()
    lexical.forget()


@contextmanager
def encoder() -> Iterator[psutil.Process]:
    """The encoder's process, ready."""
    process = subprocess.Popen([sys.executable, "manage.py", "encoder"], cwd=PROJECT, env=dict(os.environ))
    try:
        until = time.monotonic() + LOADING_SECONDS
        while True:
            try:
                client.forget()
                client.ask("is it there").vector()
                break
            except ModelAway as away:
                if time.monotonic() > until or process.poll() is not None:
                    raise RuntimeError(f"the encoder did not start: {away}") from away
                time.sleep(0.5)
        yield psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait(10)


def memory(process: psutil.Process | None = None) -> float:
    """Megabytes that are not shared."""
    return round((process or psutil.Process()).memory_full_info().uss / 1e6, 1)


def sizes() -> dict[str, float]:
    """Megabytes on disk."""
    folder = reader().generations.current()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_relation_size(to_regclass(%s)), pg_relation_size(%s::regclass)",
            [vector_index.name_of(recipe_name(settings.EMBEDDING_MODEL)), Embedding._meta.db_table],
        )
        index, table = cursor.fetchone()
    words = sum(file_sizes(folder).values()) if folder else 0
    return {name: round(size / 1e6, 1) for name, size in
            (("word index", words), ("vector index", index or 0), ("vectors", table))}  # fmt: skip
