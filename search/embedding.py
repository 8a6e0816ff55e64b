"""Embeddings for the papers of one month that lack one or whose text changed, a part at a time.

A part is a transaction: what was made is kept, whatever happens to the next. Nothing is made twice: a paper whose hash
is as before only gets its number of the change sequence noted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from papers.models import Paper, RelatedPaper
from papers.querysets import PaperQuerySet
from search.documents import embedded_text, text_hash
from search.embedders import Embedder
from search.models import Embedding

PART = 64  # some seconds of work


@dataclass(frozen=True, slots=True)
class Made:
    """What a part came to: texts embedded, and texts that were as before."""

    embedded: tuple[Embedding, ...]
    unchanged: tuple[Embedding, ...]


def month_papers(month: date) -> PaperQuerySet:
    after = (month.replace(day=1) + timedelta(days=32)).replace(day=1)
    return Paper.objects.first_submitted_in(month.replace(day=1), after)


def lacking(recipe: str, month: date) -> PaperQuerySet:
    """Newest first. Without title and abstract there is nothing to embed."""
    current = Embedding.objects.filter(paper=OuterRef("pk"), recipe=recipe, change_seq=OuterRef("change_seq"))
    papers = month_papers(month).listed().exclude(Q(title="") & Q(abstract=""))
    return papers.filter(~Exists(current)).newest_first()


def make_part(embedder: Embedder, recipe: str, papers: Sequence[Paper]) -> Made:
    """Embed what changed among the papers, by length, so that each batch holds texts of like length. Writes nothing."""
    before = dict(Embedding.objects.filter(recipe=recipe, paper__in=papers).values_list("paper_id", "text_hash"))
    now = timezone.now()
    embedded, unchanged, texts = [], [], []
    for text, paper in sorted(((embedded_text(p.title, p.abstract), p) for p in papers), key=lambda pair: len(pair[0])):
        hashed = text_hash(text)
        fields = {"paper_id": paper.pk, "recipe": recipe, "text_hash": hashed, "change_seq": paper.change_seq}
        if before.get(paper.pk) == hashed:
            unchanged.append(Embedding(**fields))
        else:
            embedded.append(Embedding(**fields, made_at=now))
            texts.append(text)
    for embedding, vector in zip(embedded, embedder.embed(texts) if texts else [], strict=True):
        embedding.vector = vector
    return Made(tuple(embedded), tuple(unchanged))


def write_part(recipe: str, made: Made, *, is_shown: bool = True) -> set[date]:
    """Call in a transaction. A new vector asks for similar papers anew; gives the months where others are asked for.

    Similar papers that readers see are those of the model in use: another, not `is_shown`, leaves them as they are.
    """
    Embedding.objects.bulk_create(
        made.embedded,
        update_conflicts=True,
        unique_fields=["paper", "recipe"],
        update_fields=["text_hash", "vector", "change_seq", "made_at", "related_at"],
    )
    for embedding in made.unchanged:
        Embedding.objects.filter(paper_id=embedding.paper_id, recipe=recipe).update(change_seq=embedding.change_seq)
    return forget_similar(recipe, [embedding.paper_id for embedding in made.embedded]) if is_shown else set()


def drop_removed(recipe: str, month: date) -> set[date]:
    """Call in a transaction: papers that readers may not see are near to nothing. Gives what `forget_similar` does."""
    removed = month_papers(month).exclude(removed_at=None)
    gone = list(Embedding.objects.filter(recipe=recipe, paper__in=removed).values_list("paper_id", flat=True))
    if not gone:
        return set()
    RelatedPaper.objects.filter(paper_id__in=gone).delete()
    Embedding.objects.filter(recipe=recipe, paper_id__in=gone).delete()
    return forget_similar(recipe, gone)


def forget_similar(recipe: str, paper_ids: Sequence[int]) -> set[date]:
    """Take papers that changed or went off the lists of others, ask for those lists anew, and give their months."""
    shown = RelatedPaper.objects.filter(other_id__in=paper_ids)
    showing = dict(shown.values_list("paper_id", "paper__first_submitted_at"))
    if not showing:
        return set()
    Embedding.objects.filter(recipe=recipe, paper_id__in=showing).update(related_at=None)
    shown.delete()
    return {first.astimezone(UTC).date().replace(day=1) for first in showing.values()}
