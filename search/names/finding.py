"""People and places by name: in the index, or by trigrams in Postgres while it is away.

All words first. Where fewer than `FEW` have them all, near spellings follow, and where nobody has, those with all words
but one. Totals are those of the whole list that comes of it, so that any page of it can be asked for.
"""

import logging

from django.db import DatabaseError, InterfaceError
from tantivy import Query, Searcher

from common.name_search import Found
from search.failures import IndexAway, IndexDamaged, index_failures
from search.names import stand_in, typed
from search.names.clauses import all_but_one, in_order, near, slipped, strict
from search.names.index import reader
from search.names.schema import Kind, row_of
from search.names.typed import Typed

FEW = 20
FEW_BEGUN = 3
FEWEST_TO_LEAVE_ONE_OUT = 3
LONGEST_NAME = 5  # words

logger = logging.getLogger(__name__)

_told: set[str] = set()  # said once for each reason, not at each search


def find_people(text: str, limit: int, offset: int = 0) -> Found:
    return _found(Kind.PERSON, text, limit, offset)


def find_places(text: str, limit: int, offset: int = 0) -> Found:
    return _found(Kind.PLACE, text, limit, offset)


def begun(kind: Kind, text: str, limit: int) -> Found:
    """For suggestions: the last word may be a beginning. Nothing while the index is away.

    Where hardly any name begins so, those with a slip of the hand follow; the total leaves them out.
    """
    name = _read(kind, text)
    if not name.words:
        return Found((), 0)
    try:
        searcher = reader().searcher()
        with index_failures():
            ids, total = _page(searcher, strict(name, kind, begun=True), limit, 0)
            if total < FEW_BEGUN:
                ids, _ = _page(searcher, slipped(name, kind), limit, 0)
            return Found(ids, total)
    except (IndexAway, DatabaseError, InterfaceError) as away:
        _mark(away)
        return Found((), 0)


def looks_like_a_name(text: str) -> bool:
    """Whether somebody known here is called so: a family name, or a given name or initial with it, in either order."""
    if any(sign in text for sign in '":@/^=') or any(sign.isdigit() for sign in text):
        return False
    name = typed.person(text)
    parts = [part for word in name.wanted for part in word.parts]
    if not 1 <= len(name.wanted) <= LONGEST_NAME or all(len(part) == 1 for part in parts):
        return False
    try:
        searcher = reader().searcher()
        with index_failures():
            if len(parts) == 1:
                return len(parts[0]) > 2 and searcher.doc_freq("name", parts[0]) > 0
            return bool(name.pairs) and _count(searcher, in_order(name)) > 0
    except (IndexAway, DatabaseError, InterfaceError) as away:
        _mark(away)
        return False


def _found(kind: Kind, text: str, limit: int, offset: int) -> Found:
    name = _read(kind, text)
    if not name.words:
        return Found((), 0)
    try:
        searcher = reader().searcher()
        with index_failures():
            return _ranked(searcher, kind, name, limit, offset)
    except (IndexAway, DatabaseError, InterfaceError) as away:
        _mark(away)
        if str(away) not in _told:
            logger.warning("the name index cannot answer: %s", away)
            _told.add(str(away))
        return stand_in.find(kind, text, limit, offset)


def _read(kind: Kind, text: str) -> Typed:
    return typed.person(text) if kind is Kind.PERSON else typed.place(text)


def _ranked(searcher: Searcher, kind: Kind, name: Typed, limit: int, offset: int) -> Found:
    query = strict(name, kind)
    exactly = _count(searcher, query)
    if exactly >= FEW:
        return Found(*_page(searcher, query, limit, offset))
    query = near(name, kind)
    ids, total = _page(searcher, query, limit, offset)
    if not total and len(name.wanted) >= FEWEST_TO_LEAVE_ONE_OUT:
        ids, total = _page(searcher, all_but_one(name, kind), limit, offset)
        return Found(ids, total, "No name has all these words; here are those with all but one." if total else "")
    notice = "Names that are spelt alike follow." if total > exactly and exactly else ""
    if total and not exactly:
        notice = "No name is spelt so; these are spelt alike."
    return Found(ids, total, notice)


def _page(searcher: Searcher, query: Query, limit: int, offset: int) -> tuple[tuple[int, ...], int]:
    result = searcher.search(query, max(limit, 1), offset=offset, weight_by_field="weight")
    entries = searcher.fast_field_values("entry", [address for _, address in result.hits])
    return tuple(row_of(int(entry)) for entry in entries if entry)[:limit], result.count  # type: ignore[attr-defined]


def _count(searcher: Searcher, query: Query) -> int:
    return searcher.search(query, 1).count  # type: ignore[attr-defined]


def _mark(away: Exception) -> None:
    if isinstance(away, IndexDamaged):
        reader().generations.mark_damaged()
