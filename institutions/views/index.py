"""`/institutions`: browse, most papers first, by country; find by name, acronym or town."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from common.documents import page
from common.http_caching import SEARCH
from common.name_search import DEEPEST_PAGE, named_rows
from common.pagination import keyed_page, numbered_page, page_number, row_after
from common.redirects import to_tidy
from common.structured_data import breadcrumb, collection, graph, open_graph
from institutions.models import Institution
from institutions.querysets import InstitutionQuerySet
from institutions.views.finding import MOST_PAPERS_FIRST, by_ror, ror_of

FILTERS = ("q", "country")


def institutions(request: HttpRequest) -> HttpResponse:
    path = reverse("institutions")
    words = request.GET.get("q", "")
    if moved := to_tidy(request, path, *FILTERS, "page" if words else "after"):
        return moved
    filters = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    if ror := ror_of(words):
        return by_ror(ror, moved=False)
    rows = Institution.objects.listed()
    if "country" in filters:
        rows = rows.in_country(filters["country"])
    shown = _called if words else _browsed
    return shown(request, path, filters, rows)


def _called(request: HttpRequest, path: str, filters: dict[str, str], listed: InstitutionQuerySet) -> HttpResponse:
    words, number = filters["q"], page_number(request)
    rows, total, notice = named_rows("places", words, listed.for_rows(), number, narrowed=len(filters) > 1)

    def href(number: int) -> str:
        return f"{path}?{urlencode(filters | ({'page': number} if number > 1 else {}))}"

    pages = numbered_page(number, total, href, deepest=DEEPEST_PAGE)
    found = {"rows": rows, "pages": pages, "notice": notice, "canonical": href(number)}
    response = _listed(request, path, f"Institutions called {words}", filters, found)
    response.headers["Cache-Control"] = SEARCH
    return response


def _browsed(request: HttpRequest, path: str, filters: dict[str, str], listed: InstitutionQuerySet) -> HttpResponse:
    after = row_after(request, listed)

    def href(row: Institution | None) -> str:
        kept = filters | ({"after": str(row.pk)} if row else {})
        return f"{path}?{urlencode(kept)}" if kept else path

    pages = keyed_page(listed.for_rows(), MOST_PAPERS_FIRST, after, href, many_ties=True)
    if filters and not pages.rows:
        raise Http404("This site knows no such institution.")
    found = {"rows": pages.rows, "pages": pages, "after": after, "canonical": href(after)}
    return _listed(request, path, "Institutions", filters, found)


def _listed(request: HttpRequest, path: str, name: str, filters: dict[str, str], found: dict[str, Any]) -> HttpResponse:
    countries = Institution.objects.countries()
    chosen = filters.get("country", "").upper()
    country = next((one.name for one in countries if one.code == chosen), "")
    name += f" in {country}" if country else ""
    description = "Where the authors of the papers held here work, as printed on the papers, most papers first."
    return page(
        request,
        "institutions/index.html",
        {
            "section": "institutions",
            "name": name,
            "robots": "noindex, follow" if filters else "",
            "description": description,
            "structured": graph(
                collection(path, name, description, [(row.name, row.get_absolute_url()) for row in found["rows"]]),
                breadcrumb(path, [("Institutions", path)]),
            ),
            "social": open_graph(name, description, path),
            "q": filters.get("q", ""),
            "country": chosen,
            "countries": countries,
            **found,
        },
    )
