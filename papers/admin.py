"""Papers and categories in the admin, to look into: facts are changed at arXiv, not here."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from common.admin import ReadOnly
from papers import corrections_admin, place_corrections_admin
from papers.models import Category, Paper

__all__ = ["CategoryAdmin", "PaperAdmin", "corrections_admin", "place_corrections_admin"]


@admin.register(Paper)
class PaperAdmin(ReadOnly):
    list_display = ["arxiv_id", "title", "first_submitted_at", "withdrawn", "removed_at"]
    list_filter = ["withdrawn", "own_words", "removed_on_request"]
    search_fields = ["=arxiv_id"]
    search_help_text = "An arXiv id as arXiv writes it."
    ordering = ["-id"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Paper]:
        return super().get_queryset(request).defer("search_vector")


@admin.register(Category)
class CategoryAdmin(ReadOnly):
    list_display = ["code", "name", "archive", "is_archive", "alias_of", "retired_on"]
    list_filter = ["is_archive", "group"]
    search_fields = ["code", "name"]
