"""Researchers for curators: look, merge, split, undo. Facts come from sources; only corrections are made here."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from common.admin import ReadOnly
from researchers.merging import Contradiction, merge, split, undo
from researchers.models import Profile, Researcher, ResearcherCorrection

Kind = ResearcherCorrection.Kind


@admin.register(Researcher)
class ResearcherAdmin(ReadOnly):
    list_display = ["id", "name", "orcid", "paper_count", "merged_into", "hidden_at"]
    search_fields = ["=id", "=orcid", "folded"]
    search_help_text = "A number, an ORCID, or a name in lower case without accents."
    ordering = ["-id"]


@admin.register(Profile)
class ProfileAdmin(ReadOnly):
    list_display = ["source", "outside_id", "name", "orcid", "researcher"]
    list_filter = ["source"]
    search_fields = ["=outside_id", "=orcid", "=researcher__id"]
    ordering = ["-id"]


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


class ResearcherCorrectionForm(CorrectionForm):
    arxiv_ids = forms.CharField(
        required=False, widget=forms.Textarea, help_text="Of a split: the papers that are another person's."
    )

    class Meta:
        model = ResearcherCorrection
        fields = ["kind", "researcher", "other", "reason"]
        help_texts = {"researcher": "The one that stays.", "other": "Of a merge: the one that goes into it."}

    def make(self, told: dict[str, Any]) -> ResearcherCorrection:
        if told["kind"] == Kind.MERGE:
            if told["other"] is None:
                raise Contradiction("A merge needs another researcher.")
            return merge(told["researcher"], told["other"], self.curator, told["reason"])
        papers = told["arxiv_ids"].replace(",", " ").split()
        slots = told["researcher"].authorships.filter(paper__arxiv_id__in=papers)
        return split(told["researcher"], list(slots.values_list("pk", flat=True)), self.curator, told["reason"])


@admin.register(ResearcherCorrection)
class ResearcherCorrectionAdmin(CorrectionAdmin):
    form = ResearcherCorrectionForm
    list_display = ["made_at", "kind", "researcher", "other", "curator", "reason", "undone_at", "undone_by"]
    raw_id_fields = ["researcher", "other"]

    def undo_one(self, correction: ResearcherCorrection, curator: str) -> None:
        undo(correction, curator, "undone in the admin")
