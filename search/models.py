"""Embeddings of papers and the work of making them. All of it is derived: it can be dropped and made again."""

from django.db import models
from pgvector.django import HalfVectorField

from common.work import WorkRow
from papers.models import Paper

DIMENSIONS = 384


class Embedding(models.Model):
    """The vector of a paper's title and abstract, as one recipe makes it. A narrow table of its own.

    `change_seq` is that of the paper's row when text and hash were last compared: where the paper's is another, they
    are compared again. `related_at` is when similar papers were found for this vector; null asks for it. Each recipe
    has an HNSW index of its own (`search.vector_index`).
    """

    paper = models.ForeignKey(Paper, models.CASCADE, related_name="+")
    recipe = models.CharField(max_length=120, help_text="The model, and how the text was put together.")
    text_hash = models.CharField(max_length=32)
    vector = HalfVectorField(dimensions=DIMENSIONS)
    change_seq = models.BigIntegerField()
    made_at = models.DateTimeField()
    related_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["paper", "recipe"], name="embedding_once")]

    def __str__(self) -> str:
        return f"{self.paper_id} by {self.recipe}"


class Recipe(models.Model):
    """How far the workers have come with a recipe, and what keeps them from it."""

    name = models.CharField(primary_key=True, max_length=120)
    change_xid = models.BigIntegerField(default=0, help_text="Watermark in the change sequence.")
    change_seq = models.BigIntegerField(default=0)
    problem = models.TextField(blank=True, help_text="Why no embeddings can be made; empty while they can.")
    loads_begun = models.PositiveSmallIntegerField(default=0, help_text="Loads of the model since one succeeded.")
    noted_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.name


class EmbeddingWork(WorkRow):
    """The papers of one month (of their first version) that lack an embedding, or similar papers.

    The key is the recipe and the month; `arguments` holds both apart.
    """

    EMBED = "embed"
    RELATE = "relate"
