"""Reads by name. Each method says in words what rows it keeps; they chain and work through relations."""

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Prefetch, Q

if TYPE_CHECKING:
    pass

BYLINE_AUTHORS = 6


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
        midnight = datetime.min.time()
        return self.filter(
            first_submitted_at__gte=datetime.combine(start, midnight, UTC),
            first_submitted_at__lt=datetime.combine(end, midnight, UTC),
        )

    def on_day(self, day: date) -> Self:
        return self.first_submitted_in(day, day + timedelta(days=1))

    def older_than(self, when: datetime, paper_id: int) -> Self:
        """The rows after a row in newest-first order: paging by key."""
        return self.filter(Q(first_submitted_at__lt=when) | Q(first_submitted_at=when, id__lt=paper_id))

    def for_rows(self) -> Self:
        """What a row of a list shows, without long text it does not, the byline in one more query."""
        byline = self.model._meta.get_field("authorships").related_model.objects.in_byline()
        return self.defer(
            "title_tex", "abstract_tex", "abstract_html", "search_vector", "authors_printed"
        ).prefetch_related(Prefetch("authorships", queryset=byline, to_attr="byline"))
