"""`/institutions`: browse, most papers first, by country; find by name, acronym or town."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.http_caching import SEARCH
from common.list_files import MOST_ROWS, ListFile, asked_by, page_or_file
from common.name_search import DEEPEST_PAGE, named_from, named_rows
from common.pagination import keyed_page, numbered_page, page_number, row_after, rows_from, where_in_list
from common.redirects import to_tidy
from common.structured_data import breadcrumb, collection, graph, open_graph
from institutions.list_files import place_files
from institutions.models import Institution
from institutions.querysets import InstitutionQuerySet
from institutions.views.finding import MOST_PAPERS_FIRST, by_ror, ror_of

FILTERS = ("q", "country")


def institutions(request: HttpRequest, suffix: str = "") -> HttpResponseBase:
    path = reverse("institutions")
    words = request.GET.get("q", "")
    if moved := to_tidy(request, path + suffix, *FILTERS, "page" if words else "after"):
        return moved
    filters = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    if ror := ror_of(words):
        return by_ror(ror, moved=False)
    rows = Institution.objects.listed()
    if "country" in filters:
        rows = rows.in_country(filters["country"])
    shown = _called if words else _browsed
    return shown(request, path, filters, rows, suffix)


def _called(
    request: HttpRequest, path: str, filters: dict[str, str], listed: InstitutionQuerySet, suffix: str
) -> HttpResponseBase:
    words, number = filters["q"], page_number(request)
    rows, total, notice = named_rows("places", words, listed.for_rows(), number, narrowed=len(filters) > 1)

    def href(number: int) -> str:
        return f"{path}?{urlencode(filters | ({'page': number} if number > 1 else {}))}"

    pages = numbered_page(number, total, href, deepest=DEEPEST_PAGE)
    found = {"rows": rows, "pages": pages, "notice": notice, "canonical": href(number)}
    name = f"Institutions called {words}"

    def more() -> list[Institution]:
        narrowed = len(filters) > 1
        return named_from("places", words, listed.for_rows(), number, MOST_ROWS, narrowed=narrowed)

    files = place_files(href(number), name, total, rows, more, pages.older)
    response = _listed(request, path, name, filters, found, files, suffix)
    response.headers["Cache-Control"] = SEARCH
    return response


def _browsed(
    request: HttpRequest, path: str, filters: dict[str, str], listed: InstitutionQuerySet, suffix: str
) -> HttpResponseBase:
    after = row_after(request, listed)

    def href(row: Institution | None) -> str:
        kept = filters | ({"after": str(row.pk)} if row else {})
        return f"{path}?{urlencode(kept)}" if kept else path

    pages = keyed_page(listed.for_rows(), MOST_PAPERS_FIRST, after, href, many_ties=True)
    if filters and not pages.rows:
        raise Http404("This site knows no such institution.")
    found = {"rows": pages.rows, "pages": pages, "after": after, "canonical": href(after)}

    def more() -> list[Institution]:
        return rows_from(listed.for_rows(), MOST_PAPERS_FIRST, after, MOST_ROWS, many_ties=True)

    files = place_files(href(after), "Institutions", None, pages.rows, more, pages.older)
    return _listed(request, path, "Institutions", filters, found, files, suffix)


def _listed(
    request: HttpRequest,
    path: str,
    name: str,
    filters: dict[str, str],
    found: dict[str, Any],
    files: ListFile,
    suffix: str,
) -> HttpResponseBase:
    countries = Institution.objects.countries()
    chosen = filters.get("country", "").upper()
    country = next((one.name for one in countries if one.code == chosen), "")
    name += f" in {country}" if country else ""
    title = name + where_in_list(found)
    description = "Where the authors of the papers held here work, as printed on the papers, most papers first."
    return page_or_file(
        request,
        "institutions/index.html",
        {
            "section": "institutions",
            "name": name,
            "title": title,
            "robots": "noindex, follow" if filters else "",
            "description": description,
            "structured": graph(
                collection(path, name, description, [(row.name, row.get_absolute_url()) for row in found["rows"]]),
                breadcrumb(path, [("Institutions", path)]),
            ),
            "social": open_graph(title, description, path),
            "q": filters.get("q", ""),
            "country": chosen,
            "countries": countries,
            **found,
        },
        files,
        asked_by(suffix),
    )
