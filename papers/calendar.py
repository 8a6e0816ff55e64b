"""Years and months of a list as links, from its counts by month. Pure."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

FIRST_YEAR = 1986  # the oldest papers were put in later, with their true dates
LAST_YEAR = 2100


@dataclass(frozen=True, slots=True)
class Month:
    first: date
    papers: int
    href: str


@dataclass(frozen=True, slots=True)
class Year:
    year: int
    papers: int
    href: str
    months: tuple[Month, ...]


def years(
    counts: Iterable[tuple[date, int]], month_href: Callable[[date], str], year_href: Callable[[int], str] | None = None
) -> list[Year]:
    """Newest year first, each with twelve months; a month without papers has no address."""
    by_year: dict[int, dict[int, int]] = defaultdict(dict)
    for month, papers in counts:
        by_year[month.year][month.month] = papers
    return [
        Year(
            year,
            sum(months.values()),
            year_href(year) if year_href else "",
            tuple(_month(date(year, number, 1), months.get(number, 0), month_href) for number in range(1, 13)),
        )
        for year, months in sorted(by_year.items(), reverse=True)
    ]


def by_year(counts: Iterable[tuple[date, int]]) -> dict[int, int]:
    totals: dict[int, int] = defaultdict(int)
    for month, papers in counts:
        totals[month.year] += papers
    return dict(totals)


def parse_day(year: str, month: str = "1", day: str = "1") -> date | None:
    """The day, or None for what is no day that a paper could have."""
    try:
        parsed = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return parsed if FIRST_YEAR <= parsed.year <= LAST_YEAR else None


def _month(first: date, papers: int, month_href: Callable[[date], str]) -> Month:
    return Month(first, papers, month_href(first) if papers else "")
