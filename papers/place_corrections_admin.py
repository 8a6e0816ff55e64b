"""Corrections of institutions for curators: merge, split, undo. They live beside papers, which follow each of them."""

from typing import Any

from django import forms
from django.contrib import admin

from common.admin import CorrectionAdmin, CorrectionForm
from common.corrections import Contradiction
from institutions.models import InstitutionCorrection
from papers.place_corrections import merge, split, undo

Kind = InstitutionCorrection.Kind


class InstitutionCorrectionForm(CorrectionForm):
    strings = forms.CharField(
        required=False, widget=forms.Textarea, help_text="Of a split: affiliations as printed that go over, one a line."
    )
    openalex = forms.BooleanField(
        required=False, label="OpenAlex id", help_text="Of a split: OpenAlex's id goes over, with what is found by it."
    )
    name = forms.CharField(required=False, help_text="Of a split: of the institution to be made, if there is no other.")

    class Meta:
        model = InstitutionCorrection
        fields = ["kind", "institution", "other", "reason"]
        help_texts = {
            "institution": "The one that stays.",
            "other": "Of a merge: the one that goes into it. Of a split: what is parted from it.",
        }

    def make(self, told: dict[str, Any]) -> InstitutionCorrection:
        institution, other, reason = told["institution"], told["other"], told["reason"]
        if told["kind"] == Kind.MERGE:
            if other is None:
                raise Contradiction("A merge needs another institution.")
            return merge(institution, other, self.curator, reason)
        strings = [line for line in told["strings"].splitlines() if line.strip()]
        return split(
            institution, self.curator, reason,
            other=other, name=told["name"], strings=strings, openalex=told["openalex"],
        )  # fmt: skip


@admin.register(InstitutionCorrection)
class InstitutionCorrectionAdmin(CorrectionAdmin):
    form = InstitutionCorrectionForm
    list_display = ["made_at", "kind", "institution", "other", "curator", "reason", "undone_at", "undone_by"]
    raw_id_fields = ["institution", "other"]
    list_select_related = ["institution", "other"]

    def undo_one(self, correction: InstitutionCorrection, curator: str) -> None:
        undo(correction, curator, "undone in the admin")
