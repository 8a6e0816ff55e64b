"""Reads of researchers by name."""

from typing import TYPE_CHECKING, Any, Self

from django.contrib.postgres.expressions import ArraySubquery
from django.db import models
from django.db.models import F, Max, OuterRef
from django.db.models.functions import Greatest, JSONObject

if TYPE_CHECKING:
    from researchers.models import Researcher, Stay  # noqa: F401 (mypy reads them in the quoted names below)

SHORTEST_WORD = 2  # trigrams find nothing for less
MOST_WORDS = 8
OF_PROFILES = ("source", "outside_id", "name", "orcid", "works_count", "citation_count", "h_index", "read_at")
OF_STAYS = ("own_papers", "first_on", "last_on", "own_current", "institution_id")


class ResearcherQuerySet(models.QuerySet["Researcher"]):
    def listed(self) -> Self:
        """Those that readers may see: not merged into another, not hidden, with a paper."""
        return self.filter(merged_into=None, hidden_at=None, paper_count__gt=0)

    def named(self, folded: str) -> Self:
        """All who bear a name, by its folded form."""
        return self.filter(folded=folded)

    def with_words(self, folded: str) -> Self:
        """Whose name holds each of these words, or their beginnings."""
        found = self
        for word in folded.split()[:MOST_WORDS]:
            if len(word) >= SHORTEST_WORD:
                found = found.filter(folded__contains=word)
        return found

    def mainly_in(self, category: str) -> Self:
        """Most of whose papers are of a category."""
        return self.filter(main_category=category)

    def in_country(self, code: str) -> Self:
        """Whose main institution is there."""
        return self.filter(country_code=code.upper())

    def most_papers_first(self) -> Self:
        return self.order_by("-paper_count", "id")

    def for_rows(self) -> Self:
        """What a row of a list shows, the main institution with it."""
        return self.select_related("main_institution").only(
            "slug", "name", "folded", "orcid", "paper_count", "first_year", "last_year", "main_category",
            "country_code", "main_institution__name", "main_institution__slug", "main_institution__country",
        )  # fmt: skip

    def for_page(self) -> Self:
        """With their profiles and stays, as `told_profiles` and `told_stays`, in the same question."""
        return self.annotate(
            told_profiles=ArraySubquery(
                self._related("profiles")
                .filter(researcher=OuterRef("pk"), gone_at=None)
                .order_by("source", "outside_id")
                .values(told=JSONObject(**_named(OF_PROFILES)))
            ),
            told_stays=ArraySubquery(
                self._related("stays")
                .filter(researcher=OuterRef("pk"), own_papers__gt=0)
                .order_by("-own_current", "-last_on", "-own_papers", "institution")
                .values(
                    told=JSONObject(
                        **_named(OF_STAYS),
                        name=F("institution__name"),
                        slug=F("institution__slug"),
                        country=F("institution__country"),
                    )
                )
            ),
        ).select_related("merged_into", "main_institution")

    def changes(self) -> models.QuerySet[Any, Any]:
        """Of those who have a page the `slug`, and as `latest` when its facts changed."""
        latest = Greatest(
            "changed_at", "recounted_at", Max("authorships__paper__changed_at"), Max("authorships__paper__recounted_at")
        )
        return self.filter(merged_into=None, hidden_at=None).order_by("pk").values("slug").annotate(latest=latest)

    def _related(self, name: str) -> models.QuerySet[Any]:
        field: Any = self.model._meta.get_field(name)
        return field.related_model.objects.all()


class StayQuerySet(models.QuerySet["Stay"]):
    def listed(self) -> Self:
        """Of researchers that readers may see."""
        return self.filter(researcher__merged_into=None, researcher__hidden_at=None, researcher__paper_count__gt=0)


class ProfileQuerySet(models.QuerySet):
    def current(self) -> Self:
        return self.filter(gone_at=None)


def _named(names: tuple[str, ...]) -> dict[str, F]:
    return {name: F(name) for name in names}
