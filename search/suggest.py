"""What may be meant while it is typed: one short list of papers, people, places and categories.

People and places stand first where the words look like a name, and where a single word begins more names than words of
titles. Each kind has a share of the list, and takes what the
others leave free. What the indexes have just lost or gained shows within seconds; names and titles are those of the
rows as they are now.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Any

from django.db import DatabaseError, InterfaceError
from django.db.models import QuerySet, TextField, Value
from django.db.models.functions import Cast, ExtractYear
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

Ids = tuple[int, ...]


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
    people, places, papers = begun(Kind.PERSON, text, MOST), begun(Kind.PLACE, text, MOST), titles(text, MOST)
    try:
        found = _rows(people.ids, places.ids, papers.papers)
    except (DatabaseError, InterfaceError):
        return []
    named = [found[Of.PERSON], found[Of.PLACE]]
    begins_a_name = " " not in text and people.total + places.total > papers.frequency
    is_name = begins_a_name or looks_like_a_name(text) or _is_called(text, chain(*named))
    kinds = [_categories(text), *([*named, found[Of.PAPER]] if is_name else [found[Of.PAPER], *named])]
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


def _rows(people: Ids, places: Ids, papers: Ids) -> dict[Of, list[Suggestion]]:
    """In the order of the ids, by one question; who was hidden or removed since is left out."""
    asked: list[tuple[Of, Ids, QuerySet]] = [
        (Of.PERSON, people, Researcher.objects.listed()),
        (Of.PLACE, places, Institution.objects.listed()),
        (Of.PAPER, papers, Paper.objects.listed()),
    ]
    questions = [rows.filter(pk__in=ids).order_by().values_list(*_COLUMNS[of]) for of, ids, rows in asked if ids]
    if not questions:
        return {of: [] for of, _, _ in asked}
    found = {(row[0], row[1]): row for row in questions[0].union(*questions[1:], all=True)}
    return {of: [_suggestion(*found[of, number]) for number in ids if (of, number) in found] for of, ids, _ in asked}


def _suggestion(of: str, number: int, label: str, slug: str, detail: str | None, more: str | None) -> Suggestion:
    if of == Of.PAPER:
        return Suggestion(Of.PAPER, label, str(detail), Paper(arxiv_id=more or "", slug=slug).get_absolute_url())
    path = reverse(
        "researcher" if of == Of.PERSON else "institution", args=[f"{number}-{slug}" if slug else str(number)]
    )
    return Suggestion(Of(of), label, ", ".join(filter(None, (detail, more))), path)


_NOTHING = Value("", TextField())
_COLUMNS: dict[Of, tuple[Any, ...]] = {
    Of.PERSON: (Value("person"), "pk", "name", "slug", "main_institution__name", _NOTHING),
    Of.PLACE: (Value("place"), "pk", "name", "slug", "city", "country"),
    Of.PAPER: (Value("paper"), "pk", "title", "slug", Cast(ExtractYear("first_submitted_at"), TextField()), "arxiv_id"),
}


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
