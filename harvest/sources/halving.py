"""Asking for many ids at once where one of them may spoil the answer: again, then by halves, down to the one.

Halves are asked level by level, so that one bad id never looks like a source that is down: that one fails everywhere,
and after `MOST_IN_A_ROW` failures its error is the caller's.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from harvest.http import Broken, Unreachable
from harvest.sources.json_api import Gate

MOST_IN_A_ROW = 6

Answer = TypeVar("Answer")


class TooMuch(Exception):  # noqa: N818 - says what is the matter
    """The source would answer, were it asked for less."""


@dataclass(slots=True)
class Halved(Generic[Answer]):
    """The answers in the order they came, and the ids that could not be had, with the reason."""

    answers: list[Answer] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)


def in_halves(ids: Sequence[str], ask: Callable[[Sequence[str]], Answer], gate: Gate) -> Halved[Answer]:
    found: Halved[Answer] = Halved()
    waiting = deque([ids] if ids else [])
    in_a_row, tried_again = 0, False
    while waiting:
        part = waiting.popleft()
        try:
            found.answers.append(ask(part))
            in_a_row = 0
        except TooMuch as error:
            _split(part, waiting, found.failed, str(error))
        except (Unreachable, Broken) as error:
            in_a_row += 1
            if in_a_row >= MOST_IN_A_ROW:
                raise
            gate.bad(error)
            if tried_again:
                _split(part, waiting, found.failed, str(error))
            else:
                tried_again = True
                waiting.appendleft(part)
    return found


def _split(part: Sequence[str], waiting: "deque[Sequence[str]]", failed: dict[str, str], reason: str) -> None:
    if len(part) == 1:
        failed[part[0]] = reason
        return
    middle = len(part) // 2
    waiting.extend([part[:middle], part[middle:]])
