"""The sitemap index and its files.

Papers, researchers and institutions are cut by id range, so that a file's addresses stay its own for ever and a
crawler that holds a file asks only for those that changed. One grouped query a kind makes the index, one keyed query a
file, which is streamed. `lastmod` is when facts that the page shows last changed.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from itertools import chain
from typing import Any
from xml.sax.saxutils import escape

from django.db.models import F, Max, QuerySet
from django.db.models.functions import TruncDate
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.addresses import absolute
from common.http_caching import allow_any_origin
from common.moments import rfc3339
from institutions.models import Institution
from papers.models import Paper, PaperCategory
from papers.views.dates import day_href, month_href, year_href
from researchers.models import Researcher

ADDRESSES_A_FILE = 25_000
CONTENT_TYPE = "application/xml; charset=utf-8"
PAPERS_OF_A_RESEARCHER, PAPERS_OF_AN_INSTITUTION = 2, 5  # with fewer a page is thin, and not for indexes
PAGES = ("home", "papers", "categories", "about", "contact", "privacy", "developers")
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def sitemap_index(request: HttpRequest) -> HttpResponseBase:
    papers = _ranges("papers")
    files = [*papers, *_ranges("researchers"), *_ranges("institutions"), ("pages-0", None)]
    if papers:
        newest = max(latest for _, latest in papers)
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
    if kind not in _KINDS or (kind not in _RANGED and number != "0"):
        return None
    changed: QuerySet[Any] = Paper.objects.all()
    if kind in _RANGED:
        changed = _in_range(_RANGED[kind]().model._default_manager.all(), int(number))
    return changed.aggregate(latest=Max("changed_at"))["latest"]


def sitemap_line(thing: Paper | Researcher | Institution) -> str:
    return address_line(thing.get_absolute_url(), thing.changed_at)


def address_line(path: str, lastmod: datetime | None = None) -> str:
    return f"<url>{_place(path, lastmod)}</url>\n"


def in_sitemap() -> QuerySet[Paper]:
    """Listed papers with a title."""
    return Paper.objects.listed().exclude(title="")


def researchers_in_sitemap() -> QuerySet[Researcher]:
    return Researcher.objects.listed().filter(paper_count__gte=PAPERS_OF_A_RESEARCHER)


def institutions_in_sitemap() -> QuerySet[Institution]:
    return Institution.objects.listed().filter(paper_count_with_parts__gte=PAPERS_OF_AN_INSTITUTION)


def _papers(number: int) -> Iterator[str]:
    return _lines(_in_range(in_sitemap(), number).only("arxiv_id", "slug", "changed_at"))


def _researchers(number: int) -> Iterator[str]:
    return _after_list("researchers", number, _in_range(researchers_in_sitemap(), number))


def _institutions(number: int) -> Iterator[str]:
    return _after_list("institutions", number, _in_range(institutions_in_sitemap(), number))


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
    "researchers": _researchers,
    "institutions": _institutions,
    "categories": _categories,
    "dates": _dates,
    "pages": _pages,
}


_RANGED: dict[str, Callable[[], QuerySet[Any]]] = {
    "papers": in_sitemap,
    "researchers": researchers_in_sitemap,
    "institutions": institutions_in_sitemap,
}


def _ranges(kind: str) -> list[tuple[str, datetime]]:
    """The files of a kind, each with the latest change in its range."""
    numbered = _RANGED[kind]().order_by().annotate(number=F("id") / ADDRESSES_A_FILE).values("number")
    latest = numbered.annotate(latest=Max("changed_at")).order_by("number").values_list("number", "latest")
    return [(f"{kind}-{number}", changed_at) for number, changed_at in latest]


def _in_range(rows: QuerySet[Any], number: int) -> QuerySet[Any]:
    start = number * ADDRESSES_A_FILE
    return rows.filter(id__gte=start, id__lt=start + ADDRESSES_A_FILE)


def _after_list(name: str, number: int, rows: QuerySet[Any]) -> Iterator[str]:
    """The things of a range; the first file begins with the page that lists them, where there are any."""
    lines = _lines(rows.only("slug", "changed_at"))
    first = next(lines, None)
    if first is None:
        return
    if number == 0:
        yield address_line(reverse(name))
    yield first
    yield from lines


def _lines(rows: QuerySet[Any]) -> Iterator[str]:
    return map(sitemap_line, rows.order_by("id").iterator(chunk_size=2_000))


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
