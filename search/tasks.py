"""Doorways for Celery. What is to do stands in rows of Postgres; a lost task costs one sweep."""

from datetime import timedelta

from celery import shared_task
from django.conf import settings

from common.periodic import claim
from search import embedding_work
from search.models import EmbeddingWork

SLICE_SECONDS = 45


@shared_task
def embed() -> None:
    """Work for a while and ring for the rest, unless another worker is at it."""
    more = embedding_work.work(SLICE_SECONDS)
    if more and not embedding_work.is_somebody_at_work():
        embed.delay()


@shared_task
def sweep() -> None:
    """Find papers that lack an embedding or changed, and ring where nobody works."""
    if not claim("search sweep", timedelta(seconds=settings.SWEEP_SECONDS * 0.9)):
        return
    embedding_work.note_changes(embedding_work.current_recipe())
    if EmbeddingWork.objects.due().exists() and not embedding_work.is_somebody_at_work():
        embed.delay()
