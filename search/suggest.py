"""What may be meant while it is typed: one short list of papers, people, places and categories.

People and places stand first where the words look like a name. Each kind has a share of the list, and takes what the
others leave free. What the indexes have just lost or gained shows within seconds; names and titles are those of the
rows as they are now.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db import DatabaseError, InterfaceError
from django.urls import reverse

from institutions.models import Institution
from papers import taxonomy
from papers.models import Paper
from researchers.models import Researcher
from search.names import begun, looks_like_a_name
from search.names.schema import Kind
from search.suggest_titles import titles

MOST = 8
SHORTEST = 2  # letters
LONGEST = 200
SHARE = 3  # of each kind, as long as others have something
CATEGORIES = 2


class Of(StrEnum):
    PAPER = "paper"
    PERSON = "person"
    PLACE = "place"
    CATEGORY = "category"


@dataclass(frozen=True, slots=True)
class Suggestion:
    of: Of
    label: str
    detail: str
    href: str


def suggest(typed: str) -> list[Suggestion]:
    """At most `MOST`, the likeliest kind first; none for less than two letters."""
    text = " ".join(typed[:LONGEST].replace("\0", " ").split())
    if len(text) < SHORTEST:
        return []
    try:
        people, places = _people(text), _places(text)
        papers, categories = _papers(text), _categories(text)
    except (DatabaseError, InterfaceError):
        return []
    first = [people, places] if looks_like_a_name(text) or _is_called(text, [*people, *places]) else []
    kinds = [categories, *first, papers, *([] if first else [people, places])]
    return _shared(kinds)


def _shared(kinds: list[list[Suggestion]]) -> list[Suggestion]:
    """Each kind's share, then what is still free, in the order of kinds."""
    room = MOST - sum(len(kind[:SHARE]) for kind in kinds)
    taken = []
    for kind in kinds:
        more = max(0, min(room, len(kind) - SHARE))
        room -= more
        taken += kind[: SHARE + more]
    return taken[:MOST]


def _is_called(text: str, found: Iterable[Suggestion]) -> bool:
    """Whether somebody or a place bears just this name."""
    return any(one.label.casefold() == text.casefold() for one in found)


def _people(text: str) -> list[Suggestion]:
    ids = begun(Kind.PERSON, text, MOST)
    rows = {row.pk: row for row in Researcher.objects.listed().for_rows().filter(pk__in=ids)} if ids else {}
    return [
        Suggestion(
            Of.PERSON, row.name, row.main_institution.name if row.main_institution else "", row.get_absolute_url()
        )
        for row in (rows[person] for person in ids if person in rows)
    ]


def _places(text: str) -> list[Suggestion]:
    ids = begun(Kind.PLACE, text, MOST)
    rows = {row.pk: row for row in Institution.objects.listed().for_rows().filter(pk__in=ids)} if ids else {}
    return [
        Suggestion(Of.PLACE, row.name, ", ".join(filter(None, (row.city, row.country))), row.get_absolute_url())
        for row in (rows[place] for place in ids if place in rows)
    ]


def _papers(text: str) -> list[Suggestion]:
    ids = titles(text, MOST)
    shown = ("arxiv_id", "slug", "title", "first_submitted_at")
    rows = {row.pk: row for row in Paper.objects.listed().only(*shown).filter(pk__in=ids)} if ids else {}
    return [
        Suggestion(Of.PAPER, row.title, str(row.first_submitted_at.year), row.get_absolute_url())
        for row in (rows[paper] for paper in ids if paper in rows)
    ]


def _categories(text: str) -> list[Suggestion]:
    """Whose code or name begins so, or has words that do."""
    wanted = text.casefold()
    found = []
    for category in taxonomy.CATEGORIES:
        if category.alias_of:
            continue
        name = category.name.casefold()
        if category.code.casefold().startswith(wanted):
            found.append((0, category))
        elif len(wanted) > SHORTEST and (name.startswith(wanted) or f" {wanted}" in name):
            found.append((1, category))
    found.sort(key=lambda one: (one[0], len(one[1].code), one[1].code))
    return [
        Suggestion(Of.CATEGORY, category.name, category.code, reverse("category", args=[category.code]))
        for _, category in found[:CATEGORIES]
    ]
