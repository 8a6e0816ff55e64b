"""Reads by name. Each method says in words what rows it keeps; they chain and work through relations."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any, Self

from django.contrib.postgres.expressions import ArraySubquery
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Prefetch, Value, When
from django.db.models.expressions import RawSQL
from django.db.models.functions import JSONObject

from papers.evidence import Why, why
from papers.oeuvre import MOST_COMPANY, Oeuvre, OeuvrePaper, oeuvre

if TYPE_CHECKING:
    from papers.models import Category, Paper, PaperInstitution  # noqa: F401 (mypy reads them in the quoted names below)

BYLINE_AUTHORS = 6
NOT_IN_ROWS = ("title_tex", "abstract_tex", "search_vector", "authors_printed")
OF_LINKED_AUTHORS = ("researcher__slug", "researcher__hidden_at")
OF_KNOWN_AUTHORS = ("orcid", "researcher__orcid")


class CategoryQuerySet(models.QuerySet["Category"]):
    def archives(self) -> Self:
        return self.filter(is_archive=True)

    def current(self) -> Self:
        """Those that papers can stand in: no aliases."""
        return self.filter(alias_of=None)


class AuthorshipQuerySet(models.QuerySet):
    def in_byline(self) -> Self:
        """The first few authors, as many as a row of a list names."""
        return self.filter(position__lte=BYLINE_AUTHORS)

    def with_researchers(self) -> Self:
        """With what a link to the researcher needs."""
        return self.select_related("researcher").only(
            "paper_id", "position", "kind", "printed", "given", "family", "suffix", "affiliations", "evidence",
            *OF_LINKED_AUTHORS,
        )  # fmt: skip

    def whole(self) -> Self:
        """With all that a paper's page and its files tell of them, `told_places` in the same question."""
        told = self._model("places").filter(authorship=OuterRef("pk")).order_by("position")
        fields = {"name": F("institution__name"), "slug": F("institution__slug")}
        place = JSONObject(text=F("text"), institution=F("institution_id"), method=F("method"), **fields)
        return self.with_researchers().only(
            "paper_id", "position", "kind", "printed", "given", "family", "suffix", "affiliations", "evidence",
            *OF_LINKED_AUTHORS, *OF_KNOWN_AUTHORS,
        ).annotate(told_places=ArraySubquery(told.values(told=place)))  # fmt: skip

    def claims_of(self, slots: Iterable[int]) -> list[Any]:
        """What sources say of these slots, with the profiles that they name."""
        return list(self._claims(list(slots)))

    def oeuvre(self, researcher: int, institution: int | None = None) -> Oeuvre:
        """Of one person's slots: what the papers add up to, in one question that costs as much as they have papers.

        Where an institution is given, it is told on which of them the person is printed to be there.
        """
        there = self._model("places").filter(authorship=OuterRef("pk"), institution=institution or 0)
        others = self.model._default_manager.filter(paper=OuterRef("paper"), kind="person").order_by("position")
        seen = Case(When(researcher__in=self._hidden(), then=None), default="researcher")
        company = ArraySubquery(others.values(seen=seen))
        slots = (
            self.filter(paper__removed_at=None)
            .order_by("-paper__first_submitted_at", "-paper_id", "position")
            .annotate(
                first_submitted_at=F("paper__first_submitted_at"),
                category_codes=F("paper__category_codes"),
                there=Exists(there),
                company=Case(When(paper__author_count__lte=MOST_COMPANY, then=company), default=Value([])),
                works=ArraySubquery(_counts(self._paper(), OuterRef("paper"))),
            )
        )
        facts = ("id", "paper_id", "printed", "evidence", "first_submitted_at")
        return oeuvre(researcher, slots.values(*facts, "category_codes", "there", "company", "works"))

    def paper_rows(self, ids: Iterable[int]) -> "dict[int, Paper]":
        """By id, papers as rows of a list show them."""
        return self._paper().objects.listed().for_rows().in_bulk(list(ids))

    def whys(self, papers: Iterable[OeuvrePaper]) -> dict[int, Why]:
        """Why each of these papers is the person's, by the slot's id."""
        papers = list(papers)
        claims = defaultdict(list)
        for claim in self._claims([paper.slot for paper in papers]):
            claims[claim.authorship_id].append(claim)
        return {paper.slot: why(paper.evidence, paper.printed, claims[paper.slot]) for paper in papers}

    def _claims(self, slots: list[int]) -> models.QuerySet[Any]:
        return self._model("claims").filter(authorship__in=slots).select_related("profile").order_by("source")

    def _paper(self) -> Any:
        return self.model._meta.get_field("paper").related_model

    def _hidden(self) -> models.QuerySet[Any]:
        return self._model("researcher").exclude(hidden_at=None).values("pk")

    def _model(self, field: str) -> models.QuerySet[Any]:
        related: Any = self.model._meta.get_field(field)
        return related.related_model.objects.all()


