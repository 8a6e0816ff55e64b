"""The sitemap index and its files.

Papers are cut by id range, so that a file's addresses stay its own for ever and a crawler that holds a file asks only
for those that changed. One grouped query makes the index, one keyed query a file, which is streamed. `lastmod` is
when facts that the page shows last changed.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from itertools import chain
from xml.sax.saxutils import escape

from django.db.models import F, Max, QuerySet
from django.db.models.functions import TruncDate
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.addresses import absolute
from common.http_caching import allow_any_origin
from papers.exports.api import rfc3339
from papers.models import Paper, PaperCategory
from papers.views.dates import day_href, month_href, year_href

ADDRESSES_A_FILE = 25_000
CONTENT_TYPE = "application/xml; charset=utf-8"
PAGES = ("home", "papers", "categories", "about", "contact", "privacy", "developers")
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def sitemap_index(request: HttpRequest) -> HttpResponseBase:
    ranges = list(
        in_sitemap()
        .order_by()
        .annotate(number=F("id") / ADDRESSES_A_FILE)
        .values("number")
        .annotate(latest=Max("changed_at"))
        .order_by("number")
        .values_list("number", "latest")
    )
    newest = max((latest for _, latest in ranges), default=None)
    files = [*((f"papers-{number}", latest) for number, latest in ranges), ("pages-0", None)]
    if ranges:
        files += [("categories-0", newest), ("dates-0", newest)]
    lines = (f"<sitemap>{_place(reverse('sitemap-file', args=[name]), latest)}</sitemap>\n" for name, latest in files)
    return _xml(HttpResponse(_document("sitemapindex", lines), content_type=CONTENT_TYPE))


def sitemap_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """`papers-0`, `categories-0`, …: 404 where it would be empty."""
    kind, _, number = name.rpartition("-")
    lines = _KINDS[kind](int(number)) if kind in _KINDS else iter(())
    first = next(lines, None)
    if first is None:
        raise Http404(f"There is no sitemap {name}.")
    return _xml(StreamingHttpResponse(_document("urlset", chain([first], lines)), content_type=CONTENT_TYPE))


def sitemap_file_changed_at(request: HttpRequest, name: str) -> datetime | None:
    """The newest change in the file's range, removals included; of other kinds, of any paper."""
    kind, _, number = name.rpartition("-")
    if kind not in _KINDS or (kind != "papers" and number != "0"):
        return None
    papers = _in_range(Paper.objects.all(), int(number)) if kind == "papers" else Paper.objects.all()
    return papers.aggregate(latest=Max("changed_at"))["latest"]


def sitemap_line(paper: Paper) -> str:
    return address_line(paper.get_absolute_url(), paper.changed_at)


def address_line(path: str, lastmod: datetime | None = None) -> str:
    return f"<url>{_place(path, lastmod)}</url>\n"


def in_sitemap() -> QuerySet[Paper]:
    """Listed papers with a title."""
    return Paper.objects.listed().exclude(title="")


def _papers(number: int) -> Iterator[str]:
    rows = _in_range(in_sitemap(), number).only("arxiv_id", "slug", "changed_at").order_by("id")
    return map(sitemap_line, rows.iterator(chunk_size=2_000))


def _categories(number: int) -> Iterator[str]:
    """Categories and archives that have papers."""
    if number:
        return
    latest = (
        PaperCategory.objects.filter(paper__removed_at=None)
        .values("category")
        .annotate(latest=Max("paper__changed_at"))
        .order_by("category")
        .values_list("category", "latest")
    )
    for code, changed_at in latest.iterator():
        yield address_line(reverse("category", args=[code]), changed_at)


def _dates(number: int) -> Iterator[str]:
    """Years, months and days with papers; some 13,000 since 1986, so one file for long."""
    if number:
        return
    days = (
        Paper.objects.listed()
        .annotate(day=TruncDate("first_submitted_at"))
        .values("day")
        .annotate(latest=Max("changed_at"))
        .order_by("day")
        .values_list("day", "latest")
    )
    by_path: dict[str, datetime] = {}
    for day, changed_at in days.iterator():
        for path in _paths_of(day):
            by_path[path] = max(changed_at, by_path.get(path, changed_at))
    for path, changed_at in by_path.items():
        yield address_line(path, changed_at)


def _pages(number: int) -> Iterator[str]:
    if number == 0:
        for name in PAGES:
            yield address_line(reverse(name))


_KINDS: dict[str, Callable[[int], Iterator[str]]] = {
    "papers": _papers,
    "categories": _categories,
    "dates": _dates,
    "pages": _pages,
}


def _in_range(papers: QuerySet[Paper], number: int) -> QuerySet[Paper]:
    start = number * ADDRESSES_A_FILE
    return papers.filter(id__gte=start, id__lt=start + ADDRESSES_A_FILE)


def _paths_of(day: date) -> tuple[str, str, str]:
    return year_href(day.year), month_href(day), day_href(day)


def _place(path: str, lastmod: datetime | None) -> str:
    written = f"<loc>{escape(absolute(path))}</loc>"
    return f"{written}<lastmod>{rfc3339(lastmod)}</lastmod>" if lastmod else written


def _document(root: str, lines: Iterable[str]) -> Iterator[bytes]:
    yield f'{_DECLARATION}<{root} xmlns="{_NAMESPACE}">\n'.encode()
    for line in lines:
        yield line.encode()
    yield f"</{root}>\n".encode()


def _xml(response: HttpResponseBase) -> HttpResponseBase:
    response.headers["X-Robots-Tag"] = "noindex"
    return allow_any_origin(response)
