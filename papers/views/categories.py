"""`/categories`: all archives and categories; one of them; one of its months. Their names and aliases need no query."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from common.addresses import absolute
from common.charts import bars, year_chart
from common.documents import FORMATS, page_or_markdown
from common.links import feeds_of
from common.negotiation import MARKDOWN, split_suffix
from common.pagination import numbered_href, numbered_page, page_number
from common.redirects import to_tidy
from papers import calendar, lists, taxonomy
from papers.views.dates import paper_named
from papers.views.heads import list_head, paper_rows


@dataclass(frozen=True, slots=True)
class Field:
    """A category or an archive as a page shows it: an archive's page holds all its categories."""

    code: str
    name: str
    archive: str
    group: str
    parts: tuple[str, ...] = ()
    closed: str = ""

    @property
    def href(self) -> str:
        return reverse("category", args=[self.code])


def categories(request: HttpRequest) -> HttpResponse:
    totals = lists.counts_by_category()
    groups = []
    for group in taxonomy.GROUPS:
        fields = [field for field in _FIELDS.values() if field.group == group.code and field.code == field.archive]
        alone = [(field, totals.get(field.code, 0)) for field in fields if not field.parts]
        divided = [
            (field, totals.get(field.code, 0), [(_FIELDS[code], totals.get(code, 0)) for code in field.parts])
            for field in fields
            if field.parts
        ]
        groups.append((group, alone, divided))
    context = list_head(
        reverse("categories"),
        "Categories",
        "All archives and categories of arXiv, with the papers that this site holds of each.",
        [(f"{field.code}, {field.name}", field.href) for field in _FIELDS.values()],
        [],
    ) | {"section": "categories", "groups": groups}
    return render(request, "categories/index.html", context)


def category(request: HttpRequest, code: str) -> HttpResponse:
    """Newest papers by key, papers a year, the months; an archive's categories with their counts."""
    code, asked = split_suffix(code, FORMATS)
    field = _field(code)
    if moved := to_tidy(request, field.href + asked.suffix, "after"):
        return moved
    after = paper_named(request.GET.get("after", ""))
    counts = lists.counts_by_month(field.code)
    years = calendar.by_year(counts)
    total = sum(years.values())

    def href(arxiv_id: str) -> str:
        return f"{field.href}?after={arxiv_id}" if arxiv_id else field.href

    pages = lists.in_category(field.code, after, href)
    name = f"{field.code}, {field.name}"
    context = list_head(
        href(after.arxiv_id if after else ""),
        f"{name}, older than {after.arxiv_id}" if after else name,
        f"{field.name} ({field.code}): {total:,} papers from arXiv, newest first.",
        paper_rows(pages.rows),
        _way_to(field),
    ) | {
        "section": "categories",
        "field": field,
        "after": after,
        "total": total,
        "pages": pages,
        "feeds": feeds_of(field.href),
        "alternates": [(absolute(field.href) + MARKDOWN.suffix, MARKDOWN)],
        "years": calendar.years(counts, lambda month: _month_href(field, f"{month:%Y}", f"{month:%m}")),
        "chart": year_chart(years),
        "parts": _part_bars(field),
    }
    return page_or_markdown(request, "categories/detail", context, asked, field.href)


def category_month(request: HttpRequest, code: str, year: str, month: str) -> HttpResponse:
    """All papers of a month in a category; the pager links every page."""
    field = _field(code)
    first = calendar.parse_day(year, month)
    if first is None:
        raise Http404(f"There is no month {year}/{month}.")
    path = _month_href(field, f"{first:%Y}", f"{first:%m}")
    if moved := to_tidy(request, path, "page"):
        return moved
    total = lists.count_in_category_month(field.code, first)
    if not total:
        raise Http404(f"This site holds no paper of {field.code} of {first:%B %Y}.")
    pages = numbered_page(page_number(request), total, numbered_href(path), link_all=True)
    shown = lists.in_category_month(field.code, first, pages)
    name = f"{field.code}, {first:%B %Y}"
    context = list_head(
        numbered_href(path)(pages.number),
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
    return render(request, "categories/month.html", context)


def _way_to(field: Field) -> list[tuple[str, str]]:
    archive = _FIELDS[field.archive]
    way = [("Categories", reverse("categories"))]
    return way if archive.code == field.code else [*way, (archive.name, archive.href)]


def _part_bars(field: Field) -> list:
    if not field.parts:
        return []
    totals = lists.counts_by_category(field.parts)
    rows = [(_FIELDS[code].name, totals.get(code, 0), _FIELDS[code].href, code) for code in field.parts]
    return bars(sorted((row for row in rows if row[1]), key=lambda row: -row[1]))


def _field(code: str) -> Field:
    """By any spelling: aliases, retired names and any case lead to the code in use."""
    known = code if code in _FIELDS else _BY_LOWER.get(code.lower(), "")
    if not known:
        raise Http404(f"arXiv has no category called {code[:40]}.")
    return _FIELDS[known]


def _month_href(field: Field, year: str, month: str) -> str:
    return reverse("category-month", args=[field.code, year, month])


def _fields() -> dict[str, Field]:
    """Archives that are open or have categories in use, and all canonical categories."""
    fields = {}
    for archive in taxonomy.ARCHIVES:
        parts = tuple(
            category.code
            for category in taxonomy.CATEGORIES
            if category.archive == archive.code and category.code != archive.code and not category.alias_of
        )
        if taxonomy.canonical(archive.code) in (archive.code, None):
            fields[archive.code] = Field(archive.code, archive.name, archive.code, archive.group, parts, archive.ended)
    for category in taxonomy.CATEGORIES:
        if not category.alias_of and category.code not in fields:
            fields[category.code] = Field(category.code, category.name, category.archive, category.group)
    return fields


_FIELDS = _fields()
_BY_LOWER = {category.code.lower(): category.alias_of for category in taxonomy.CATEGORIES if category.alias_of}
_BY_LOWER |= {code.lower(): code for code in _FIELDS}
