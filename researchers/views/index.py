"""`/researchers`: browse, most papers first, by main field and country of the main institution; find by name."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.http_caching import SEARCH
from common.identifiers import parse_orcid
from common.list_files import asked_by, page_or_file
from common.name_lists import Shown, browsed, called
from common.pagination import where_in_list
from common.redirects import to_tidy
from common.structured_data import breadcrumb, collection, graph, open_graph
from institutions.models import Institution
from researchers.list_files import people_files
from researchers.models import Researcher
from researchers.views.finding import orcid_lookup

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
    rows = rows.for_rows()
    if not words:
        return _listed(request, path, filters, browsed(request, "Researchers", path, filters, rows), suffix)
    response = _listed(request, path, filters, called(request, "people", "Researchers", path, filters, rows), suffix)
    response.headers["Cache-Control"] = SEARCH
    return response


def _listed(request: HttpRequest, path: str, filters: dict[str, str], shown: Shown, suffix: str) -> HttpResponseBase:
    name, found = shown.name, shown.found
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
        people_files(found["canonical"], shown.name, shown.count, found["rows"], shown.more, found["pages"].older),
        asked_by(suffix),
    )
