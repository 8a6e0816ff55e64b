"""Researchers: persons built from outside profiles that agree. A researcher holds no fact that no source told."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import F

from common.models import Changing, Correction, Merging
from common.slugs import numbered_path
from institutions.models import Institution
from researchers.querysets import ProfileQuerySet, ResearcherQuerySet, StayQuerySet


class Researcher(Merging, Changing):
    """One person. The row and its id stay when profiles come and go; merged rows lead to the one that stayed."""

    slug = models.CharField(max_length=80, blank=True)
    name = models.TextField(help_text="The fullest form printed on their papers.")
    given = models.TextField(blank=True)
    family = models.TextField(blank=True)
    suffix = models.TextField(blank=True)
    folded = models.TextField(help_text="researchers.names.fold of the name: equal for those who bear one name.")
    orcid = models.CharField(max_length=19, unique=True, null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True, help_text="The person objected to a profile.")
    paper_count = models.PositiveIntegerField(default=0, help_text="Listed papers linked to them.")
    recounted_at = models.DateTimeField(
        null=True, blank=True, help_text="When only counts or the day of reading last changed; no news to sitemaps."
    )

    # What tells them apart in lists; kept by harvest.summaries, a little behind the links.
    first_year = models.SmallIntegerField(null=True, blank=True)
    last_year = models.SmallIntegerField(null=True, blank=True)
    main_category = models.CharField(max_length=24, db_default="", blank=True, help_text="Of most of their papers.")
    country_code = models.CharField(max_length=2, db_default="", blank=True, help_text="Of the main institution.")
    main_institution = models.ForeignKey(
        Institution, models.SET_NULL, null=True, blank=True, related_name="+", help_text="Where they are or were last."
    )

    objects = ResearcherQuerySet.as_manager()

    class Meta(Changing.Meta):
        indexes = [
            *Changing.Meta.indexes,
            models.Index("folded", F("paper_count").desc(), "id", name="researcher_of_one_name"),
            models.Index(F("paper_count").desc(), "id", name="researcher_most_papers"),
            models.Index("main_category", F("paper_count").desc(), "id", name="researcher_in_field"),
            models.Index("country_code", F("paper_count").desc(), "id", name="researcher_in_country"),
            models.Index(
                "main_category",
                "country_code",
                name="researcher_listed",
                condition=models.Q(merged_into=None, hidden_at=None, paper_count__gt=0),
            ),
            models.Index("id", name="researcher_hidden", condition=models.Q(hidden_at__isnull=False)),
            GinIndex(OpClass("folded", "gin_trgm_ops"), name="researcher_name_trigrams"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return numbered_path("researchers", self.pk, self.slug)


class Stay(models.Model):
    """A researcher at an institution, by the affiliations printed on their papers; kept by harvest.summaries.

    One row also for each institution above one of these: then `own_papers` is 0, and the days are those of its parts.
    Current is who has it on a paper of the last year before their newest paper that names any place.
    """

    researcher = models.ForeignKey(Researcher, models.CASCADE, related_name="stays")
    institution = models.ForeignKey(Institution, models.CASCADE, related_name="stays")
    papers = models.PositiveIntegerField(help_text="That name it or one of its parts.")
    own_papers = models.PositiveIntegerField(help_text="That name it.")
    first_on = models.DateField()
    last_on = models.DateField()
    current = models.BooleanField(help_text="There or at one of its parts.")
    own_current = models.BooleanField()

    objects = StayQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["researcher", "institution"], name="stay_once")]
        indexes = [
            models.Index("institution", "current", F("papers").desc(), "researcher", name="stay_with_parts"),
            models.Index(
                "institution",
                "own_current",
                F("own_papers").desc(),
                "researcher",
                name="stay_of_its_own",
                condition=models.Q(own_papers__gt=0),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.researcher_id} at {self.institution_id}"


class Profile(models.Model):
    """A person as an outside source keeps them. A claim of theirs is dated: sources split and join profiles daily."""

    class Source(models.TextChoices):
        OPENALEX = "openalex", "OpenAlex"
        SEMANTIC_SCHOLAR = "semanticscholar", "Semantic Scholar"

    source = models.CharField(max_length=15, choices=Source)
    outside_id = models.CharField(max_length=24)
    researcher = models.ForeignKey(Researcher, models.SET_NULL, null=True, blank=True, related_name="profiles")
    name = models.TextField(blank=True)
    orcid = models.CharField(max_length=19, blank=True)
    works_count = models.PositiveIntegerField(null=True, blank=True)
    citation_count = models.PositiveIntegerField(null=True, blank=True)
    h_index = models.PositiveIntegerField(null=True, blank=True)
    affiliations = models.JSONField(default=list, blank=True, help_text="Institution ids with years, as told.")
    read_at = models.DateTimeField(null=True, blank=True, help_text="When the profile itself was last read.")
    gone_at = models.DateTimeField(null=True, blank=True, help_text="Its source no longer knows it.")
    merged_into = models.CharField(max_length=24, blank=True, help_text="The outside id that it became.")

    objects = ProfileQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["source", "outside_id"], name="profile_once")]
        indexes = [models.Index("orcid", name="profile_by_orcid", condition=~models.Q(orcid=""))]

    def __str__(self) -> str:
        return f"{self.source} {self.outside_id}"


class ResearcherCorrection(Correction):
    """A curator's merge or split of researchers."""

    class Kind(models.TextChoices):
        MERGE = "merge"
        SPLIT = "split"

    kind = models.CharField(max_length=8, choices=Kind)
    researcher = models.ForeignKey(Researcher, models.CASCADE, related_name="corrections")
    other = models.ForeignKey(Researcher, models.CASCADE, null=True, blank=True, related_name="corrections_to_it")
