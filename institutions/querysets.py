"""Reads of institutions by name."""

from typing import TYPE_CHECKING, Any, NamedTuple, Self

from django.contrib.postgres.expressions import ArraySubquery
from django.db import connection, models
from django.db.models import CharField, F, OuterRef, SmallIntegerField, Value
from django.db.models.functions import Coalesce, Greatest, JSONObject

if TYPE_CHECKING:
    from institutions.models import Institution, InstitutionName  # noqa: F401 (mypy reads them below)

SHORTEST_WORD = 2
MOST_WORDS = 8
RELATIVES_SHOWN = 12


class Country(NamedTuple):
    code: str
    name: str


class InstitutionQuerySet(models.QuerySet["Institution"]):
    def listed(self) -> Self:
        """Those that readers may see: not merged into another, not made by mistake."""
        return self.filter(merged_into=None).exclude(status="withdrawn")

    def in_country(self, code: str) -> Self:
        return self.filter(country_code=code.upper())

    def most_papers_first(self) -> Self:
        return self.order_by("-paper_count", "id")

    def called(self, folded: str) -> Self:
        """That bear a name, acronym or alias, by its folded form; a merged one's names lead to what it became."""
        named = self._names().filter(folded=folded)
        return self.filter(id__in=named.values(now=Coalesce("institution__merged_into", "institution")))

    def with_words(self, folded: str) -> Self:
        """One of whose names holds each of these words, or their beginnings."""
        words = [word for word in folded.split()[:MOST_WORDS] if len(word) >= SHORTEST_WORD]
        names = self._names()
        for word in words:
            names = names.filter(folded__contains=word)
        return self.filter(id__in=names.values("institution")) if words else self

    def for_rows(self) -> Self:
        return self.only(
            "slug", "name", "status", "city", "country", "country_code", "paper_count", "paper_count_with_parts"
        )

    def for_page(self) -> Self:
        """With the sums over its papers, and its names as `told_names`, in the same question."""
        return self.select_related("summary", "merged_into").annotate(
            told_names=ArraySubquery(
                self._names()
                .filter(institution=OuterRef("pk"))
                .order_by("language", "value")
                .values(told=JSONObject(value=F("value"), kinds=F("kinds"), language=F("language")))
            )
        )

    def changes(self) -> models.QuerySet[Any, Any]:
        """Of those that have a page the `slug`, and as `latest` when its facts changed."""
        latest = Greatest("changed_at", Coalesce("summary__counted_at", "changed_at"))
        return self.filter(merged_into=None).annotate(latest=latest).values("slug", "latest")

    def relatives(self, institution: int) -> Self:
        """Those above it, its first parts, and what came before and after: each with `kin` and `distance`."""
        rows = self.listed().order_by()
        above = rows.filter(descendants__institution=institution).annotate(
            kin=Value("above", CharField()), distance=F("descendants__distance")
        )
        parts = (
            rows.filter(ancestors__ancestor=institution, ancestors__distance=1)
            .annotate(kin=Value("part", CharField()), distance=Value(1, SmallIntegerField()))
            .order_by("-paper_count_with_parts", "id")[: RELATIVES_SHOWN + 1]
        )
        others = rows.filter(
            relations_from_others__institution=institution,
            relations_from_others__kind__in=["predecessor", "successor"],
        ).annotate(kin=F("relations_from_others__kind"), distance=Value(1, SmallIntegerField()))
        shown = ("id", "slug", "name", "city", "country", "paper_count_with_parts", "kin", "distance")
        return above.only(*shown[:-2]).union(parts.only(*shown[:-2]), others.only(*shown[:-2]))

    def parts_of(self, institution: int) -> Self:
        """One step below it."""
        return self.listed().filter(ancestors__ancestor=institution, ancestors__distance=1)

    def countries(self) -> list[Country]:
        """Every country that has an institution: a few steps in an index for each, however many it has."""
        with connection.cursor() as cursor:
            cursor.execute(_COUNTRIES)
            return sorted((Country(*row) for row in cursor.fetchall()), key=lambda country: country.name)

    def _names(self) -> models.QuerySet[Any]:
        field: Any = self.model._meta.get_field("names")
        return field.related_model.objects.all()


class InstitutionNameQuerySet(models.QuerySet["InstitutionName"]):
    def acronyms(self) -> Self:
        return self.filter(kinds__contains=["acronym"])


_COUNTRIES = """
    WITH RECURSIVE step (code, name) AS (
        (SELECT country_code, country FROM institutions_institution WHERE country_code > ''
            ORDER BY country_code, paper_count DESC, id LIMIT 1)
        UNION ALL
        SELECT following.* FROM step CROSS JOIN LATERAL (
            SELECT country_code, country FROM institutions_institution WHERE country_code > step.code
            ORDER BY country_code, paper_count DESC, id LIMIT 1
        ) AS following
    )
    SELECT code, name FROM step WHERE name <> ''
"""
