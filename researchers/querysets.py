"""Reads of researchers by name."""

from typing import Self

from django.db import models


class ResearcherQuerySet(models.QuerySet):
    def listed(self) -> Self:
        """Those that readers may see: not merged into another, not hidden, with a paper."""
        return self.filter(merged_into=None, hidden_at=None, paper_count__gt=0)

    def named(self, folded: str) -> Self:
        """All who bear a name, by its folded form."""
        return self.filter(folded=folded)

    def most_papers_first(self) -> Self:
        return self.order_by("-paper_count", "id")


class ProfileQuerySet(models.QuerySet):
    def current(self) -> Self:
        return self.filter(gone_at=None)
