"""`/categories`: all archives and categories; one of them; one of its months. Their names and aliases need no query."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.addresses import absolute
from common.charts import bars, year_chart
from common.documents import data_answer, page_or_markdown
from common.links import feeds_of
from common.list_files import LIST_FORMATS, MOST_ROWS, ListFile, asked_by, in_format, page_or_file
from common.negotiation import JSON, MARKDOWN, PNG, preferred, say_negotiated, split_suffix, suffixed
from common.pagination import numbered_href, numbered_page, page_number
from common.pictures import picture_answer
from common.redirects import to_tidy
from papers import calendar, lists, taxonomy
from papers.exports.categories import category_object, category_row
from papers.fields import FIELDS, Field
from papers.fields import field as known_field
from papers.picture import category_card
from papers.structured_data import category_term
from papers.views.dates import paper_named
from papers.views.files import paper_files
from papers.views.heads import list_head, paper_rows

FORMATS = (MARKDOWN, *LIST_FORMATS)
SUFFIXES = (*FORMATS, PNG)


def format_by_accept(request: HttpRequest) -> str:
    """Which form a category's page takes."""
    return preferred(request, FORMATS).suffix


def categories(request: HttpRequest, suffix: str = "") -> HttpResponseBase:
    path = reverse("categories")
    if moved := to_tidy(request, path + suffix):
        return moved
    totals = lists.counts_by_category()
    groups = []
    for group in taxonomy.GROUPS:
        fields = [field for field in FIELDS.values() if field.group == group.code and field.code == field.archive]
        alone = [(field, totals.get(field.code, 0)) for field in fields if not field.parts]
        divided = [
            (field, totals.get(field.code, 0), [(FIELDS[code], totals.get(code, 0)) for code in field.parts])
            for field in fields
            if field.parts
        ]
        groups.append((group, alone, divided))
    context = list_head(
        path,
        "Categories",
        "All archives and categories of arXiv, with the papers that this site holds of each.",
        [(f"{field.code}, {field.name}", field.href) for field in FIELDS.values()],
        [],
    ) | {"section": "categories", "groups": groups}
    return page_or_file(request, "categories/index.html", context, _all_fields(totals), asked_by(suffix))


def category(request: HttpRequest, code: str) -> HttpResponseBase:
    """Newest papers by key, papers a year, the months; an archive's categories with their counts."""
    code, asked = split_suffix(code, SUFFIXES)
    field = _field(code)
    if moved := to_tidy(request, field.href + asked.suffix, "after"):
        return moved
    after = paper_named(request.GET.get("after", ""))
    counts = lists.counts_by_month(field.code)
    years = calendar.by_year(counts)
    total = sum(years.values())

    if asked is PNG:
        return picture_answer(request, category_card(field, total))

    def href(arxiv_id: str) -> str:
        return f"{field.href}?after={arxiv_id}" if arxiv_id else field.href

    pages = lists.in_category(field.code, after, href)
    here = href(after.arxiv_id if after else "")
    name = f"{field.code}, {field.name}" + (f", older than {after.arxiv_id}" if after else "")
    chosen = asked if asked.suffix else preferred(request, FORMATS)
    if chosen in LIST_FORMATS:
        files = paper_files(
            here, name, total, pages.rows, lambda: lists.ids_in_category(field.code, after, MOST_ROWS), pages.older
        )
        told = category_object(field, counts, lists.counts_by_category(field.parts) if field.parts else {}, pages)
        response = data_answer(told, JSON) if chosen is JSON else in_format(request, files, chosen)
        return response if asked.suffix else say_negotiated(response, here, chosen)
    context = list_head(
        here,
        name,
        f"{field.name} ({field.code}): {total:,} papers from arXiv, newest first.",
        paper_rows(pages.rows),
        _way_to(field),
        picture=field.href,
        about=[category_term(field.code)],
    ) | {
        "section": "categories",
        "field": field,
        "after": after,
        "total": total,
        "robots": "" if total else "noindex, follow",
        "pages": pages,
        "feeds": [*feeds_of(field.href), *feeds_of(field.href, "updates", "New versions")],
        "alternates": [(absolute(suffixed(here, known.suffix)), known) for known in FORMATS],
        "years": calendar.years(counts, lambda month: _month_href(field, f"{month:%Y}", f"{month:%m}")),
        "chart": year_chart(years),
        "parts": _part_bars(field),
    }
    return page_or_markdown(request, "categories/detail", context, asked, here)


def category_month(request: HttpRequest, code: str, year: str, month: str, suffix: str = "") -> HttpResponseBase:
    """All papers of a month in a category; the pager links every page."""
    field = _field(code)
    first = calendar.parse_day(year, month)
    if first is None:
        raise Http404(f"There is no month {year}/{month}.")
    path = _month_href(field, f"{first:%Y}", f"{first:%m}")
    if moved := to_tidy(request, path + suffix, "page"):
        return moved
    total = lists.count_in_category_month(field.code, first)
    if not total:
        raise Http404(f"This site holds no paper of {field.code} of {first:%B %Y}.")
    pages = numbered_page(page_number(request), total, numbered_href(path), link_all=True)
    shown = lists.in_category_month(field.code, first, pages)
    name = f"{field.code}, {first:%B %Y}"
    href = numbered_href(path)(pages.number)
    context = list_head(
        href,
        f"{name}, page {pages.number}" if pages.number > 1 else name,
        f"{total:,} papers of {field.name} ({field.code}) whose first version is of {first:%B %Y}.",
        paper_rows(shown),
        [*_way_to(field), (field.name, field.href)],
        pages.start + 1,
    ) | {
        "section": "categories",
        "field": field,
        "month": first,
        "total": total,
        "pages": pages,
        "papers": shown,
    }
    files = paper_files(
        href,
        name,
        total,
        shown,
        lambda: lists.ids_in_category_month(field.code, first, pages.start, MOST_ROWS),
        pages.older,
    )
    return page_or_file(request, "categories/month.html", context, files, asked_by(suffix))


def _way_to(field: Field) -> list[tuple[str, str]]:
    archive = FIELDS[field.archive]
    way = [("Categories", reverse("categories"))]
    return way if archive.code == field.code else [*way, (archive.name, archive.href)]


def _part_bars(field: Field) -> list:
    if not field.parts:
        return []
    totals = lists.counts_by_category(field.parts)
    rows = [(FIELDS[code].name, totals.get(code, 0), FIELDS[code].href, code) for code in field.parts]
    return bars(sorted((row for row in rows if row[1]), key=lambda row: -row[1]))


def _field(code: str) -> Field:
    found = known_field(code)
    if found is None:
        raise Http404(f"arXiv has no category called {code[:40]}.")
    return found


def _all_fields(totals: Mapping[str, int]) -> ListFile:
    def objects() -> Iterator[Mapping[str, Any]]:
        yield from (category_row(field, totals.get(field.code, 0)) for field in FIELDS.values())

    columns = ("code", "name", "archive", "group", "paper_count", "url")
    return ListFile(
        reverse("categories"),
        "Categories",
        len(FIELDS),
        objects,
        columns,
        lambda: ([told[column] for column in columns] for told in objects()),
    )


def _month_href(field: Field, year: str, month: str) -> str:
    return reverse("category-month", args=[field.code, year, month])
