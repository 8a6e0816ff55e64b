"""Embedding work for curators: to look at, and to run again where its attempts are spent."""

from django.contrib import admin

from common.admin import ReadOnly, WorkRowAdmin
from search.models import EmbeddingWork, Recipe


@admin.register(Recipe)
class RecipeAdmin(ReadOnly):
    list_display = ["name", "problem", "noted_at"]


admin.site.register(EmbeddingWork, WorkRowAdmin)
