"""An operation of the API as it is declared: what it takes, what it answers, what may go wrong."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self

from wovepaper.api.parameters import FIRST, PER_PAGE, AnyParameter

OF_THING = ("not-found", "removed")
OF_ANY = ("unknown-parameter", "repeated-parameter", "bad-parameter", "unknown-field")
OF_LIST = ("unknown-filter", "bad-filter", "unknown-sort", "bad-cursor", "cursor-of-another-query", "too-many-ids")
OF_ANY_ALWAYS = ("method-not-allowed", "too-many-requests", "server-error", "away")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked, read: each value under its parameter's name, empty where it was not given.

    `id` is the key of the thing that the path names, `changed_at` what the operation's `stamp` told.
    """

    filter: Mapping[str, Any] = field(default_factory=dict)
    q: str = ""
    sort: str = ""
    mode: str = ""
    ids: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    per_page: int = PER_PAGE
    cursor: str = FIRST
    id: Any = None
    changed_at: datetime | None = None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Values by the parameters' names."""
        return cls(**{name.replace("-", "_"): value for name, value in values.items() if value is not None})


class Moved(Exception):  # noqa: N818 - says what happened
    """The thing that was asked for is another now, under this id."""

    def __init__(self, now: int | str) -> None:
        super().__init__(now)
        self.now = now


@dataclass(frozen=True, slots=True)
class ThingId:
    """The part of the path that names one thing; `find` reads any spelling, or raises a `Problem`."""

    text: str
    examples: tuple[str, ...]
    find: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Operation:
    """`answer` is the TypedDict that `run` gives; `stamp` tells when what it gives last changed, in one question.

    `cost` is a kind of `settings.LIMIT_COSTS`; what is `dear` takes one of the host's places.
    """

    id: str
    path: str
    summary: str
    text: str
    parameters: tuple[AnyParameter, ...]
    answer: Any
    run: Callable[[Asked], Any]
    cost: str
    stamp: Callable[[Asked], datetime | None] | None = None
    thing: ThingId | None = None
    moves: bool = False
    dear: bool = False
    problems: tuple[str, ...] = field(default=OF_ANY)
