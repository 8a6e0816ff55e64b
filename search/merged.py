"""Filters by a person or place that turned out to be another: the same search for the one that stands."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db import DatabaseError, InterfaceError

from institutions.models import Institution
from researchers.models import Researcher
from search.answers import SearchRequest


def for_standing(asked: SearchRequest) -> SearchRequest:
    """The request itself where nobody in its filters was merged, or while the database is away."""
    filters = asked.filters
    if not filters.institutions and not filters.researchers:
        return asked
    try:
        institutions = _standing(Institution.objects, filters.institutions)
        researchers = _standing(Researcher.objects, filters.researchers)
    except (DatabaseError, InterfaceError):
        return asked
    return replace(asked, filters=replace(filters, institutions=institutions, researchers=researchers))


def _standing(rows: Any, ids: Iterable[int]) -> tuple[int, ...]:
    wanted = set(ids)
    if not wanted:
        return ()
    merged = rows.filter(id__in=wanted).exclude(merged_into=None).select_related("merged_into")
    now = {one.pk: one.standing.pk for one in merged}
    return tuple(sorted({now.get(one, one) for one in wanted}))
