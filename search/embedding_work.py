"""The list of embedding work, and working it: a row for each month of papers, newest months first.

`note_changes` follows the change sequence and opens the months in which something changed; `work` takes rows until its
time is over. First everything is embedded, then similar papers are found, so that none of the nearest is missed.
"""

import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F
from django.db.models.functions import Now

from common.work import MAX_ATTEMPTS, LeaseLost
from search import vector_index
from search.changes import Watermark, changes_after
from search.documents import recipe_name
from search.embedders import Embedder, ModelAway, embedder, is_loaded
from search.embedding import PART, drop_removed, lacking, make_part, write_part
from search.models import Embedding, EmbeddingWork, Recipe
from search.related import relate, to_relate

CHANGES = 10_000
AFTER_FAILURE = timedelta(minutes=2)
NICENESS = 10

Told = Callable[[int], None]

logger = logging.getLogger(__name__)


def current_recipe() -> str:
    return recipe_name(settings.EMBEDDING_MODEL)


def note_changes(recipe: str) -> None:
    """Open the months of papers that changed since the last time. A recipe that is new gets its index first."""
    Recipe.objects.get_or_create(name=recipe)
    vector_index.ensure(recipe)
    while True:
        with transaction.atomic():
            known = Recipe.objects.select_for_update().get(name=recipe)
            changes = changes_after(Watermark(known.change_xid, known.change_seq), CHANGES)
            if not changes:
                return
            for month in sorted({change.month for change in changes}):
                _open(EmbeddingWork.EMBED, recipe, month)
            last = changes[-1].at
            Recipe.objects.filter(name=recipe).update(change_xid=last.xid, change_seq=last.seq)


def work(
    seconds: float, *, limit: int | None = None, told: Told = lambda papers: None, only_embed: bool = False
) -> bool:
    """Work due rows for so long or for so many papers. False where nothing can be done now or nothing is left.

    `only_embed` is for a model that stands beside the one in use, whose similar papers are the ones shown.
    """
    recipe = current_recipe()
    rows = EmbeddingWork.objects.filter(arguments__recipe=recipe)
    rows = rows.filter(kind=EmbeddingWork.EMBED) if only_embed else rows
    model = _model(recipe)
    if model is None:
        return False
    until = time.monotonic() + seconds
    left = limit
    with _low_priority():
        while time.monotonic() < until and (left is None or left > 0):
            row = rows.take()
            if row is None:
                return False
            done = _work_row(row, model, until, left, told, only_embed)
            left = None if left is None else left - done
    return True


def is_somebody_at_work() -> bool:
    return EmbeddingWork.objects.filter(state=EmbeddingWork.State.OPEN, lease_until__gt=Now()).exists()


def try_again() -> None:
    """By hand: forget that loading the model killed its process, and rows whose attempts are spent."""
    Recipe.objects.filter(name=current_recipe()).update(loads_begun=0)
    EmbeddingWork.objects.dead().update(state=EmbeddingWork.State.OPEN, attempts=0, error="")


def forget(recipe: str) -> int:
    """Take away all that a recipe has, for a model that is no longer in use; how many embeddings there were."""
    vector_index.drop(recipe)
    EmbeddingWork.objects.filter(arguments__recipe=recipe).delete()
    Recipe.objects.filter(name=recipe).delete()
    gone = 0
    while part := list(Embedding.objects.filter(recipe=recipe).values_list("pk", flat=True)[:CHANGES]):
        gone += Embedding.objects.filter(pk__in=part).delete()[0]
    return gone


def _model(recipe: str) -> Embedder | None:
    """None where it cannot be had; the reason is noted for the status page.

    Loads are counted before they begin: a model that is too large for the machine kills its process each time.
    """
    known, _ = Recipe.objects.get_or_create(name=recipe)
    if is_loaded():
        if known.problem:  # another process had it
            Recipe.objects.filter(name=recipe).update(loads_begun=0, problem="", noted_at=Now())
        return embedder()
    if known.loads_begun >= MAX_ATTEMPTS:
        problem = "Loading the model ended its process again and again; `manage.py embed` tries once more."
        Recipe.objects.filter(name=recipe).update(problem=problem, noted_at=Now())
        return None
    Recipe.objects.filter(name=recipe).update(loads_begun=F("loads_begun") + 1)
    try:
        model = embedder()
    except ModelAway as away:
        Recipe.objects.filter(name=recipe).update(loads_begun=0, problem=str(away), noted_at=Now())
        return None
    Recipe.objects.filter(name=recipe).update(loads_begun=0, problem="", noted_at=Now())
    return model


