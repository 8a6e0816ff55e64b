"""The one door to search: a request in, ids and counts out, whichever backend answers.

A backend takes a `SearchRequest` and gives a `SearchAnswer`, or raises `BackendAway`; it joins nothing and loads no
rows. Backends are asked in order; the answer says in `notices` what a reader should know about how it was found.
"""

import logging
from collections.abc import Callable, Sequence

from search import lexical, stand_in
from search.answers import BackendAway, Mode, SearchAnswer, SearchRequest

Backend = Callable[[SearchRequest], SearchAnswer]

BACKENDS: Sequence[Backend] = (lexical.find, stand_in.find)

logger = logging.getLogger(__name__)

_told: dict[Backend, str] = {}  # said once for each reason, not at each search


AWAY = SearchAnswer((), 0, Mode.AWAY, notices=("Search is away for the moment. Please try again in a minute.",))


def find(request: SearchRequest, backends: Sequence[Backend] | None = None) -> SearchAnswer:
    for backend in BACKENDS if backends is None else backends:
        try:
            answer = backend(request)
        except BackendAway as away:
            if _told.get(backend) != str(away):
                logger.warning("%s cannot answer: %s", backend.__module__, away)
                _told[backend] = str(away)
            continue
        if _told.pop(backend, None):
            logger.warning("%s answers again", backend.__module__)
        return answer
    return AWAY
