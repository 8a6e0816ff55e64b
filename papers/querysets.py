"""Reads by name. Each method says in words what rows it keeps; they chain and work through relations."""

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any, Self

from django.db import models
from django.db.models import Prefetch

if TYPE_CHECKING:
    from papers.models import Category, Paper  # noqa: F401 (mypy reads them in the quoted names below)

BYLINE_AUTHORS = 6
NOT_IN_ROWS = ("title_tex", "abstract_tex", "abstract_html", "search_vector", "authors_printed")


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
        return self.defer(*NOT_IN_ROWS).prefetch_related(self.byline())

    def byline(self, lookup: str = "authorships") -> Prefetch:
        """The first authors of a paper, as its `byline`."""
        authorship: Any = self.model._meta.get_field("authorships").related_model
        return Prefetch(lookup, queryset=authorship.objects.in_byline(), to_attr="byline")


def midnight(day: date) -> datetime:
    """The first moment of a day in UTC."""
    return datetime.combine(day, time.min, UTC)
