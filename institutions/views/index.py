"""`/institutions`: browse, most papers first, by country; find by name, acronym or town."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.http_caching import SEARCH
from common.list_files import asked_by, page_or_file
from common.name_lists import Shown, browsed, called
from common.pagination import where_in_list
from common.redirects import to_tidy
from common.structured_data import breadcrumb, collection, graph, open_graph
from institutions.list_files import place_files
from institutions.models import Institution
from institutions.views.finding import by_ror, ror_of

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
    rows = rows.for_rows()
    if not words:
        return _listed(request, path, filters, browsed(request, "Institutions", path, filters, rows), suffix)
    response = _listed(request, path, filters, called(request, "places", "Institutions", path, filters, rows), suffix)
    response.headers["Cache-Control"] = SEARCH
    return response


def _listed(request: HttpRequest, path: str, filters: dict[str, str], shown: Shown, suffix: str) -> HttpResponseBase:
    name, found = shown.name, shown.found
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
        place_files(found["canonical"], shown.name, shown.count, found["rows"], shown.more, found["pages"].older),
        asked_by(suffix),
    )
