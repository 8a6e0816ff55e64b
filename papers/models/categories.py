"""arXiv's archives and categories, the papers' places in their lists, and the counts per month."""

from django.db import models
from django.db.models import F
from django.db.models.functions import Now
from django.urls import reverse

from papers.querysets import CategoryQuerySet


class Category(models.Model):
    """A category (`cs.CL`) or an archive (`cs`, `astro-ph`) of arXiv; rows come from `papers.taxonomy`."""

    code = models.CharField(primary_key=True, max_length=24)
    name = models.CharField(max_length=120)
    archive = models.CharField(max_length=24, help_text="Code of the archive; its own for an archive.")
    group = models.CharField(max_length=40)
    is_archive = models.BooleanField(default=False)
    alias_of = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="aliases")
    retired_on = models.DateField(null=True, blank=True)

    objects = CategoryQuerySet.as_manager()

    class Meta:
        ordering = ["code"]
        verbose_name_plural = "categories"

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("category", args=[self.alias_of_id or self.code])


class PaperCategory(models.Model):
    """A paper's place in the list of a category, or of the archive that holds the category.

    `first_submitted_at` repeats the paper's, so that a list is one walk of one index. `position` is the category's
    place on the paper, from 0; null for an archive reached only through its categories.
    """

    paper = models.ForeignKey("papers.Paper", models.CASCADE, related_name="+")
    category = models.ForeignKey(Category, models.PROTECT, related_name="+")
    position = models.PositiveSmallIntegerField(null=True)
    first_submitted_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["paper", "category"], name="paper_category_once")]
        indexes = [
            models.Index("category", F("first_submitted_at").desc(), F("paper").desc(), name="paper_category_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.paper_id} in {self.category_id}"


class MonthCount(models.Model):
    """How many listed papers have their first version in a month: in a category or archive, or in all (null).

    Kept by ingest in the transaction that writes the papers, so that no page counts rows; `count_months` remakes it.
    """

    category = models.ForeignKey(Category, models.CASCADE, null=True, related_name="month_counts")
    month = models.DateField(help_text="Its first day.")
    papers = models.IntegerField()
    changed_at = models.DateTimeField(db_default=Now(), help_text="When the count last changed.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["category", "month"], name="month_count_once", nulls_distinct=False),
        ]

    def __str__(self) -> str:
        return f"{self.category_id or 'all'} {self.month:%Y-%m}: {self.papers}"
