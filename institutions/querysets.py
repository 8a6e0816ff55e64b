"""Reads of institutions by name."""

from typing import Self

from django.db import models


class InstitutionQuerySet(models.QuerySet):
    def listed(self) -> Self:
        """Those that readers may see: not merged into another, not made by mistake."""
        return self.filter(merged_into=None).exclude(status="withdrawn")

    def in_country(self, code: str) -> Self:
        return self.filter(country_code=code.upper())

    def most_papers_first(self) -> Self:
        return self.order_by("-paper_count", "id")


class InstitutionNameQuerySet(models.QuerySet):
    def acronyms(self) -> Self:
        return self.filter(kinds__contains=["acronym"])
