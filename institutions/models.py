"""Institutions as ROR tells them, joined by OpenAlex's ids; names, relations and corrections hang on them."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import F

from common.models import Changing, Correction, Merging
from common.slugs import numbered_path
from institutions.querysets import InstitutionNameQuerySet, InstitutionQuerySet


class Institution(Merging, Changing):
    class Kind(models.TextChoices):
        EDUCATION = "education"
        HEALTHCARE = "healthcare"
        COMPANY = "company"
        ARCHIVE = "archive"
        NONPROFIT = "nonprofit"
        GOVERNMENT = "government"
        FACILITY = "facility"
        FUNDER = "funder"
        OTHER = "other"

    class Status(models.TextChoices):
        ACTIVE = "active"
        INACTIVE = "inactive"
        WITHDRAWN = "withdrawn"

    ror = models.CharField(max_length=9, unique=True, null=True, blank=True, help_text="The nine signs alone.")
    openalex_id = models.CharField(max_length=16, unique=True, null=True, blank=True)
    slug = models.CharField(max_length=80, blank=True)
    name = models.TextField(help_text="ROR's display name.")
    kinds = ArrayField(models.CharField(max_length=12, choices=Kind), default=list, blank=True)
    status = models.CharField(max_length=9, choices=Status, default=Status.ACTIVE)
    established = models.SmallIntegerField(null=True, blank=True)
    homepage = models.TextField(blank=True)
    wikipedia = models.TextField(blank=True)
    wikidata = models.CharField(max_length=16, blank=True)
    country_code = models.CharField(max_length=2, blank=True)
    country = models.TextField(blank=True)
    region = models.TextField(blank=True)
    city = models.TextField(blank=True)
    latitude = models.FloatField(null=True, blank=True)
    longitude = models.FloatField(null=True, blank=True)
    more_places = models.JSONField(
        null=True,
        blank=True,
        help_text="Other than the seat: city, region, country_code, country, latitude, longitude.",
    )
    told_relations = ArrayField(
        models.CharField(max_length=24),
        null=True,
        blank=True,
        help_text="kind:ror as its record tells them; they become relations where the other end is held.",
    )
    content_hash = models.CharField(max_length=32, blank=True, help_text="Of the record as parsed.")
    source_release = models.CharField(max_length=20, blank=True, help_text="The ROR release, or the day OpenAlex told.")
    paper_count = models.PositiveIntegerField(default=0, help_text="Listed papers that name it.")
    paper_count_with_parts = models.PositiveIntegerField(default=0, help_text="Also those that name its parts.")

    objects = InstitutionQuerySet.as_manager()

    class Meta(Changing.Meta):
        indexes = [
            *Changing.Meta.indexes,
            models.Index(F("paper_count").desc(), "id", name="institution_most_papers"),
            models.Index("country_code", F("paper_count").desc(), "id", name="institution_in_country"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return numbered_path("institutions", self.pk, self.slug)


class InstitutionName(models.Model):
    """Any name of an institution: labels in every language, aliases, acronyms."""

    institution = models.ForeignKey(Institution, models.CASCADE, related_name="names")
    value = models.TextField()
    kinds = ArrayField(models.CharField(max_length=12), help_text="ror_display, label, alias, acronym.")
    language = models.CharField(max_length=8, blank=True)
    folded = models.TextField(help_text="institutions.names.fold of the value.")

    objects = InstitutionNameQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["institution", "value"], name="institution_name_once")]
        indexes = [
            models.Index("folded", name="institution_name_folded"),
            GinIndex(OpClass("folded", "gin_trgm_ops"), name="institution_name_trigrams"),
        ]

    def __str__(self) -> str:
        return self.value


class InstitutionRelation(models.Model):
    class Kind(models.TextChoices):
        PARENT = "parent"
        CHILD = "child"
        RELATED = "related"
        SUCCESSOR = "successor"
        PREDECESSOR = "predecessor"

    institution = models.ForeignKey(Institution, models.CASCADE, related_name="relations")
    kind = models.CharField(max_length=11, choices=Kind)
    other = models.ForeignKey(Institution, models.CASCADE, related_name="relations_from_others")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["institution", "kind", "other"], name="institution_relation_once")
        ]

    def __str__(self) -> str:
        return f"{self.institution_id} has {self.kind} {self.other_id}"


class InstitutionAncestor(models.Model):
    """Every institution above another, at its least distance; made from the relations, where each walk ends."""

    institution = models.ForeignKey(Institution, models.CASCADE, related_name="ancestors")
    ancestor = models.ForeignKey(Institution, models.CASCADE, related_name="descendants")
    distance = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["institution", "ancestor"], name="institution_ancestor_once")]

    def __str__(self) -> str:
        return f"{self.ancestor_id} above {self.institution_id}"


class InstitutionSummary(models.Model):
    """What an institution's papers add up to, counted apart from its page, whose cost must not grow with them.

    Kept by harvest.summaries; the page says when it was counted. `own` is over the papers that name the institution,
    `with_parts` over those that name it or one of its parts: `institutions.summaries.Sums` tells what is in them.
    """

    institution = models.OneToOneField(Institution, models.CASCADE, primary_key=True, related_name="summary")
    own = models.JSONField(default=dict)
    with_parts = models.JSONField(default=dict)
    above = ArrayField(models.BigIntegerField(), default=list, help_text="Ids of its ancestors at the time.")
    due_at = models.DateTimeField(null=True, blank=True, help_text="Since when it may be out of date.")
    counted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index("due_at", name="institution_summary_due", condition=models.Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"sums of {self.institution_id}"


class InstitutionCorrection(Correction):
    """A curator's merge or split of institutions."""

    class Kind(models.TextChoices):
        MERGE = "merge"
        SPLIT = "split"

    kind = models.CharField(max_length=8, choices=Kind)
    institution = models.ForeignKey(Institution, models.CASCADE, related_name="corrections")
    other = models.ForeignKey(Institution, models.CASCADE, null=True, blank=True, related_name="corrections_to_it")
