"""`/researchers`: browse, most papers first, by main field and country of the main institution; find by name."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.http_caching import SEARCH
from common.identifiers import parse_orcid
from common.list_files import MOST_ROWS, ListFile, asked_by, page_or_file
from common.name_search import DEEPEST_PAGE, named_from, named_rows
from common.pagination import keyed_page, numbered_page, page_number, row_after, rows_from, where_in_list
from common.redirects import to_tidy
from common.structured_data import breadcrumb, collection, graph, open_graph
from institutions.models import Institution
from researchers.list_files import people_files
from researchers.models import Researcher
from researchers.querysets import ResearcherQuerySet
from researchers.views.finding import MOST_PAPERS_FIRST, orcid_lookup

FILTERS = ("q", "category", "country")


def researchers(request: HttpRequest, suffix: str = "") -> HttpResponseBase:
    path = reverse("researchers")
    words = request.GET.get("q", "")
    if moved := to_tidy(request, path + suffix, *FILTERS, "page" if words else "after"):
        return moved
    filters = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    if parse_orcid(words):
        return orcid_lookup(request, words)
    rows = Researcher.objects.listed()
    if "category" in filters:
        rows = rows.mainly_in(filters["category"])
    if "country" in filters:
        rows = rows.in_country(filters["country"])
    shown = _called if words else _browsed
    return shown(request, path, filters, rows, suffix)


def _called(
    request: HttpRequest, path: str, filters: dict[str, str], listed: ResearcherQuerySet, suffix: str
) -> HttpResponseBase:
    words, number = filters["q"], page_number(request)
    rows, total, notice = named_rows("people", words, listed.for_rows(), number, narrowed=len(filters) > 1)

    def href(number: int) -> str:
        return f"{path}?{urlencode(filters | ({'page': number} if number > 1 else {}))}"

    pages = numbered_page(number, total, href, deepest=DEEPEST_PAGE)
    found = {"rows": rows, "pages": pages, "notice": notice, "canonical": href(number)}
    name = f"Researchers called {words}"

    def more() -> list[Researcher]:
        narrowed = len(filters) > 1
        return named_from("people", words, listed.for_rows(), number, MOST_ROWS, narrowed=narrowed)

    files = people_files(href(number), name, total, rows, more, pages.older)
    response = _listed(request, path, name, filters, found, files, suffix)
    response.headers["Cache-Control"] = SEARCH
    return response


def _browsed(
    request: HttpRequest, path: str, filters: dict[str, str], listed: ResearcherQuerySet, suffix: str
) -> HttpResponseBase:
    after = row_after(request, listed)

    def href(row: Researcher | None) -> str:
        kept = filters | ({"after": str(row.pk)} if row else {})
        return f"{path}?{urlencode(kept)}" if kept else path

    pages = keyed_page(listed.for_rows(), MOST_PAPERS_FIRST, after, href, many_ties=True)
    if filters and not pages.rows:
        raise Http404("This site knows no such researcher.")
    found = {"rows": pages.rows, "pages": pages, "after": after, "canonical": href(after)}

    def more() -> list[Researcher]:
        return rows_from(listed.for_rows(), MOST_PAPERS_FIRST, after, MOST_ROWS, many_ties=True)

    files = people_files(href(after), "Researchers", None, pages.rows, more, pages.older)
    return _listed(request, path, "Researchers", filters, found, files, suffix)


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
    country = filters.get("country", "").upper()
    at = next((one.name for one in countries if one.code == country), country)
    field = f" mainly in {filters['category']}" if "category" in filters else ""
    title = name + field + (f" in {at}" if at else "") + where_in_list(found)
    description = "People who wrote the papers held here, as far as they are matched, most papers first."
    return page_or_file(
        request,
        "researchers/index.html",
        {
            "section": "researchers",
            "name": name,
            "title": title,
            "robots": "noindex, follow" if filters else "",
            "description": description,
            "structured": graph(
                collection(path, name, description, [(row.name, row.get_absolute_url()) for row in found["rows"]]),
                breadcrumb(path, [("Researchers", path)]),
            ),
            "social": open_graph(title, description, path),
            "q": filters.get("q", ""),
            "category": filters.get("category", ""),
            "country": country,
            "countries": countries,
            **found,
        },
        files,
        asked_by(suffix),
    )
