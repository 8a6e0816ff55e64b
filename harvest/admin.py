"""Runs, work and refused records for curators: to look at, and to run again."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from harvest.models import Checkpoint, HarvestRun, RejectedRecord, SourcePace, WorkItem


class ReadOnly(admin.ModelAdmin):
    """Rows that only harvesting writes."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(HarvestRun)
class HarvestRunAdmin(ReadOnly):
    list_display = [
        "id", "source", "window", "trigger", "state", "pages", "created", "changed", "unchanged", "refused", "removed",
        "started_at", "finished_at",
    ]  # fmt: skip
    list_filter = ["source", "state", "trigger"]


@admin.register(WorkItem)
class WorkItemAdmin(ReadOnly):
    list_display = ["id", "kind", "key", "state", "attempts", "not_before", "lease_until", "error"]
    list_filter = ["state", "kind"]
    actions = ["run_again"]

    @admin.action(description="Run again", permissions=["run_again"])
    def run_again(self, request: HttpRequest, rows: Any) -> None:
        """Open rows that are done or dead; the next sweep rings for them."""
        again = 0
        for row in rows.exclude(state=WorkItem.State.OPEN):
            WorkItem.objects.enqueue(row.kind, row.key, row.arguments | {"trigger": HarvestRun.Trigger.CURATOR.value})
            again += 1
        self.message_user(request, f"{again} will run again within a minute.")

    def has_run_again_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("harvest.change_workitem")


@admin.register(RejectedRecord)
class RejectedRecordAdmin(ReadOnly):
    list_display = ["external_id", "source", "reason", "times", "first_seen_at", "last_seen_at", "resolved_at"]
    list_filter = ["source", ("resolved_at", admin.EmptyFieldListFilter)]
    search_fields = ["external_id", "reason"]
    exclude = ["raw"]
    readonly_fields = ["as_sent"]

    @admin.display(description="As sent")
    def as_sent(self, record: RejectedRecord) -> str:
        return bytes(record.raw[:20_000]).decode("utf-8", "backslashreplace")


@admin.register(Checkpoint)
class CheckpointAdmin(ReadOnly):
    list_display = ["source", "set_spec", "from_day", "until_day", "pages", "restarts", "complete_until"]
    exclude = ["pages_seen"]


@admin.register(SourcePace)
class SourcePaceAdmin(ReadOnly):
    list_display = ["source", "failures", "paused_until", "last_error", "last_failed_at", "last_good_at"]
