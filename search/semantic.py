"""The papers nearest to a vector, under the same filters as the words' matches, from the vectors in Postgres.

Where few papers pass the filters all of them are measured; else the HNSW index is walked from the nearest on, a chunk
at a time, and the word index says which of a chunk pass. So min(`limit`, papers that pass) are found, but for filters
that let many papers pass and hardly any near the vector: there the walk ends after `FARTHEST`.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.backends.utils import CursorWrapper
from pgvector import HalfVector

from papers.models import Paper
from search import lexical, vector_index
from search.answers import NO_FILTERS, BackendAway, Filters
from search.documents import recipe_name
from search.models import Embedding

NEAREST = 200  # no more are ever listed
EXPLORED = 200  # hnsw.ef_search: of the nearest 50 at least 95% are found
FEW_PAPERS = 20_000  # so many that pass the filters are measured one by one
CHUNK = 400
FARTHEST = 20_000
FIRST_ROWS = "0.0001"  # what share of a walk is asked for: else the planner sorts all vectors
TIMEOUT_MS = 500

_VECTORS, _PAPERS = Embedding._meta.db_table, Paper._meta.db_table


class MeaningAway(Exception):  # noqa: N818 - a state, not a mistake
    """Nothing can be found by meaning now; the text says why."""


class NoVectors(MeaningAway):
    """Nothing was ever embedded here."""


@dataclass(frozen=True, slots=True)
class Near:
    """`closeness` is the cosine; `when` that of the paper's first version, in seconds since 1970."""

    paper: int
    closeness: float
    when: float


class Around:
    """What lies around one vector. Made by `around`, good inside its `with`."""

    def __init__(self, cursor: CursorWrapper, recipe: str, vector: str) -> None:
        self._cursor, self._recipe, self._vector = cursor, recipe, vector

    def nearest(self, filters: Filters = NO_FILTERS, limit: int = NEAREST) -> list[Near]:
        """Nearest first, ties by date and id. Papers that readers may not see are never among them."""
        asked, found = limit, list[Near]()
        while len(found) < limit:
            closeness = self.closest(filters, asked)
            found = [Near(paper, closeness[paper], when) for paper, when in self.listed(closeness).items()]
            if len(closeness) < asked:
                break
            asked *= 2  # there were removed papers among them
        return sorted(found, key=lambda one: (-one.closeness, -one.when, -one.paper))[:limit]

    def closest(self, filters: Filters = NO_FILTERS, limit: int = NEAREST) -> dict[int, float]:
        """How close the nearest are, in no order; papers that were just removed may be among them."""
        few = lexical.ids_under(filters, FEW_PAPERS) if filters else None
        if few is not None:
            return self.closeness(few, limit)
        found: dict[int, float] = {}
        for chunk in self._walk(CHUNK if filters else limit):
            passing = lexical.passing(filters, chunk) if filters else chunk.keys()
            found |= {paper: closeness for paper, closeness in chunk.items() if paper in passing}
            if len(found) >= limit:
                break
        self._cursor.execute("CLOSE near")
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], -pair[0]))[:limit])

    def closeness(self, papers: Collection[int], limit: int | None = None) -> dict[int, float]:
        """How close these papers are, or the nearest of them; those without a vector are left out."""
        if not papers:
            return {}
        self._cursor.execute(
            f"""
            SELECT paper_id, vector <=> %s::halfvec AS distance FROM {_VECTORS}
            WHERE recipe = %s AND paper_id = ANY(%s) {"ORDER BY distance, paper_id DESC LIMIT %s" if limit else ""}
            """,  # noqa: S608 - our own names
            [self._vector, self._recipe, list(papers), *([limit] if limit else [])],
        )
        return _read(self._cursor.fetchall())

    def listed(self, papers: Collection[int]) -> dict[int, float]:
        """Of these papers those that readers may see, with the time of their first version."""
        if not papers:
            return {}
        self._cursor.execute(
            f"""
            SELECT id, extract(epoch FROM first_submitted_at)::float8 FROM {_PAPERS}
            WHERE id = ANY(%s) AND removed_at IS NULL
            """,  # noqa: S608 - our own name
            [list(papers)],
        )
        return dict(self._cursor.fetchall())

    def _walk(self, size: int) -> Iterator[dict[int, float]]:
        """From the nearest on, as far as the index goes, nearly in the order of closeness."""
        self._cursor.execute(
            f"""
            DECLARE near NO SCROLL CURSOR FOR SELECT paper_id, vector <=> %s::halfvec AS distance
            FROM {_VECTORS} WHERE recipe = %s ORDER BY vector <=> %s::halfvec
            """,  # noqa: S608 - our own names
            [self._vector, self._recipe, self._vector],
        )
        more = True
        while more:
            self._cursor.execute(f"FETCH {size:d} FROM near")
            rows = self._cursor.fetchall()
            more = len(rows) == size
            yield _read(rows)


@contextmanager
def around(model: str, vector: numpy.ndarray) -> Iterator[Around]:
    """Raises NoVectors where none was ever made, MeaningAway for whatever else keeps an answer from us."""
    recipe = recipe_name(model)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            # Django prepares no statement, so each is planned for its own values and heeds these settings.
            cursor.execute(
                "SELECT set_config('statement_timeout', %s, true), set_config('hnsw.ef_search', %s, true), "
                "set_config('hnsw.iterative_scan', 'relaxed_order', true), "
                "set_config('hnsw.max_scan_tuples', %s, true), set_config('cursor_tuple_fraction', %s, true)",
                [f"{TIMEOUT_MS}ms", str(EXPLORED), str(FARTHEST), FIRST_ROWS],
            )
            if not vector_index.is_ready(recipe):
                _refuse(recipe)
            yield Around(cursor, recipe, HalfVector(vector).to_text())
    except (DatabaseError, InterfaceError) as error:
        raise MeaningAway(str(error).splitlines()[0] if str(error) else type(error).__name__) from error
    except BackendAway as away:
        raise MeaningAway(f"the word index cannot say what passes the filters: {away}") from away


def _refuse(recipe: str) -> None:
    if Embedding.objects.filter(recipe=recipe).exists():
        raise MeaningAway("the index of the vectors is missing or being made")
    raise NoVectors("no paper has a vector yet")


def _read(rows: Iterable[tuple[int, float]]) -> dict[int, float]:
    return {paper: 1.0 - distance for paper, distance in rows}
