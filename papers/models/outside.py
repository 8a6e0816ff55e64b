"""What other sources hold of a paper: their records of the work, and citations between papers held here."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F
from django.db.models.functions import Now


class OutsideWork(models.Model):
    """A source's record of a paper. Several may carry one arXiv id; `chosen` is the one whose facts are shown.

    Which one that is `harvest.precedence` says: at most one for each source.
    """

    class Source(models.TextChoices):
        OPENALEX = "openalex", "OpenAlex"
        SEMANTIC_SCHOLAR = "semanticscholar", "Semantic Scholar"

    paper = models.ForeignKey("papers.Paper", models.CASCADE, related_name="outside_works")
    source = models.CharField(max_length=15, choices=Source)
    outside_id = models.CharField(max_length=40)
    chosen = models.BooleanField(default=True)
    doi = models.TextField(blank=True, help_text="As the source has it; not proof of publication.")
    published_doi = models.TextField(blank=True, help_text="Taken as the published version: title and authors agree.")
    title = models.TextField(blank=True)
    venue = models.TextField(blank=True)
    cited_by_count = models.PositiveIntegerField(null=True, blank=True)
    cited_by_year = models.JSONField(default=dict, blank=True)
    reference_ids = ArrayField(models.TextField(), default=list, blank=True, help_text="The source's ids.")
    retracted = models.BooleanField(default=False)
    content_hash = models.CharField(max_length=32)
    read_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["source", "outside_id", "paper"], name="outside_work_once")]
        indexes = [
            models.Index(fields=["source", "outside_id"], name="outside_work_by_id"),
            GinIndex(fields=["reference_ids"], name="outside_work_references"),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.outside_id}"


class Citation(models.Model):
    """One paper held here cites another, as a source tells."""

    citing = models.ForeignKey("papers.Paper", models.CASCADE, related_name="references")
    cited = models.ForeignKey("papers.Paper", models.CASCADE, related_name="citations")
    source = models.CharField(max_length=15, choices=OutsideWork.Source)
    first_told_at = models.DateTimeField(db_default=Now(), help_text="When its source first told it here.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["citing", "cited", "source"], name="citation_once")]
        indexes = [models.Index("cited", F("first_told_at").desc(), "citing", name="citation_newest")]

    def __str__(self) -> str:
        return f"{self.citing_id} cites {self.cited_id}"
