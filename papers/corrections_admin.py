"""Corrections of authors for curators: confirm, detach, move, undo."""

from typing import Any

from django import forms
from django.contrib import admin

from common.admin import CorrectionAdmin, CorrectionForm
from common.corrections import Contradiction
from papers.authorship_corrections import confirm, detach, move, undo
from papers.models import Authorship, AuthorshipCorrection

Kind = AuthorshipCorrection.Kind


class AuthorshipCorrectionForm(CorrectionForm):
    arxiv_id = forms.CharField(help_text="Of the paper, as arXiv writes it.")

    class Meta:
        model = AuthorshipCorrection
        fields = ["kind", "position", "researcher", "reason"]
        help_texts = {"position": "Of the author, from 1.", "researcher": "Of a move: who it is."}

    def make(self, told: dict[str, Any]) -> AuthorshipCorrection:
        slot = Authorship.objects.filter(paper__arxiv_id=told["arxiv_id"].strip(), position=told["position"]).first()
        if slot is None:
            raise Contradiction("No paper here has an author at that position.")
        if told["kind"] == Kind.CONFIRM:
            return confirm(slot, self.curator, told["reason"])
        if told["kind"] == Kind.DETACH:
            return detach(slot, self.curator, told["reason"])
        if told["researcher"] is None:
            raise Contradiction("A move needs a researcher.")
        return move(slot, told["researcher"], self.curator, told["reason"])


@admin.register(AuthorshipCorrection)
class AuthorshipCorrectionAdmin(CorrectionAdmin):
    form = AuthorshipCorrectionForm
    list_display = [
        "made_at", "kind", "paper", "position", "printed", "researcher", "curator", "reason", "undone_at", "undone_by",
    ]  # fmt: skip
    raw_id_fields = ["researcher"]
    list_select_related = ["paper", "researcher"]

    def undo_one(self, correction: AuthorshipCorrection, curator: str) -> None:
        undo(correction, curator, "undone in the admin")
