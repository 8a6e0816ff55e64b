"""What a search backend is asked and answers: `SearchRequest`, `SearchAnswer`. Values, and counts on their way."""

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from enum import StrEnum

from search.query import NO_QUERY, ParsedQuery, Years

PAGE_SIZE = 24
DEEPEST_PAGE = 500
FEW = 20  # under so many papers with all words, those with any of them follow


class Sort(StrEnum):
    RELEVANCE = "relevance"
    NEWEST = "newest"
    CITED = "cited"


class How(StrEnum):
    """By words, by meaning, or both together."""

    HYBRID = "hybrid"
    WORDS = "words"
    MEANING = "meaning"


class Mode(StrEnum):
    BROWSE = "browse"
    ALL_WORDS = "all words"
    ANY_WORD = "any word"
    MEANING = "meaning"  # only the nearest, without facets
    STAND_IN = "stand-in"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Filters:
    """Of several values of one filter any will do; all filters that are set must hold."""

    categories: tuple[str, ...] = ()
    cited: int | None = None  # at least so often
    countries: tuple[str, ...] = ()  # ISO 3166, two capitals
    institutions: tuple[int, ...] = ()  # our ids; a paper of a part counts for the whole
    published: bool | None = None
    researchers: tuple[int, ...] = ()  # our ids
    withdrawn: bool | None = None
    years: tuple[Years, ...] = ()

    def __bool__(self) -> bool:
        return self != NO_FILTERS


NO_FILTERS = Filters()


@dataclass(frozen=True, slots=True)
class SearchRequest:
    query: ParsedQuery = NO_QUERY
    filters: Filters = NO_FILTERS
    sort: Sort = Sort.RELEVANCE
    page: int = 1
    how: How = How.HYBRID
    size: int = PAGE_SIZE  # of a page

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.size


@dataclass(frozen=True, slots=True)
class Facet:
    """Values of a filter with their counts under the other filters, most papers first."""

    name: str
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Counting:
    """Facets that a thread counts, or will once it is free; `count` does it here."""

    future: Future[tuple[Facet, ...]]
    count: Callable[[], tuple[Facet, ...]]

    def all(self) -> tuple[Facet, ...]:
        try:
            return self.future.result()
        except CancelledError:  # by another reader of the same page
            return self.count()

    def within(self, seconds: float) -> tuple[Facet, ...] | None:
        """None where it takes longer. What nobody has begun by then is taken back: else it would pile up."""
        try:
            return self.future.result(seconds)
        except (TimeoutError, CancelledError):
            self.future.cancel()
            return None


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """One page's `ids`, with what only meaning found at its place; `total` and `facets` count the words' matches.

    Facets may still be counted while the rest is put together: who asks for them waits, or for so long as they like.
    """

    ids: tuple[int, ...]
    total: int
    mode: Mode
    counted: tuple[Facet, ...] | Counting = ()
    notices: tuple[str, ...] = ()
    capped: bool = False  # there may be more than `total`
    additions: frozenset[int] = frozenset()  # of `ids`, those that only meaning found
    suggestion: str = ""  # the query in a better spelling, to be offered
    added: int = 0  # how many of them the whole list has, beside `total`

    @property
    def facets(self) -> tuple[Facet, ...]:
        return self.counted.all() if isinstance(self.counted, Counting) else self.counted

    def facets_within(self, seconds: float) -> tuple[Facet, ...] | None:
        """None where they are still being counted then; what has begun is remembered for who asks later."""
        return self.counted.within(seconds) if isinstance(self.counted, Counting) else self.counted


class BackendAway(Exception):  # noqa: N818 - a state, not a mistake
    """This backend cannot answer now."""
