"""Figures as percent coordinates and the rows of their tables; templates draw them without style attributes. Pure.

A bar's length is a percentage of the widest; a year's column stands at a percentage of the width. The weave has a
`viewBox` of its own, since it holds no text.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

FLOOR = 80.0  # where the columns of a year chart stand, in percent from above
CEILING = 8.0
FEW_YEARS = 12
THREAD = 20  # height of one thread of the weave, in units of its viewBox
STEP = 10  # width of one year
THINNEST, THICKEST = 0.8, 13.0
RUN_OUT = 0.4  # of its thickness a thread keeps at an end within the cloth


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    number: int
    percent: float
    href: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    year: int
    number: int
    x: float
    y: float
    label: str = ""
    odd: bool = False
    partial: bool = False  # the year is not over, or not read to its end
    href: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    y: float
    label: str
    noun: str = ""  # what is counted, at the highest line alone


@dataclass(frozen=True, slots=True)
class YearChart:
    bars: tuple[Column, ...]
    lines: tuple[Line, ...]
    floor: float
    few: bool

    @property
    def long(self) -> bool:
        """Whether the numbers beside the lines need a wider margin."""
        return len(self.lines[-1].label) > len("10,000")

    @property
    def partial(self) -> int | None:
        """The year that is not over, where it is shown."""
        return next((bar.year for bar in self.bars if bar.partial), None)


@dataclass(frozen=True, slots=True)
class Weave:
    width: int
    height: int
    warp: str
    weft: str
    gap: str
    over: str
    years: tuple[int, ...]


def bars(rows: Iterable[tuple[str, int, str, str]]) -> list[Bar]:
    """Bars from (label, number, href, code), in the order given."""
    rows = list(rows)
    most = max((number for _, number, _, _ in rows), default=0) or 1
    return [Bar(label, number, round(100 * number / most, 1), href, code) for label, number, href, code in rows]


def year_chart(
    numbers: Mapping[int, int],
    noun: str = "papers",
    *,
    partial: int | None = None,
    href: Callable[[int], str] | None = None,
) -> YearChart | None:
    """Columns for each year from the first to the last with a number; None where there are none.

    `partial` is the year that is not over; `href` gives the address of a year's list.
    """
    years = [year for year, number in numbers.items() if number]
    if not years:
        return None
    first, last = min(years), max(years)
    span = range(first, last + 1)
    top = _round_up(max(numbers.values()))
    every = next(step for step in (1, 2, 5, 10, 20, 50, 100) if len(span) / step <= 8)
    columns = []
    for place, year in enumerate(span):
        number = numbers.get(year, 0)
        labelled = year % every == 0 or len(span) <= 2
        columns.append(
            Column(
                year,
                number,
                x=round(100 * (place + 0.5) / len(span), 2) if len(span) > 1 else 50.0,
                y=round(FLOOR - (FLOOR - CEILING) * number / top, 1),
                label=str(year) if labelled else "",
                odd=labelled and year // every % 2 == 1,
                partial=year == partial,
                href=href(year) if href and number else "",
            )
        )
    return YearChart(tuple(columns), _lines(top, noun), FLOOR, few=len(span) <= FEW_YEARS)


def weave(threads: Sequence[Mapping[int, int]], years: Sequence[int]) -> Weave:
    """One thread for each mapping of year to number; it passes over and under a warp thread a year.

    The first and the last year are the edges of the cloth, where threads end: nothing sticks out.

    Its thickness grows with the square root of the number, so that small fields stay visible beside large ones.
    """
    most = max((number for thread in threads for number in thread.values()), default=0) or 1
    place = {year: index for index, year in enumerate(years)}
    width, height = STEP * max(len(years) - 1, 1), THREAD * len(threads)
    weft, gaps, overs = [], [], []
    for row, thread in enumerate(threads):
        middle = row * THREAD + THREAD / 2
        for run in _runs(thread, place):
            weft.append(_ribbon(run, [_half(thread[years[index]], most) for index in run], middle, width))
        for year, number in thread.items():
            if number and (place[year] + row) % 2:
                x = place[year] * STEP
                gaps.append(f"M{x} {middle - 7:g}v14")
                overs.append(f"M{x} {middle - 7:g}v14")
    warp = "".join(f"M{index * STEP} 0v{height}" for index in range(len(years)))
    return Weave(width, height, warp, "".join(weft), "".join(gaps), "".join(overs), _spread(years))


def _round_up(number: int) -> int:
    """The next number that parts into round ones: 1, 2, 3, 4, 5, 6, 8, and from ten on 12, 15, 25 of a power of ten."""
    power = 1
    while power * 10 < number:
        power *= 10
    steps = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100) if power >= 10 else (10, 20, 30, 40, 50, 60, 80, 100)
    return next(step * power // 10 for step in steps if step * power >= number * 10)


def _lines(top: int, noun: str) -> tuple[Line, ...]:
    noun = noun.removesuffix("s") if top == 1 else noun
    parts = next((part for part in (4, 3, 5, 2) if top % part == 0 and len(str(top // part).rstrip("0")) == 1), 1)
    return tuple(
        Line(
            round(FLOOR - (FLOOR - CEILING) * part / parts, 1),
            f"{top * part // parts:,}",
            noun if part == parts else "",
        )
        for part in range(1, parts + 1)
    )


def _half(number: int, most: int) -> float:
    return (THINNEST + (THICKEST - THINNEST) * (number / most) ** 0.5) / 2


def _runs(thread: Mapping[int, int], place: Mapping[int, int]) -> list[list[int]]:
    """Places of years without a break, in order: a thread is cut where a field had no paper for a year."""
    runs: list[list[int]] = []
    for index in sorted(place[year] for year, number in thread.items() if number):
        if runs and runs[-1][-1] == index - 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _ribbon(run: list[int], halves: list[float], middle: float, width: int) -> str:
    """Along the upper edge and back along the lower one, easing from each year's thickness to the next.

    It runs out half a year before and after, but for the edges of the cloth.
    """
    points = [(index * STEP, half) for index, half in zip(run, halves, strict=True)]
    first, last = points[0], points[-1]
    if first[0] > 0:
        points.insert(0, (first[0] - STEP // 2, first[1] * RUN_OUT))
    if last[0] < width:
        points.append((last[0] + STEP // 2, last[1] * RUN_OUT))
    upper = _eased([(x, middle - half) for x, half in points])
    lower = _eased([(x, middle + half) for x, half in reversed(points)])
    return f"M{upper}L{lower}z"


def _eased(points: list[tuple[int, float]]) -> str:
    x, y = points[0]
    parts = [f"{x} {y:.1f}"]
    for next_x, next_y in points[1:]:
        half = (x + next_x) / 2
        parts.append(f"C{half:g} {y:.1f} {half:g} {next_y:.1f} {next_x} {next_y:.1f}")
        x, y = next_x, next_y
    return "".join(parts)


def _spread(years: Sequence[int]) -> tuple[int, ...]:
    """First, last and two between, for the line of years below."""
    if len(years) < 4:
        return tuple(years)
    last = len(years) - 1
    return tuple(years[round(last * part / 3)] for part in range(4))