def _open(kind: str, recipe: str, month: date) -> None:
    """Call in a transaction. Locks the row: one that is just being finished is then seen finished, and opened again."""
    since_1990 = (month.year - 1990) * 12 + month.month
    priority = since_1990 if kind == EmbeddingWork.EMBED else since_1990 - 10_000
    key = f"{recipe}: {month:%Y-%m}"
    EmbeddingWork.objects.get_or_create(
        kind=kind, key=key, defaults={"priority": priority, "arguments": _arguments(recipe, month)}
    )
    EmbeddingWork.objects.select_for_update().get(kind=kind, key=key)
    EmbeddingWork.objects.enqueue(kind, key, _arguments(recipe, month), priority=priority)


def _arguments(recipe: str, month: date) -> dict[str, str]:
    return {"recipe": recipe, "month": month.isoformat()}


def _work_row(
    row: EmbeddingWork, model: Embedder, until: float, limit: int | None, told: Told, only_embed: bool
) -> int:
    """Work one month until it is done or the time is over; how many papers were embedded."""
    month = date.fromisoformat(row.arguments["month"])
    done = 0
    try:
        while True:
            if row.kind == EmbeddingWork.EMBED:
                part = _embed_part(row, month, model, is_shown=not only_embed)
            else:
                part = _relate_part(row, month)
            if part is None:
                return done
            if row.kind == EmbeddingWork.EMBED:
                done += part
                told(part)
            if time.monotonic() >= until or (limit is not None and done >= limit):
                row.put_back("", timedelta(0), counts=False)
                return done
            row.begin_next()
    except LeaseLost:
        logger.warning("another worker has taken over the work row %s", row)
        return done
    except (RuntimeError, ValueError, OSError, DatabaseError) as error:
        logger.exception("the work row %s failed", row)
        row.put_back(f"{type(error).__name__}: {error}", AFTER_FAILURE * 2 ** max(row.attempts - 1, 0))
        return done


def _embed_part(row: EmbeddingWork, month: date, model: Embedder, *, is_shown: bool) -> int | None:
    """Embed the next papers; None when the month is done."""
    recipe = row.arguments["recipe"]
    papers = list(lacking(recipe, month).only("id", "title", "abstract", "change_seq")[:PART])
    made = make_part(model, recipe, papers)
    with transaction.atomic():
        row.hold()
        to_relate_anew = write_part(recipe, made, is_shown=is_shown) | drop_removed(recipe, month)
        is_done = not papers and not lacking(recipe, month).exists()
        if is_done:
            row.finish()
        else:
            row.progressed()
        for asked in sorted(to_relate_anew | ({month} if is_done else set())):
            _open(EmbeddingWork.RELATE, recipe, asked)
        return None if is_done else len(made.embedded)


def _relate_part(row: EmbeddingWork, month: date) -> int | None:
    """Find similar papers for the next ones; None when the month is done."""
    recipe = row.arguments["recipe"]
    with transaction.atomic():
        row.hold()
        embeddings = to_relate(recipe, month)
        if not embeddings:
            row.finish()
            return None
        relate(recipe, embeddings)
        row.progressed()
        return len(embeddings)


@contextmanager
def _low_priority() -> Iterator[None]:
    """Pages and harvest come first. Without rights to go back the process keeps the low priority."""
    before = os.getpriority(os.PRIO_PROCESS, 0)
    os.setpriority(os.PRIO_PROCESS, 0, max(before, NICENESS))
    try:
        yield
    finally:
        try:
            os.setpriority(os.PRIO_PROCESS, 0, before)
        except PermissionError:
            logger.debug("this process keeps its low priority")