class PaperInstitutionQuerySet(models.QuerySet["PaperInstitution"]):
    """A paper's places in the lists of institutions."""

    def listed(self) -> Self:
        return self.filter(paper__removed_at=None)

    def own(self) -> Self:
        """Of papers that name the institution itself, not only a part of it."""
        return self.filter(own=True)

    def in_year(self, year: int) -> Self:
        start, end = midnight(date(year, 1, 1)), midnight(date(year + 1, 1, 1))
        return self.filter(first_submitted_at__gte=start, first_submitted_at__lt=end)

    def places(self) -> Self:
        """What a walk along the list needs, and no more."""
        return self.select_related("paper").only("first_submitted_at", "institution", "paper__arxiv_id")

    def paper_rows(self, ids: Iterable[int]) -> "dict[int, Paper]":
        """By id, papers as rows of a list show them."""
        paper: Any = self.model._meta.get_field("paper")
        return paper.related_model.objects.listed().for_rows().in_bulk(list(ids))

    def after(self, arxiv_id: str) -> "PaperInstitution | None":
        """The place of a paper, where the list goes on."""
        return self.places().filter(paper__arxiv_id=arxiv_id).first()


class PaperQuerySet(models.QuerySet["Paper"]):
    def listed(self) -> Self:
        """Papers that readers may see: not removed."""
        return self.filter(removed_at=None)

    def newest_first(self) -> Self:
        """By first version, everywhere; ties by our own id."""
        return self.order_by("-first_submitted_at", "-id")

    def first_submitted_in(self, start: date, end: date) -> Self:
        """First version on or after `start` and before `end`, days in UTC."""
        return self.filter(first_submitted_at__gte=midnight(start), first_submitted_at__lt=midnight(end))

    def on_day(self, day: date) -> Self:
        return self.first_submitted_in(day, day + timedelta(days=1))

    def for_rows(self) -> Self:
        """What a row of a list shows, without long text it does not, the byline in one more query."""
        return self.defer(*NOT_IN_ROWS).annotate(works=_citations(self.model)).prefetch_related(self.byline())

    def byline(self, lookup: str = "authorships") -> Prefetch:
        """The first authors of a paper, as its `byline`."""
        authorship: Any = self.model._meta.get_field("authorships").related_model
        return Prefetch(lookup, queryset=authorship.objects.in_byline().with_researchers(), to_attr="byline")


def _citations(paper: Any) -> RawSQL:
    """For rows the counts alone, in bare SQL: composing it anew takes as long as all else of a list's question."""
    works: Any = paper._meta.get_field("outside_works").related_model
    told = f"""
        ARRAY(SELECT jsonb_build_object('source', works.source, 'cited_by_count', works.cited_by_count)
            FROM {works._meta.db_table} works
            WHERE works.paper_id = {paper._meta.db_table}.id AND works.chosen AND works.cited_by_count IS NOT NULL)
    """  # noqa: S608 - only names of our own tables are put in
    return RawSQL(told, [], output_field=ArrayField(models.JSONField()))  # noqa: S611


def _counts(paper: Any, of: OuterRef) -> models.QuerySet[Any]:
    """How often a paper is cited, as each source's work that is taken for it tells."""
    works: Any = paper._meta.get_field("outside_works").related_model
    told = works.objects.filter(paper=of, chosen=True).exclude(cited_by_count=None).order_by("source", "outside_id")
    names = ("source", "cited_by_count", "cited_by_year", "read_at")
    return told.values(told=JSONObject(**{name: F(name) for name in names}))


def midnight(day: date) -> datetime:
    """The first moment of a day in UTC."""
    return datetime.combine(day, time.min, UTC)
