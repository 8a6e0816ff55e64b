"""Who wrote a paper and where: slots in the printed order, what sources claim of each, and curators' corrections."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F

from common.models import Correction
from institutions.models import Institution
from papers.querysets import AuthorshipQuerySet, PaperInstitutionQuerySet
from researchers.models import Profile, Researcher


class Authorship(models.Model):
    """One entry of a paper's author list, in the order printed; (paper, position) is its key."""

    class Kind(models.TextChoices):
        PERSON = "person"
        GROUP = "group"

    class Evidence(models.TextChoices):
        """Why the slot is taken for the researcher's; the weakest last. Empty while the slot is open."""

        CURATOR = "curator", "a curator said so"
        ORCID = "orcid", "the same ORCID"
        AGREEMENT = "agreement", "two sources agree"
        ONE_SOURCE = "one-source", "one source says so"

    paper = models.ForeignKey("papers.Paper", models.CASCADE, related_name="authorships")
    position = models.PositiveIntegerField(help_text="From 1.")
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.PERSON)
    printed = models.TextField()
    given = models.TextField(blank=True)
    family = models.TextField(blank=True)
    suffix = models.TextField(blank=True)
    affiliations = ArrayField(models.TextField(), default=list, blank=True, help_text="As printed on this paper.")
    researcher = models.ForeignKey(Researcher, models.SET_NULL, null=True, blank=True, related_name="authorships")
    evidence = models.CharField(max_length=12, choices=Evidence, db_default="", blank=True, help_text="Of the link.")
    orcid = models.CharField(
        max_length=19, db_default="", blank=True, help_text="As OpenAlex's record of this paper gives it, by itself."
    )

    objects = AuthorshipQuerySet.as_manager()

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["paper", "position"], name="authorship_once")]

    def __str__(self) -> str:
        return self.printed


class Claim(models.Model):
    """A source says that a slot is a profile's. Kept as told and dated; which claims count is `evidence`'s to say."""

    authorship = models.ForeignKey(Authorship, models.CASCADE, related_name="claims")
    source = models.CharField(max_length=15, choices=Profile.Source)
    profile = models.ForeignKey(Profile, models.CASCADE, related_name="claims")
    name_there = models.TextField(blank=True, help_text="The author's name in the source's list.")
    method = models.CharField(max_length=24, help_text="How the two names were found to be one: matching.alignment.")
    score = models.FloatField(help_text="0 to 1.")
    claimed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["authorship", "source"], name="claim_once")]

    def __str__(self) -> str:
        return f"{self.authorship_id} is {self.profile_id}"


class Affiliation(models.Model):
    """An institution of an author on this paper. It belongs to the paper, never to the person."""

    authorship = models.ForeignKey(Authorship, models.CASCADE, related_name="places")
    position = models.PositiveSmallIntegerField(help_text="From 1.")
    text = models.TextField(blank=True, help_text="As printed, by arXiv or in the source.")
    institution = models.ForeignKey(Institution, models.SET_NULL, null=True, blank=True, related_name="affiliations")
    read_as = models.ForeignKey(
        Institution,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="The institution found, where it leads to another: merged, or parted from it by a curator.",
    )
    source = models.CharField(max_length=15)
    method = models.CharField(max_length=24, blank=True)
    score = models.FloatField(null=True, blank=True)
    claimed_at = models.DateTimeField()

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["authorship", "position"], name="affiliation_once")]
        indexes = [
            models.Index("read_as", name="affiliation_read_as", condition=models.Q(read_as__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.text or f"institution {self.institution_id}"


class PaperInstitution(models.Model):
    """A paper's place in the list of an institution named on it, or of one above that (`own` False).

    `first_submitted_at` repeats the paper's, so that a list is one walk of one index.
    """

    paper = models.ForeignKey("papers.Paper", models.CASCADE, related_name="+")
    institution = models.ForeignKey(Institution, models.CASCADE, related_name="placed")
    own = models.BooleanField()
    first_submitted_at = models.DateTimeField()

    objects = PaperInstitutionQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["paper", "institution"], name="paper_institution_once")]
        indexes = [
            models.Index(
                "institution", F("first_submitted_at").desc(), F("paper").desc(), name="paper_institution_newest"
            ),
            models.Index(
                "institution",
                F("first_submitted_at").desc(),
                F("paper").desc(),
                name="paper_institution_own_newest",
                condition=models.Q(own=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.paper_id} at {self.institution_id}"


class AuthorshipCorrection(Correction):
    """A curator confirms, detaches or moves an author of a paper; found again by position and printed name."""

    class Kind(models.TextChoices):
        CONFIRM = "confirm"
        DETACH = "detach"
        MOVE = "move"

    kind = models.CharField(max_length=8, choices=Kind)
    paper = models.ForeignKey("papers.Paper", models.CASCADE, related_name="authorship_corrections")
    position = models.PositiveIntegerField()
    printed = models.TextField(help_text="The name at the position then: another name there ends the correction.")
    researcher = models.ForeignKey(
        Researcher, models.CASCADE, null=True, blank=True, related_name="authorship_corrections"
    )
