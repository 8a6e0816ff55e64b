"""Lists of papers, newest first, a page at a time, with what a row shows; and the counts beside them.

Each list is a walk of one index. Counts come from `MonthCount`; only the days of one month are counted from rows.
"""

from collections.abc import Callable, Collection
from datetime import date, timedelta

from django.db.models import Count, QuerySet, Sum
from django.db.models.functions import ExtractYear, TruncDate

from common.pagination import KeyedPage, NumberedPage, keyed_page, rows_from
from papers.models import MonthCount, Paper, PaperCategory
from papers.querysets import midnight

NEWEST = ("-first_submitted_at", "-id")
NEWEST_IN_CATEGORY = ("-first_submitted_at", "-paper_id")


def newest(after: Paper | None, href: Callable[[str], str]) -> KeyedPage:
    """All papers; `href` makes the address of the page after an arXiv id, of the first page for an empty one."""
    rows = Paper.objects.listed().for_rows()
    return keyed_page(rows, NEWEST, after, lambda row: href(row.arxiv_id if row else ""))


def newest_ids(after: Paper | None, most: int) -> list[int]:
    """Of the papers that `newest` begins with, and on from there."""
    return [row.pk for row in rows_from(Paper.objects.listed().only("pk"), NEWEST, after, most)]


def latest(number: int) -> list[Paper]:
    return list(Paper.objects.listed().for_rows().newest_first()[:number])


def of_day(day: date, page: NumberedPage) -> list[Paper]:
    rows = Paper.objects.listed().for_rows().on_day(day).newest_first()
    return list(rows[page.start : page.stop])


def ids_of_day(day: date, start: int, most: int) -> list[int]:
    ordered = Paper.objects.listed().on_day(day).newest_first().values_list("pk", flat=True)
    return list(ordered[start : start + most])


def in_category(code: str, after: Paper | None, href: Callable[[str], str]) -> KeyedPage:
    """Papers of a category or archive; `href` as for `newest`."""
    place = PaperCategory(paper=after, first_submitted_at=after.first_submitted_at) if after else None
    page = keyed_page(_places(code), NEWEST_IN_CATEGORY, place, lambda row: href(row.paper.arxiv_id if row else ""))
    return KeyedPage(_papers_of(page.rows), page.newer, page.older)


def ids_in_category(code: str, after: Paper | None, most: int) -> list[int]:
    """Of the papers that `in_category` begins with, and on from there."""
    place = PaperCategory(paper=after, first_submitted_at=after.first_submitted_at) if after else None
    return [row.paper_id for row in rows_from(_places(code), NEWEST_IN_CATEGORY, place, most)]


def in_category_month(code: str, month: date, page: NumberedPage) -> list[Paper]:
    ordered = _places_of_month(code, month).order_by(*NEWEST_IN_CATEGORY)
    return _papers_of(list(ordered[page.start : page.stop]))


def ids_in_category_month(code: str, month: date, start: int, most: int) -> list[int]:
    ordered = _places_of_month(code, month).order_by(*NEWEST_IN_CATEGORY).values_list("paper_id", flat=True)
    return list(ordered[start : start + most])


def count_in_category_month(code: str, month: date) -> int:
    return _places_of_month(code, month).count()


def counts_by_month(code: str | None = None) -> list[tuple[date, int]]:
    """(month, papers) in order, for a category or archive, or for all papers."""
    counts = MonthCount.objects.filter(category=code, papers__gt=0).order_by("month")
    return list(counts.values_list("month", "papers"))


def count_all() -> int:
    """All papers that readers may see."""
    return MonthCount.objects.filter(category=None).aggregate(total=Sum("papers"))["total"] or 0


def counts_by_category(codes: Collection[str] = ()) -> dict[str, int]:
    """Papers of these categories and archives, or of all, as far as they have some."""
    rows = MonthCount.objects.filter(category__in=codes) if codes else MonthCount.objects.exclude(category=None)
    counts = rows.values("category").annotate(total=Sum("papers"))
    return {row["category"]: row["total"] for row in counts if row["total"] > 0}


def counts_by_year(codes: list[str]) -> dict[str, dict[int, int]]:
    """For each of the categories or archives: papers by year."""
    counts = (
        MonthCount.objects.filter(category__in=codes, papers__gt=0)
        .values("category", year=ExtractYear("month"))
        .annotate(total=Sum("papers"))
    )
    years: dict[str, dict[int, int]] = {code: {} for code in codes}
    for row in counts:
        years[row["category"]][row["year"]] = row["total"]
    return years


def counts_by_day(month: date) -> list[tuple[date, int]]:
    """(day, papers) of the days of a month that have some."""
    rows = Paper.objects.listed().first_submitted_in(month, next_month(month))
    days = rows.values(day=TruncDate("first_submitted_at")).annotate(total=Count("id")).order_by("day")
    return [(row["day"], row["total"]) for row in days]


def days_around(first: date, last: date) -> tuple[date | None, date | None]:
    """The nearest days with papers before `first` and after `last`."""
    listed = Paper.objects.listed().values_list("first_submitted_at", flat=True)
    earlier = listed.filter(first_submitted_at__lt=midnight(first)).order_by("-first_submitted_at").first()
    later = (
        listed.filter(first_submitted_at__gte=midnight(last + timedelta(days=1))).order_by("first_submitted_at").first()
    )
    return earlier and earlier.date(), later and later.date()


def next_month(month: date) -> date:
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def _places(code: str) -> QuerySet[PaperCategory]:
    return (
        PaperCategory.objects.filter(category=code, paper__removed_at=None)
        .select_related("paper")
        .only("first_submitted_at", "paper__arxiv_id")
    )


def _places_of_month(code: str, month: date) -> QuerySet[PaperCategory]:
    return _places(code).filter(
        first_submitted_at__gte=midnight(month), first_submitted_at__lt=midnight(next_month(month))
    )


def _papers_of(places: list[PaperCategory]) -> list[Paper]:
    papers = Paper.objects.for_rows().in_bulk([place.paper_id for place in places])
    return [papers[place.paper_id] for place in places if place.paper_id in papers]
