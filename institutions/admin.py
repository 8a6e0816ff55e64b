"""Institutions in the admin, to look into: facts are changed at ROR. Curators' corrections are made in `papers`."""

from django.contrib import admin

from common.admin import ReadOnly
from institutions.models import Institution


@admin.register(Institution)
class InstitutionAdmin(ReadOnly):
    list_display = ["id", "name", "ror", "openalex_id", "city", "country_code", "status", "paper_count", "merged_into"]
    list_filter = ["status"]
    search_fields = ["=id", "=ror", "=openalex_id", "names__folded"]
    search_help_text = "A number, a ROR or OpenAlex id, or a name in lower case without accents."
    ordering = ["-id"]
