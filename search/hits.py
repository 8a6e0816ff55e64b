"""People and places that a query names, shown above the papers: a few of each, and how many there are in all."""

from dataclasses import dataclass
from itertools import permutations
from typing import Any
from urllib.parse import urlencode

from django.db import DatabaseError, InterfaceError
from django.urls import reverse

from institutions.models import Institution, InstitutionName
from institutions.names import words
from institutions.vocabulary import COMMON_FORM
from researchers.models import Researcher
from researchers.names import fold
from researchers.spellings import in_latin
from search import names
from search.answers import SearchRequest
from search.query import Field

SHOWN = 3
FEW_WORDS = 3  # in whatever order they are typed
MOST_WORDS = 12
UNIVERSITY = "university"
GENERIC = frozenset(COMMON_FORM.values())  # words that no place is called by alone


@dataclass(frozen=True, slots=True)
class Hits:
    """`more_href` leads to all of them, where these are not all."""

    rows: tuple[Any, ...] = ()
    total: int = 0
    more_href: str = ""

    def __bool__(self) -> bool:
        return bool(self.rows)


def people(asked: SearchRequest) -> Hits:
    """Where what was typed looks like a name of somebody here."""
    text = _plain_words(asked)
    if not text or not names.looks_like_a_name(text):
        return Hits()
    found = names.find_people(text, SHOWN)
    held = Researcher.objects.listed().select_related("main_institution").in_bulk(found.ids) if found.ids else {}
    shown = _meant(text, [held[one] for one in found.ids if one in held])
    return _hits(shown, 0 if found.notice else found.total, "researchers", text)


def _meant(text: str, found: list[Researcher]) -> tuple[Researcher, ...]:
    """Of those found who bear a name that was typed, and of several names the family of the first: none spelt alike."""
    typed = {word for word in fold(in_latin(text)).split() if len(word) > 1}
    named = [one for one in found if typed.intersection(one.folded.split())]
    if len(typed) < 2:
        return tuple(named)
    return tuple(one for one in named if fold(one.family) == fold(named[0].family))


def places(asked: SearchRequest) -> Hits:
    """Where what was typed is a name of theirs, in any order of a few words: topics are names of no place."""
    text = _plain_words(asked)
    called = words(text)
    if not called:
        return Hits()
    whole = _orders(called)
    short = len(called) < FEW_WORDS and GENERIC.isdisjoint(called)
    university = _orders([*called, UNIVERSITY]) if short else set()  # of Harvard, of Oxford
    named = InstitutionName.objects.filter(folded__in=whole | university)
    ids: dict[bool, set[int]] = {True: set(), False: set()}
    for folded, number, merged in named.values_list("folded", "institution", "institution__merged_into"):
        ids[folded in whole].add(merged or number)
    shown = _with_papers(ids[True]) or _with_papers(ids[False])
    return _hits(shown, names.find_places(text, 1).total, "institutions", text) if shown else Hits()


def _orders(called: list[str]) -> set[str]:
    return {" ".join(order) for order in (permutations(called) if len(called) <= FEW_WORDS else [called])}


def _with_papers(ids: set[int]) -> tuple[Institution, ...]:
    if not ids:
        return ()
    rows = Institution.objects.listed().for_rows().filter(id__in=ids, paper_count_with_parts__gt=0)
    return tuple(rows.order_by("-paper_count_with_parts", "id")[:SHOWN])


def hits(asked: SearchRequest) -> tuple[Hits, Hits]:
    """(people, places), on the first page alone. Without them the papers are shown all the same."""
    if asked.page > 1:
        return Hits(), Hits()
    try:
        return people(asked), places(asked)
    except (DatabaseError, InterfaceError):
        return Hits(), Hits()


def _plain_words(asked: SearchRequest) -> str:
    """The query where it is words alone; empty where it has operators or too many words."""
    query = asked.query
    terms = [term for clause in query.clauses for term in clause]
    if query.excluded or not terms or len(terms) > MOST_WORDS or any(term.field is not Field.ANY for term in terms):
        return ""
    return query.text.replace('"', " ").strip()


def _hits(shown: tuple[Any, ...], total: int, listing: str, text: str) -> Hits:
    more = f"{reverse(listing)}?{urlencode({'q': text})}" if total > len(shown) else ""
    return Hits(shown, total, more)
