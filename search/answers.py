"""What a search backend is asked and what it answers: `SearchRequest`, `SearchAnswer`. Values only."""

from dataclasses import dataclass
from enum import StrEnum

from search.query import NO_QUERY, ParsedQuery, Years

PAGE_SIZE = 24
DEEPEST_PAGE = 500
FEW = 20  # under so many papers with all words, those with any of them follow


class Sort(StrEnum):
    RELEVANCE = "relevance"
    NEWEST = "newest"


class Mode(StrEnum):
    BROWSE = "browse"
    ALL_WORDS = "all words"
    ANY_WORD = "any word"
    STAND_IN = "stand-in"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Filters:
    categories: tuple[str, ...] = ()
    years: tuple[Years, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.categories or self.years)


NO_FILTERS = Filters()


@dataclass(frozen=True, slots=True)
class SearchRequest:
    query: ParsedQuery = NO_QUERY
    filters: Filters = NO_FILTERS
    sort: Sort = Sort.RELEVANCE
    page: int = 1

    @property
    def offset(self) -> int:
        return (self.page - 1) * PAGE_SIZE


@dataclass(frozen=True, slots=True)
class Facet:
    """Values of a filter with their counts under the other filters, most papers first."""

    name: str
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    ids: tuple[int, ...]
    total: int
    mode: Mode
    facets: tuple[Facet, ...] = ()
    notices: tuple[str, ...] = ()
    capped: bool = False  # there may be more than `total`


class BackendAway(Exception):  # noqa: N818 - a state, not a mistake
    """This backend cannot answer now."""
