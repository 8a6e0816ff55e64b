"""Runs, work and refused records for curators: to look at, and to run again."""

from typing import Any

from django.contrib import admin

from common.admin import ReadOnly, WorkRowAdmin
from harvest.models import Checkpoint, HarvestRun, RejectedRecord, SourcePace, WorkItem


@admin.register(HarvestRun)
class HarvestRunAdmin(ReadOnly):
    list_display = [
        "id", "source", "window", "trigger", "state", "pages", "created", "changed", "unchanged", "refused", "removed",
        "started_at", "finished_at",
    ]  # fmt: skip
    list_filter = ["source", "state", "trigger"]


@admin.register(WorkItem)
class WorkItemAdmin(WorkRowAdmin):
    def arguments_again(self, row: Any) -> dict[str, Any]:
        return row.arguments | {"trigger": HarvestRun.Trigger.CURATOR.value}


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
