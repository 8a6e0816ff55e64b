"""Researchers for curators: look, merge, split, undo. Facts come from sources; only corrections are made here."""

from typing import Any

from django import forms
from django.contrib import admin

from common.admin import CorrectionAdmin, CorrectionForm, ReadOnly
from common.corrections import Contradiction
from researchers.merging import merge, split, undo
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
