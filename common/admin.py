"""What admins of several apps share: tables that only our own work writes, work to run again, curators' corrections."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth import get_permission_codename
from django.db.models import QuerySet
from django.http import HttpRequest

from common.corrections import Contradiction
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


class CorrectionAdmin(admin.ModelAdmin):
    """Corrections are made once, listed for ever, and undone by an action; never edited or deleted."""

    list_filter = ["kind", ("undone_at", admin.EmptyFieldListFilter)]
    actions = ["undo"]
    ordering = ["-made_at"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is None and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def undo_one(self, correction: Any, curator: str) -> None:
        raise NotImplementedError

    @admin.action(description="Undo", permissions=["change"])
    def undo(self, request: HttpRequest, corrections: QuerySet[Any]) -> None:
        for correction in corrections.order_by("-made_at", "-id"):
            try:
                self.undo_one(correction, request.user.get_username())
            except Contradiction as error:
                self.message_user(request, f"{correction}: {error}", messages.ERROR)
            else:
                self.message_user(request, f"{correction}: undone.")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        return type(form.__name__, (form,), {"curator": request.user.get_username()})

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """The form has made it already, in one transaction with what it changes."""


class CorrectionForm(forms.ModelForm):
    """Makes the correction while it is checked, so that a contradiction is told beside the fields."""

    curator = ""

    def make(self, told: dict[str, Any]) -> Any:
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        if not self.errors:
            try:
                self.instance = self.make(told)
            except Contradiction as error:
                raise forms.ValidationError(str(error)) from error
        return told

    def _post_clean(self) -> None:
        """Nothing is built from the fields: `make` gave the row."""
