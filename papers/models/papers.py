"""Papers as arXiv tells them: one row a paper, whatever spelling its id comes in; versions and authors hang on it.

Titles and abstracts are kept in three forms, made once when stored (`common.tex`): source TeX, plain Unicode, HTML
with MathML. The HTML forms are the only columns that templates may print unescaped.
"""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from common.models import Changing
from common.slugs import paper_path
from papers.querysets import PaperQuerySet


class Paper(Changing):
    arxiv_id = models.CharField(max_length=32, unique=True)
    slug = models.CharField(max_length=80, blank=True)

    title_tex = models.TextField()
    title = models.TextField()
    title_html = models.TextField()
    abstract_tex = models.TextField(blank=True)
    abstract = models.TextField(blank=True)
    abstract_html = models.TextField(blank=True)
    tex_recipe = models.SmallIntegerField(help_text="common.tex.RECIPE that made the plain and HTML forms.")
    own_words = models.BooleanField(default=False, help_text="The description is ours, in place of the abstract.")
    search_vector = SearchVectorField(null=True, help_text="For the stand-in while the word index is away.")

    authors_printed = models.TextField(blank=True, help_text="The author string as arXiv has it.")
    author_count = models.PositiveIntegerField(default=0)
    submitter = models.TextField(blank=True)
    comments = models.TextField(blank=True)
    journal_ref = models.TextField(blank=True)
    dois = ArrayField(models.TextField(), default=list, blank=True)
    report_number = models.TextField(blank=True)
    msc_class = models.TextField(blank=True)
    acm_class = models.TextField(blank=True)
    license = models.TextField(blank=True)

    category_codes = ArrayField(models.CharField(max_length=24), help_text="Canonical, primary first.")
    first_submitted_at = models.DateTimeField(help_text="Version 1.")
    latest_submitted_at = models.DateTimeField()
    latest_version = models.PositiveSmallIntegerField(default=1)
    withdrawn = models.BooleanField(default=False)

    source_datestamp = models.DateField(null=True, blank=True, help_text="When arXiv last changed its record.")
    source_detail = models.PositiveSmallIntegerField(
        default=0, help_text="How much the source's format tells; a poorer record of the same day changes nothing."
    )
    content_hash = models.CharField(max_length=32, help_text="Of the record as parsed; equal means nothing to write.")
    first_held_at = models.DateTimeField(help_text="When this site first held it.")
    recounted_at = models.DateTimeField(
        null=True, blank=True, help_text="When only counts beside its facts last changed; no news to sitemaps."
    )
    removed_at = models.DateTimeField(
        null=True, blank=True, help_text="Marked as deleted by its source, or on request."
    )
    removed_on_request = models.BooleanField(default=False, help_text="Then no harvest brings it back.")

    objects = PaperQuerySet.as_manager()

    class Meta(Changing.Meta):
        indexes = [
            *Changing.Meta.indexes,
            models.Index(
                F("first_submitted_at").desc(),
                F("id").desc(),
                name="paper_newest",
                condition=Q(removed_at=None),
                include=["first_held_at"],
            ),
            models.Index(
                "id", name="paper_mapped", condition=Q(removed_at=None) & ~Q(title=""), include=["changed_at"]
            ),
            models.Index(
                "id",
                name="paper_not_mapped",
                condition=Q(removed_at__isnull=False) | Q(title=""),
                include=["changed_at"],
            ),
            models.Index("first_held_at", name="paper_first_held"),
            models.Index(
                F("latest_submitted_at").desc(),
                name="paper_replaced",
                condition=Q(removed_at=None, latest_version__gt=1),
            ),
            models.Index("recounted_at", name="paper_recounted", condition=Q(recounted_at__isnull=False)),
            GinIndex("search_vector", name="paper_search_vector"),
            GinIndex("dois", name="paper_by_doi"),
        ]

    def __str__(self) -> str:
        return f"{self.arxiv_id} {self.title}"

    def get_absolute_url(self) -> str:
        """The canonical address: id and slug."""
        return paper_path(self.arxiv_id, self.slug)

    @property
    def id_path(self) -> str:
        """The address without the slug: never changes, answers 301 to the canonical one."""
        return paper_path(self.arxiv_id, "")

    @property
    def is_deleted_at_source(self) -> bool:
        """Whether arXiv has deleted its record since, which empties the hash; a newer record ends that."""
        return not self.content_hash

    @property
    def primary_category(self) -> str:
        return self.category_codes[0]

    @property
    def doi(self) -> str:
        """The publisher's DOI, or an empty string."""
        return self.dois[0] if self.dois else ""


class Version(models.Model):
    """One version of a paper. What changed is known only from the versions seen here while they were the newest."""

    paper = models.ForeignKey(Paper, models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    submitted_at = models.DateTimeField()
    size_kb = models.PositiveIntegerField(null=True, blank=True)
    source_type = models.CharField(max_length=8, blank=True)
    first_held_at = models.DateTimeField(db_default=Now(), help_text="When this site first held it.")
    seen_as_newest = models.BooleanField(default=False, help_text="Held here while it was the newest version.")
    changes = ArrayField(
        models.CharField(max_length=16),
        default=list,
        blank=True,
        help_text="Fields that differ from the version held before: title, abstract, authors, comments, ...",
    )

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["paper", "number"], name="version_once")]
        indexes = [models.Index("first_held_at", name="version_replacing", condition=Q(number__gt=1))]

    def __str__(self) -> str:
        return f"{self.paper_id} v{self.number}"


class RelatedPaper(models.Model):
    """A paper close to another, nearest first. Filled by search; read by the paper page."""

    paper = models.ForeignKey(Paper, models.CASCADE, related_name="related")
    other = models.ForeignKey(Paper, models.CASCADE, related_name="+")
    rank = models.PositiveSmallIntegerField()
    closeness = models.FloatField(help_text="Cosine of the two embeddings, 0 to 1.")
    made_at = models.DateTimeField(db_default=Now(), help_text="The page is as young as its similar papers.")

    class Meta:
        ordering = ["rank"]
        constraints = [models.UniqueConstraint(fields=["paper", "rank"], name="related_paper_rank_once")]

    def __str__(self) -> str:
        return f"{self.paper_id} ~ {self.other_id}"
