"""Lists of papers and the pages that stand alone.

What a list tells is which papers it holds: its `lastmod` is when a paper came into it, or its count changed.
`months-2024` has the months of that year of every category, `dates-0` all years, months and days (some 13,000 since
1986, so one file for long), `categories-0` the categories and archives that have papers, `pages-0` the rest.
"""

from collections.abc import Callable, Iterator
from datetime import date, datetime

from django.db.models import Max, Q, QuerySet, Sum
from django.db.models.functions import ExtractYear, TruncDate
from django.urls import reverse

from institutions.models import Institution
from papers.calendar import FIRST_YEAR, LAST_YEAR
from papers.models import MonthCount, Paper
from papers.views.dates import day_href, month_href, year_href
from researchers.models import Researcher
from wovepaper.sitemaps.writing import address_line

PAGES = (
    "home", "papers", "categories", "about", "contact", "privacy", "status", "dumps",
    "developers", "developers-api", "developers-problems",
)  # fmt: skip


def files() -> list[tuple[str, datetime | None]]:
    """One grouped question."""
    by_year = (
        MonthCount.objects.annotate(year=ExtractYear("month"), is_of_all=Q(category=None))
        .values("year", "is_of_all")
        .annotate(latest=Max("changed_at"), total=Sum("papers"))
        .order_by("year")
        .values_list("year", "is_of_all", "latest", "total")
    )
    rows = list(by_year)
    of_all = [(latest, total) for _, is_of_all, latest, total in rows if is_of_all]
    of_categories = [(year, latest, total) for year, is_of_all, latest, total in rows if not is_of_all]
    named: list[tuple[str, datetime | None]] = [("pages-0", None)]
    if any(total for _, _, total in of_categories):
        named.append(("categories-0", max(latest for _, latest, _ in of_categories)))
    if any(total for _, total in of_all):
        named.append(("dates-0", max(latest for latest, _ in of_all)))
    return named + [(f"months-{year}", latest) for year, latest, total in of_categories if total]


def lines(kind: str, number: int) -> Iterator[str]:
    return _LINES[kind](number)


def changed_at(kind: str, number: int) -> datetime | None:
    counts = MonthCount.objects.all()
    if kind == "months":
        counts = counts.filter(month__year=number) if FIRST_YEAR <= number <= LAST_YEAR else counts.none()
    return counts.aggregate(latest=Max("changed_at"))["latest"]


def _months(year: int) -> Iterator[str]:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return
    held = (
        MonthCount.objects.filter(month__year=year, papers__gt=0).exclude(category=None).order_by("category", "month")
    )
    for code, month, latest in held.values_list("category", "month", "changed_at").iterator():
        yield address_line(reverse("category-month", args=[code, f"{month:%Y}", f"{month:%m}"]), latest)


def _categories(number: int) -> Iterator[str]:
    if number:
        return
    by_category = MonthCount.objects.exclude(category=None).values("category").order_by("category")
    told = by_category.annotate(latest=Max("changed_at"), total=Sum("papers")).filter(total__gt=0)
    for code, latest in told.values_list("category", "latest"):
        yield address_line(reverse("category", args=[code]), latest)


def _dates(number: int) -> Iterator[str]:
    """Months and years by their counts, days by the papers of each that came last."""
    if number:
        return
    months = MonthCount.objects.filter(category=None, papers__gt=0).order_by("month").values_list("month", "changed_at")
    years: dict[int, datetime] = {}
    for month, latest in months:
        years[month.year] = max(latest, years.get(month.year, latest))
        yield address_line(month_href(month), latest)
    for year, latest in years.items():
        yield address_line(year_href(year), latest)
    for day, latest in _days():
        yield address_line(day_href(day), latest)


def _days() -> Iterator[tuple[date, datetime]]:
    days = Paper.objects.listed().order_by().annotate(day=TruncDate("first_submitted_at")).values("day")
    return days.annotate(latest=Max("first_held_at")).order_by("day").values_list("day", "latest").iterator()


def _pages(number: int) -> Iterator[str]:
    if number:
        return
    for name in PAGES:
        yield address_line(reverse(name))
    listed: dict[str, QuerySet] = {
        "researchers": Researcher.objects.listed(),
        "institutions": Institution.objects.listed().filter(paper_count__gt=0),
    }
    for name, rows in listed.items():
        if rows.exists():
            yield address_line(reverse(name))


_LINES: dict[str, Callable[[int], Iterator[str]]] = {
    "months": _months,
    "categories": _categories,
    "dates": _dates,
    "pages": _pages,
}
KINDS = tuple(_LINES)
