"""Embedding work for curators: to look at, and to run again where its attempts are spent."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from search.models import EmbeddingWork, Recipe


class ReadOnly(admin.ModelAdmin):
    """Rows that only the workers write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Recipe)
class RecipeAdmin(ReadOnly):
    list_display = ["name", "problem", "noted_at"]


@admin.register(EmbeddingWork)
class EmbeddingWorkAdmin(ReadOnly):
    list_display = ["id", "kind", "key", "state", "attempts", "not_before", "lease_until", "error"]
    list_filter = ["state", "kind"]
    actions = ["run_again"]

    @admin.action(description="Run again", permissions=["run_again"])
    def run_again(self, request: HttpRequest, rows: Any) -> None:
        """Open rows that are done or dead; the next sweep rings for them."""
        again = list(rows.exclude(state=EmbeddingWork.State.OPEN))
        for row in again:
            EmbeddingWork.objects.enqueue(row.kind, row.key, row.arguments, priority=row.priority)
        self.message_user(request, f"{len(again)} will run again within a minute.")

    def has_run_again_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("search.change_embeddingwork")
