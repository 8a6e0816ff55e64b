"""Papers found by words and meaning, for `/search` and for `/papers?q=`: a page of the search engine's list."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from common.problems import Problem, away
from search import engine
from search.answers import Mode, SearchAnswer, SearchRequest
from search.parameters import BadParameter, read
from wovepaper.api.lists import page_by_place
from wovepaper.api.operation import Asked


@dataclass(frozen=True, slots=True)
class FoundPapers:
    request: SearchRequest
    answer: SearchAnswer
    count: int
    next_cursor: str | None


def find_papers(asked: Asked, path: str, filters: Mapping[str, Any], sort: str, mode: str = "") -> FoundPapers:
    """Filters have the search page's names; of several values of one any will do."""
    given = {"q": asked.q, "mode": mode, "sort": sort}
    written = {name: _written(value) for name, value in filters.items()}
    try:
        parameters = read((name, [value]) for name, value in (given | written).items() if value)
    except BadParameter as error:
        raise Problem("bad-filter", str(error), parameter="filter") from error
    size = asked.per_page
    start, following = page_by_place(asked, path)
    request = replace(parameters.request, page=start // size + 1, size=size)
    answer = engine.find(request)
    if answer.mode is Mode.AWAY:
        raise away(answer.notices[0])
    total = answer.total + answer.added
    return FoundPapers(request, answer, total, following(total))


def _written(value: Any) -> str:
    """As the search page's addresses have it."""
    return ",".join(str(one) for one in value) if isinstance(value, tuple) else str(value)
