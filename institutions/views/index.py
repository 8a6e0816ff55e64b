"""`/institutions`: browse, most papers first; by words of a name, by country."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from common.documents import page
from common.pagination import keyed_page
from common.redirects import to_tidy
from common.structured_data import breadcrumb, collection, graph, open_graph
from institutions.models import Institution
from institutions.names import fold
from institutions.views.finding import MOST_PAPERS_FIRST, by_ror, listed_after, ror_of

FILTERS = ("q", "country")


def institutions(request: HttpRequest) -> HttpResponse:
    path = reverse("institutions")
    if moved := to_tidy(request, path, *FILTERS, "after"):
        return moved
    filters = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    words = filters.get("q", "")
    if ror := ror_of(words):
        return by_ror(ror, moved=False)
    rows = Institution.objects.listed()
    if words:
        rows = rows.with_words(fold(words))
    if "country" in filters:
        rows = rows.in_country(filters["country"])
    after = listed_after(request, rows)

    def href(row: Institution | None) -> str:
        kept = filters | ({"after": str(row.pk)} if row else {})
        return f"{path}?{urlencode(kept)}" if kept else path

    pages = keyed_page(rows.for_rows(), MOST_PAPERS_FIRST, after, href, many_ties=True)
    if filters and not words and not pages.rows:
        raise Http404("This site knows no such institution.")
    countries = Institution.objects.countries()
    chosen = filters.get("country", "").upper()
    country = next((one.name for one in countries if one.code == chosen), "")
    name = f"Institutions called {words}" if words else "Institutions"
    name += f" in {country}" if country else ""
    description = "Where the authors of the papers held here work, as printed on the papers, most papers first."
    return page(
        request,
        "institutions/index.html",
        {
            "section": "institutions",
            "name": name,
            "canonical": href(after),
            "robots": "noindex, follow" if filters else "",
            "description": description,
            "structured": graph(
                collection(path, name, description, [(row.name, row.get_absolute_url()) for row in pages.rows]),
                breadcrumb(path, [("Institutions", path)]),
            ),
            "social": open_graph(name, description, path),
            "q": words,
            "country": chosen,
            "countries": countries,
            "after": after,
            "pages": pages,
        },
    )
