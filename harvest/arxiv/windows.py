"""Windows of arXiv's list: which set, from which day, until which; as rows of work and as a command writes them.

A window without an end reaches to the moment of asking. The daily one begins two days before the server's clock at
the last one that reached its end: days have been delivered incomplete and mended the day after.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Self

from harvest.models import Checkpoint, HarvestRun, WorkItem
from papers import taxonomy

SOURCE = "arxiv"
KIND = "arxiv-window"
OVERLAP = timedelta(days=2)
FIRST_DAY = date(2005, 9, 16)  # the earliest datestamp of arXiv's OAI-PMH; an earlier one is an error there
DAYS_AT_FIRST = 3


class BadWindow(ValueError):  # noqa: N818
    """What is wrong with a day or a set, in one line."""


@dataclass(frozen=True, slots=True)
class Window:
    from_day: date | None = None
    until_day: date | None = None
    set_spec: str = ""

    def __str__(self) -> str:
        return f"{self.set_spec or 'all'} from {self.from_day or 'the beginning'} until {self.until_day or 'now'}"

    @property
    def key(self) -> str:
        return f"{self.set_spec}/{self.from_day or ''}/{self.until_day or ''}"

    @property
    def arguments(self) -> dict[str, Any]:
        days = {"from": self.from_day, "until": self.until_day}
        return {name: day and day.isoformat() for name, day in days.items()} | {"set": self.set_spec}

    @classmethod
    def of(cls, arguments: dict[str, Any]) -> Self:
        from_day, until_day = (
            date.fromisoformat(arguments[name]) if arguments.get(name) else None for name in ("from", "until")
        )
        return cls(from_day, until_day, arguments.get("set", ""))


def enqueue(window: Window, trigger: HarvestRun.Trigger, *, priority: int = 0) -> WorkItem:
    """The row of work for a window; one that is under way already is only woken."""
    arguments = window.arguments | {"trigger": trigger.value}
    return WorkItem.objects.enqueue(KIND, window.key, arguments, priority=priority, wake=True)


def next_window() -> Window:
    """From where the last complete harvest of everything began, with the overlap; else the last days announced."""
    last = Checkpoint.objects.filter(source=SOURCE, set_spec="", until_day=None).exclude(complete_until=None)
    newest = last.order_by("-complete_until").first()
    if newest is None or newest.complete_until is None:
        return Window(from_day=days_announced(DAYS_AT_FIRST))
    return Window(from_day=max((newest.complete_until - OVERLAP).date(), FIRST_DAY))


def days_announced(count: int, today: date | None = None) -> date:
    """The day from which on `count` announcements have come: they reach the list on Monday to Friday, UTC."""
    day = today or datetime.now(UTC).date()
    while count > 0 and day > FIRST_DAY:
        day -= timedelta(days=1)
        count -= day.weekday() < 5
    return day


def checked(from_text: str | None, until_text: str | None, set_spec: str | None, today: date | None = None) -> Window:
    """A window as typed, or BadWindow."""
    today = today or datetime.now(UTC).date()
    from_day, until_day = _day("--from", from_text), _day("--until", until_text)
    if from_day and from_day < FIRST_DAY:
        raise BadWindow(f"--from {from_day}: arXiv's list begins at {FIRST_DAY}")
    if from_day and from_day > today + timedelta(days=1):
        raise BadWindow(f"--from {from_day}: that day is still to come")
    if until_day and until_day > today + timedelta(days=1):
        raise BadWindow(f"--until {until_day}: that day is still to come")
    if from_day and until_day and until_day < from_day:
        raise BadWindow(f"--until {until_day} is before --from {from_day}")
    if set_spec is not None and set_spec not in SETS:
        raise BadWindow(f"--set {set_spec!r}: arXiv has no such set{_suggestion(set_spec)}")
    return Window(from_day, until_day, set_spec or "")


def _day(option: str, text: str | None) -> date | None:
    if text is None:
        return None
    try:
        # Python would also take 20240102 and 2024-W01-2.
        return date.fromisoformat(text if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) else "")
    except ValueError:
        raise BadWindow(f"{option} {text!r}: a day is written as 2024-01-31") from None


def _suggestion(text: str) -> str:
    """For those who wrote a category's code."""
    wanted = text.replace(":", ".")
    found = [name for name in sorted(SETS) if name.rpartition(":")[2] == wanted or _code(name) == wanted]
    return f"; did you mean {found[0]}?" if found else ""


def _code(set_spec: str) -> str:
    return ".".join(set_spec.split(":")[1:])


SETS = {group.code for group in taxonomy.GROUPS}
SETS |= {f"{archive.group}:{archive.code}" for archive in taxonomy.ARCHIVES if not archive.ended}
SETS |= {
    f"{category.group}:{category.archive}:{category.code.partition('.')[2]}"
    for category in taxonomy.CATEGORIES
    if "." in category.code and not category.retired
}
