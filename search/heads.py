"""The head of a list: the first matches by words and the papers nearest in meaning, in one order.

Below the head the words' order goes on. So all pages of a query are slices of one list, which is made once and
remembered until the index changes. What is required of a paper, filters and fields as well as exclusions, holds for
what meaning finds too.
"""

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, replace
from threading import Lock

import numpy
from django.db import connection
from tantivy import Searcher

from papers.models import Paper
from search import lexical, semantic
from search.answers import Filters, SearchRequest
from search.encoder.client import Asked
from search.hybrid import DEFAULT, Candidate, Weights, fuse, is_name, is_title
from search.query import Field, ParsedQuery

HEAD = 200  # matches by words that meaning may move
ADDED = 50  # at most so many papers that only meaning found
CLOSE = 0.25  # what is farther is not added, unless the words found nothing
LOOKED_AT = 8  # first matches whose titles and authors are compared with the query
REMEMBERED = 500

_TEXT = (Field.ANY, Field.TITLE, Field.ABSTRACT)


@dataclass(frozen=True, slots=True)
class Head:
    """`pulled` are matches by words that stood below the first `HEAD`; `additions` are none."""

    ids: tuple[int, ...]
    pulled: frozenset[int]
    additions: frozenset[int]


Key = tuple[ParsedQuery, Filters, str]


class _Remembered:
    """The heads of one state of the word index, those asked for last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._index: Searcher | None = None
        self._heads: OrderedDict[Key, Head] = OrderedDict()

    def get(self, index: Searcher, key: Key) -> Head | None:
        with self._lock:
            if index is not self._index:
                self._index = index
                self._heads.clear()
            if key in self._heads:
                self._heads.move_to_end(key)
            return self._heads.get(key)

    def keep(self, index: Searcher, key: Key, head: Head) -> None:
        with self._lock:
            if index is self._index:
                self._heads[key] = head
            while len(self._heads) > REMEMBERED:
                self._heads.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._heads.clear()


_remembered = _Remembered()
forget = _remembered.forget


def meant(query: ParsedQuery) -> str:
    """The words of a query whose meaning can be asked for; empty where there are none."""
    terms = [term for clause in query.clauses for term in clause]
    if terms and not query.excluded and all(term.field is Field.ANY for term in terms):
        return query.text
    return " ".join(term.text for term in terms if term.field in _TEXT)


def head(request: SearchRequest, asked: Asked) -> Head:
    """Raises `ModelAway`, `MeaningAway`, or `BackendAway`, which is found out before it waits for a vector."""
    index = lexical.begin(request)
    key = (request.query, request.filters, asked.model)
    made = _remembered.get(index, key)
    if made is None:
        made = gather(request, asked.model, asked.vector()).head()
        _remembered.keep(index, key, made)
    return made


def page(request: SearchRequest, made: Head) -> tuple[int, ...]:
    """The ids of the request's page: from the head, then from the words' order without what the head has pulled up."""
    ids = made.ids[request.offset : request.offset + request.size]
    wanted = request.size - len(ids)
    if not wanted:
        return ids
    start = max(request.offset - len(made.ids), 0)
    below = lexical.head(request, start + wanted + len(made.pulled), start=HEAD)
    rest = [paper for paper, _ in below if paper not in made.pulled]
    return (*ids, *rest[start : start + wanted])


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a head is made of; `first` are the candidates that stand before all others."""

    candidates: tuple[Candidate, ...]
    first: tuple[int, ...]
    pulled: frozenset[int]
    additions: frozenset[int]

    def head(self, weights: Weights = DEFAULT) -> Head:
        return Head(tuple(fuse(self.candidates, self.first, weights)), self.pulled, self.additions)


def gather(request: SearchRequest, model: str, vector: numpy.ndarray) -> Gathered:
    with semantic.around(model, vector) as around:
        near = around.closest(request.filters)
        by_words = dict(lexical.head(request, HEAD))
        matching_too = lexical.matching_soon(request, near.keys() - by_words.keys())
        near |= around.closeness(by_words.keys() - near.keys())
        first, by_name = _known_items(request.query, list(by_words)[:LOOKED_AT])
        matching = matching_too()
        scores = by_words | matching
        # What matches by words the index lists; what it does not may have been removed.
        others = around.listed(near.keys() - scores.keys())
    if by_name:
        in_order = [Candidate(paper, 1 - place / HEAD) for place, paper in enumerate(by_words)]
        return Gathered(tuple(in_order), (), frozenset(), frozenset())
    added = _added(request, {paper: near[paper] for paper in others}, bool(by_words))
    few = lexical.with_all_words(request)
    complete = scores.keys() if few is None else few
    candidates = [
        *(Candidate(paper, score, near.get(paper), has_all=paper in complete) for paper, score in scores.items()),
        *(Candidate(paper, None, near[paper], others[paper]) for paper in added),
    ]
    return Gathered(tuple(candidates), tuple(first), frozenset(matching), frozenset(added))


def _added(request: SearchRequest, others: dict[int, float], only_close: bool) -> list[int]:
    """The nearest of those that are no match by words but hold to all that is required."""
    close = [paper for paper, closeness in others.items() if closeness >= CLOSE or not only_close]
    required = _required(request.query)
    if required.clauses or required.excluded:
        holding = lexical.matching(replace(request, query=required), close)
        close = [paper for paper in close if paper in holding]
    return sorted(close, key=lambda paper: (-others[paper], -paper))[:ADDED]


def _required(query: ParsedQuery) -> ParsedQuery:
    """Fields, phrases, alternatives and exclusions: what holds of every paper in the list."""
    fielded = tuple(clause for clause in query.clauses if len(clause) > 1 or clause[0].field or clause[0].phrase)
    return ParsedQuery(query.text, fielded, query.excluded)


def _known_items(query: ParsedQuery, papers: Collection[int]) -> tuple[list[int], bool]:
    """Those whose title is what was typed; whether it is a name that most of them have among their authors."""
    asked = f"SELECT id, title, authors_printed FROM {Paper._meta.db_table} WHERE id = ANY(%s)"  # noqa: S608 - our name
    with connection.cursor() as cursor:
        cursor.execute(asked, [list(papers)])
        held = {paper: (title, authors) for paper, title, authors in cursor.fetchall()}
    titled = [paper for paper in papers if paper in held and is_title(query.text, held[paper][0])]
    named = sum(is_name(query.text, authors) for _, authors in held.values())
    return titled, bool(held) and not titled and 2 * named > len(held)
