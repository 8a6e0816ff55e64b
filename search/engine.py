"""The one door to search: a request in, ids and counts out, whichever backend answers.

Words are looked up by the first backend that can (a `SearchRequest` in, a `SearchAnswer` out, or `BackendAway`);
meanwhile the encoder works on the query, and then the head of the list is put into one order by both. Whatever keeps
meaning away, words answer; the answer says in `notices` what a reader should know about how it was found.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from django.conf import settings

from search import heads, lexical, semantic, stand_in
from search.answers import BackendAway, How, Mode, SearchAnswer, SearchRequest, Sort
from search.embedders import ModelAway
from search.encoder import client
from search.semantic import MeaningAway, NoVectors

Backend = Callable[[SearchRequest], SearchAnswer]

BACKENDS: Sequence[Backend] = (lexical.find, stand_in.find)
NO_MODEL = ("", "none")  # values of EMBEDDING_MODEL that switch meaning off

AWAY = SearchAnswer((), 0, Mode.AWAY, notices=("Search is away for the moment. Please try again in a minute.",))
BY_WORDS = "Search by meaning is away for the moment, so these papers were found by their words."
NEAREST = f"The papers nearest in meaning, at most {semantic.NEAREST}, nearest first."

logger = logging.getLogger(__name__)

_told: dict[str, str] = {}  # said once for each reason, not at each search


def find(request: SearchRequest, backends: Sequence[Backend] | None = None) -> SearchAnswer:
    asked = _ask(request)
    if asked is None:
        return _by_words(request, backends)
    try:
        if request.how is How.MEANING:
            return _by_meaning(request, asked) or _without_meaning(_by_words(request, backends))
        return _by_both(request, asked, backends)
    finally:
        asked.close()


def _ask(request: SearchRequest) -> client.Asked | None:
    """The question to the encoder, on its way; None where meaning has no say."""
    text = heads.meant(request.query)
    if request.how is How.WORDS or not text or settings.EMBEDDING_MODEL in NO_MODEL:
        return None
    if request.how is How.HYBRID and request.sort is not Sort.RELEVANCE:
        return None
    return client.ask(text)


def _by_words(request: SearchRequest, backends: Sequence[Backend] | None) -> SearchAnswer:
    for backend in BACKENDS if backends is None else backends:
        try:
            answer = backend(request)
        except BackendAway as away:
            _tell(backend.__module__, str(away))
            continue
        _tell(backend.__module__, "")
        return answer
    return AWAY


def _by_both(request: SearchRequest, asked: client.Asked, backends: Sequence[Backend] | None) -> SearchAnswer:
    """The head first: its words are looked up while the encoder and the vectors' index work."""
    made, away = _head(request, asked)
    words = _by_words(request, backends)
    if words.mode in (Mode.STAND_IN, Mode.AWAY):
        return words
    if away:
        _tell(semantic.__name__, away)
        return _without_meaning(words)
    if made is None:
        return words
    _tell(semantic.__name__, "")
    head, ids = made
    return replace(words, ids=ids, additions=head.additions.intersection(ids), added=len(head.additions))


def _head(request: SearchRequest, asked: client.Asked) -> tuple[tuple[heads.Head, tuple[int, ...]] | None, str]:
    """The head and the page's ids, or why meaning is away; neither where words alone are right."""
    try:
        head = heads.head(request, asked)
        return (head, heads.page(request, head)), ""
    except NoVectors:
        return None, ""
    except (ModelAway, MeaningAway) as away:
        return None, str(away)
    except BackendAway:  # it is told by whoever is asked for the words
        return None, ""


def _by_meaning(request: SearchRequest, asked: client.Asked) -> SearchAnswer | None:
    """Only the nearest; None where they cannot be had."""
    try:
        with semantic.around(asked.model, asked.vector()) as around:
            found = around.nearest(request.filters)
    except (ModelAway, MeaningAway) as away:
        _tell(semantic.__name__, str(away))
        return None
    _tell(semantic.__name__, "")
    ids = tuple(one.paper for one in found)
    return SearchAnswer(ids[request.offset : request.offset + request.size], len(ids), Mode.MEANING, notices=(NEAREST,))


def _without_meaning(words: SearchAnswer) -> SearchAnswer:
    return words if words.mode is Mode.AWAY else replace(words, notices=(*words.notices, BY_WORDS))


def _tell(backend: str, reason: str) -> None:
    before = _told.get(backend, "")
    if reason and reason != before:
        logger.warning("%s cannot answer: %s", backend, reason)
    elif before and not reason:
        logger.warning("%s answers again", backend)
    _told[backend] = reason
