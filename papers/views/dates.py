"""`/papers`: the newest, and by year, month and day of the first version, so that plain links reach every paper."""

from datetime import date, timedelta

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.charts import bars, year_chart
from common.identifiers import parse_arxiv_id
from common.list_files import MOST_ROWS, asked_by, page_or_file
from common.pagination import numbered_href, numbered_page, page_number
from common.redirects import to_tidy
from papers import calendar, lists
from papers.models import Paper
from papers.views.files import count_files, paper_files
from papers.views.heads import LATEST_FEEDS, list_head, paper_rows


def papers(request: HttpRequest, suffix: str = "") -> HttpResponseBase:
    """Newest first, by key; the calendar of all years."""
    path = reverse("papers")
    if moved := to_tidy(request, path + suffix, "after"):
        return moved
    after = paper_named(request.GET.get("after", ""))
    counts = lists.counts_by_month()
    years = calendar.by_year(counts)
    total = sum(years.values())
    pages = lists.newest(after, lambda arxiv_id: _after(path, arxiv_id))
    href = _after(path, after.arxiv_id if after else "")
    name = f"Papers by date, older than {after.arxiv_id}" if after else "Papers by date"
    context = list_head(
        href,
        name,
        f"{total:,} papers from arXiv, newest first, by year, month and day.",
        paper_rows(pages.rows),
        [],
    ) | {
        "section": "papers",
        "feeds": LATEST_FEEDS,
        "after": after,
        "pages": pages,
        "total": total,
        "years": calendar.years(counts, month_href, year_href),
        "chart": year_chart(years),
    }
    files = paper_files(href, name, total, pages.rows, lambda: lists.newest_ids(after, MOST_ROWS), pages.older)
    return page_or_file(request, "papers/index.html", context, files, asked_by(suffix))


def papers_year(request: HttpRequest, year: str, suffix: str = "") -> HttpResponseBase:
    first = calendar.parse_day(year)
    counts = lists.counts_by_month() if first else []
    months = [(month, papers) for month, papers in counts if first and month.year == first.year]
    if first is None or not months:
        raise Http404(f"This site holds no paper of the year {year}.")
    if moved := to_tidy(request, year_href(first.year) + suffix):
        return moved
    years = sorted(calendar.by_year(counts))
    place = years.index(first.year)
    total = sum(papers for _, papers in months)
    context = list_head(
        year_href(first.year),
        f"Papers of {first.year}",
        f"{total:,} papers whose first version is of {first.year}, by month.",
        [(f"{month:%B %Y}", month_href(month)) for month, _ in months],
        [way_to_papers()],
    ) | {
        "section": "papers",
        "year": first.year,
        "total": total,
        "bars": bars((f"{month:%B}", papers, month_href(month), "") for month, papers in months),
        "earlier": years[place - 1] if place else None,
        "later": years[place + 1] if place + 1 < len(years) else None,
    }
    rows = [(f"{month:%Y-%m}", month_href(month), papers) for month, papers in months]
    files = count_files(year_href(first.year), f"Papers of {first.year}", total, "month", rows)
    return page_or_file(request, "papers/year.html", context, files, asked_by(suffix))


def papers_month(request: HttpRequest, year: str, month: str, suffix: str = "") -> HttpResponseBase:
    first = calendar.parse_day(year, month)
    if first is None:
        raise Http404(f"There is no month {year}/{month}.")
    if moved := to_tidy(request, month_href(first) + suffix):
        return moved
    days = lists.counts_by_day(first)
    if not days:
        raise Http404(f"This site holds no paper of {first:%B %Y}.")
    total = sum(papers for _, papers in days)
    earlier, later = _months_around(first)
    context = list_head(
        month_href(first),
        f"Papers of {first:%B %Y}",
        f"{total:,} papers whose first version is of {first:%B %Y}, by day.",
        [(f"{day.day} {day:%B %Y}", day_href(day)) for day, _ in days],
        [way_to_papers(), (f"{first.year}", year_href(first.year))],
    ) | {
        "section": "papers",
        "month": first,
        "total": total,
        "bars": bars((f"{day:%A} {day.day}", papers, day_href(day), "") for day, papers in days),
        "earlier": earlier,
        "later": later,
    }
    rows = [(day.isoformat(), day_href(day), papers) for day, papers in days]
    files = count_files(month_href(first), f"Papers of {first:%B %Y}", total, "day", rows)
    return page_or_file(request, "papers/month.html", context, files, asked_by(suffix))


def papers_day(request: HttpRequest, year: str, month: str, day: str, suffix: str = "") -> HttpResponseBase:
    """All papers of one day; the pager links every page."""
    when = calendar.parse_day(year, month, day)
    if when is None:
        raise Http404(f"There is no day {year}/{month}/{day}.")
    path = day_href(when)
    if moved := to_tidy(request, path + suffix, "page"):
        return moved
    total = Paper.objects.listed().on_day(when).count()
    if not total:
        raise Http404(f"This site holds no paper of {when.day} {when:%B %Y}.")
    pages = numbered_page(page_number(request), total, numbered_href(path), link_all=True)
    earlier, later = lists.days_around(when, when)
    shown = lists.of_day(when, pages)
    name = f"Papers of {when.day} {when:%B %Y}"
    href = numbered_href(path)(pages.number)
    context = list_head(
        href,
        f"{name}, page {pages.number}" if pages.number > 1 else name,
        f"{total:,} papers whose first version is of {when.day} {when:%B %Y}.",
        paper_rows(shown),
        [way_to_papers(), (f"{when.year}", year_href(when.year)), (f"{when:%B}", month_href(when))],
        pages.start + 1,
    ) | {
        "section": "papers",
        "day": when,
        "total": total,
        "pages": pages,
        "papers": shown,
        "earlier": earlier,
        "later": later,
    }
    files = paper_files(href, name, total, shown, lambda: lists.ids_of_day(when, pages.start, MOST_ROWS), pages.older)
    return page_or_file(request, "papers/day.html", context, files, asked_by(suffix))


def paper_named(spelling: str) -> Paper | None:
    """The paper that a list goes on after; None for none, not found for an unknown one."""
    if not spelling:
        return None
    arxiv_id = parse_arxiv_id(spelling)
    paper = (
        Paper.objects.only("id", "arxiv_id", "first_submitted_at").filter(arxiv_id=arxiv_id.id).first()
        if arxiv_id
        else None
    )
    if paper is None:
        raise Http404("The list would go on after a paper that this site does not hold.")
    return paper


def way_to_papers() -> tuple[str, str]:
    return "Papers", reverse("papers")


def year_href(year: int) -> str:
    return reverse("papers-year", args=[f"{year:04}"])


def month_href(month: date) -> str:
    return reverse("papers-month", args=[f"{month:%Y}", f"{month:%m}"])


def day_href(day: date) -> str:
    return reverse("papers-day", args=[f"{day:%Y}", f"{day:%m}", f"{day:%d}"])


def _after(path: str, arxiv_id: str) -> str:
    return f"{path}?after={arxiv_id}" if arxiv_id else path


def _months_around(first: date) -> tuple[date | None, date | None]:
    """The nearest months before and after that have papers."""
    earlier, later = lists.days_around(first, lists.next_month(first) - timedelta(days=1))
    return earlier and earlier.replace(day=1), later and later.replace(day=1)
