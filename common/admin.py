"""What admins of several apps share: tables to look at, which only our own work writes, and work to run again."""

from typing import Any

from django.contrib import admin
from django.contrib.auth import get_permission_codename
from django.http import HttpRequest

from common.work import WorkRow


class ReadOnly(admin.ModelAdmin):
    """Rows that nobody makes, changes or deletes by hand."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class WorkRowAdmin(ReadOnly):
    """Rows of work; who may change them by Django's permissions may run them again, and no more."""

    list_display = ["id", "kind", "key", "state", "attempts", "not_before", "lease_until", "error"]
    list_filter = ["state", "kind"]
    actions = ["run_again"]

    @admin.action(description="Run again", permissions=["run_again"])
    def run_again(self, request: HttpRequest, rows: Any) -> None:
        """Open rows that are done or dead; the next sweep rings for them."""
        again = list(rows.exclude(state=WorkRow.State.OPEN))
        for row in again:
            type(row)._default_manager.enqueue(row.kind, row.key, self.arguments_again(row), priority=row.priority)
        self.message_user(request, f"{len(again)} will run again within a minute.")

    def arguments_again(self, row: Any) -> dict[str, Any]:
        """The arguments of the repeated work."""
        return row.arguments

    def has_run_again_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(f"{self.opts.app_label}.{get_permission_codename('change', self.opts)}")
