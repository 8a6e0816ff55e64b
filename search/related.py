"""Similar papers: the nearest by meaning, kept in `papers.RelatedPaper` for the paper page to read.

A paper that is new looks up its nearest; those among them that it is nearer to than their last on the list take it up.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date

from django.db import connection
from django.utils import timezone

from papers.models import RelatedPaper
from search.embedding import month_papers
from search.models import Embedding

SHOWN = 8
LOOKED_AT = 24  # a paper's 24 nearest are asked whether it belongs among their 8
EXPLORED = 200  # hnsw.ef_search; at 100 one neighbour in ten was missed
PART = 64

Nearest = dict[int, list[tuple[int, float]]]


def to_relate(recipe: str, month: date) -> list[Embedding]:
    """The next of a month that ask for similar papers."""
    asked = Embedding.objects.filter(recipe=recipe, related_at=None, paper__in=month_papers(month))
    return list(asked.only("id", "paper_id").order_by("id")[:PART])


def relate(recipe: str, embeddings: Sequence[Embedding]) -> None:
    """Call in a transaction."""
    nearest = find_nearest(recipe, [embedding.pk for embedding in embeddings])
    neighbours = {other for found in nearest.values() for other, _ in found}
    # In one order for all workers, so that two that meet do not lock each other out.
    rows = Embedding.objects.filter(recipe=recipe, paper_id__in=neighbours | set(nearest)).order_by("paper_id")
    related = {row.paper_id for row in rows.select_for_update().only("paper_id", "related_at") if row.related_at}
    lists = {paper: found[:SHOWN] for paper, found in nearest.items()}
    _write(lists | _gaining(nearest, related - set(nearest)))
    ids = [embedding.pk for embedding in embeddings]
    Embedding.objects.filter(pk__in=ids).update(related_at=timezone.now())


def find_nearest(recipe: str, embedding_ids: Sequence[int]) -> Nearest:
    """For each paper the nearest others with their closeness, nearest first."""
    nearest: Nearest = {}
    table = Embedding._meta.db_table
    with connection.cursor() as cursor:
        # Django prepares no statement, so the plan heeds these settings. With several recipes in the table the scan
        # goes on until enough of the wanted one are found.
        cursor.execute(f"SET LOCAL hnsw.ef_search = {EXPLORED}")
        cursor.execute("SET LOCAL hnsw.iterative_scan = strict_order")
        cursor.execute(
            f"""
            SELECT mine.paper_id, other.paper_id, other.distance FROM {table} mine CROSS JOIN LATERAL (
                SELECT paper_id, vector <=> mine.vector AS distance FROM {table}
                WHERE recipe = %s ORDER BY vector <=> mine.vector LIMIT {LOOKED_AT + 1}
            ) other WHERE mine.id = ANY(%s)
            """,  # noqa: S608 - our own names
            [recipe, list(embedding_ids)],
        )
        for paper, other, distance in cursor.fetchall():
            found = nearest.setdefault(paper, [])
            if other != paper:
                found.append((other, min(max(1.0 - distance, 0.0), 1.0)))
    for found in nearest.values():
        found.sort(key=lambda pair: (-pair[1], pair[0]))
    return nearest


def _gaining(nearest: Nearest, candidates: Iterable[int]) -> Nearest:
    """The new lists of those candidates on whose list one of the papers belongs."""
    held: Nearest = defaultdict(list)
    rows = RelatedPaper.objects.filter(paper_id__in=list(candidates))
    for paper, other, closeness in rows.values_list("paper_id", "other_id", "closeness"):
        held[paper].append((other, closeness))
    lists: Nearest = {}
    for candidate in candidates:
        known = dict(held[candidate])
        new = {paper: dict(found)[candidate] for paper, found in nearest.items() if candidate in dict(found)}
        merged = sorted((known | new).items(), key=lambda pair: (-pair[1], pair[0]))[:SHOWN]
        if {other for other, _ in merged} != set(known):
            lists[candidate] = merged
    return lists


def _write(lists: Nearest) -> None:
    RelatedPaper.objects.filter(paper_id__in=list(lists)).delete()
    RelatedPaper.objects.bulk_create(
        RelatedPaper(paper_id=paper, other_id=other, rank=rank, closeness=closeness)
        for paper, found in lists.items()
        for rank, (other, closeness) in enumerate(found, 1)
    )
