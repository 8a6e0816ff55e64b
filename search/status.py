"""How the indexes and the embeddings stand, for the status page. A handful of cheap questions."""

from dataclasses import dataclass

from django.conf import settings
from django.db import connection
from django.db.models import Model

from institutions.models import Institution
from papers import lists
from papers.models import Paper
from researchers.models import Researcher
from search.changes import Watermark, count_after
from search.embedding_work import current_recipe
from search.failures import IndexAway, IndexDamaged
from search.generations import sizes
from search.models import Embedding, EmbeddingWork, Recipe
from search.names.index import reader as name_reader
from search.reader import Reader, reader

MOST_COUNTED = 10_000
COUNTED_EXACTLY = 200_000  # above, the planner's estimate says how many embeddings there are


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """`away` says why the index cannot answer (a simpler search does meanwhile); empty while it does."""

    away: str = ""
    entries: int = 0
    behind: int = 0  # changes not applied yet; MOST_COUNTED means that or more
    megabytes: float = 0.0


@dataclass(frozen=True, slots=True)
class EmbeddingStatus:
    """`problem` says why none can be made; `dead` are rows of work whose attempts are spent, with their errors."""

    model: str
    problem: str
    made: int
    lacking: int
    open_months: int
    dead: tuple[tuple[str, str], ...]


def index_status() -> IndexStatus:
    return _status(reader(), Paper)


def name_index_status() -> IndexStatus:
    return _status(name_reader(), Researcher, Institution)


def _status(index: Reader, *followed: type[Model]) -> IndexStatus:
    try:
        searcher = index.searcher()
        note = index.note()
        folder = index.generations.current()
        size = sum(sizes(folder).values()) if folder else 0
    except (IndexAway, IndexDamaged, OSError) as away:
        return IndexStatus(away=str(away))
    mark = Watermark(note.xid, note.seq)
    behind = sum(count_after(mark, MOST_COUNTED, rows._meta.db_table) for rows in followed)
    return IndexStatus("", searcher.num_docs - 1, behind, round(size / 1e6, 1))


def embedding_status() -> EmbeddingStatus:
    recipe = current_recipe()
    known = Recipe.objects.filter(name=recipe).first()
    made = _embeddings(recipe)
    work = EmbeddingWork.objects.filter(arguments__recipe=recipe)
    return EmbeddingStatus(
        model=settings.EMBEDDING_MODEL,
        problem=known.problem if known else "",
        made=made,
        lacking=max(lists.count_all() - made, 0),
        open_months=work.filter(state=EmbeddingWork.State.OPEN).count(),
        dead=tuple(work.dead().values_list("key", "error")[:20]),
    )


def _embeddings(recipe: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE oid = %s::regclass", [Embedding._meta.db_table])
        estimate = int(cursor.fetchone()[0])
    return estimate if estimate > COUNTED_EXACTLY else Embedding.objects.filter(recipe=recipe).count()
