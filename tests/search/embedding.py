"""Embeds all papers as the workers would, and reads which are similar."""

from papers.models import RelatedPaper
from search.embedding_work import current_recipe, note_changes, work


def embed_all():
    """What a sweep and the tasks it rings for do, until nothing is left."""
    note_changes(current_recipe())
    while work(60):
        pass


def similar(paper):
    return [row.other_id for row in RelatedPaper.objects.filter(paper=paper).order_by("rank")]
