"""`/researchers`: browse, most papers first; by words of a name, main field, country of the main institution."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from common.documents import page
from common.identifiers import parse_orcid
from common.pagination import keyed_page
from common.redirects import to_tidy
from common.structured_data import breadcrumb, collection, graph, open_graph
from institutions.models import Institution
from researchers.models import Researcher
from researchers.names import fold
from researchers.views.finding import MOST_PAPERS_FIRST, listed_after, orcid_lookup

FILTERS = ("q", "category", "country")


def researchers(request: HttpRequest) -> HttpResponse:
    path = reverse("researchers")
    if moved := to_tidy(request, path, *FILTERS, "after"):
        return moved
    filters = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    words = filters.get("q", "")
    if parse_orcid(words):
        return orcid_lookup(request, words)
    rows = Researcher.objects.listed()
    if words:
        rows = rows.with_words(fold(words))
    if "category" in filters:
        rows = rows.mainly_in(filters["category"])
    if "country" in filters:
        rows = rows.in_country(filters["country"])
    after = listed_after(request, rows)

    def href(row: Researcher | None) -> str:
        kept = filters | ({"after": str(row.pk)} if row else {})
        return f"{path}?{urlencode(kept)}" if kept else path

    pages = keyed_page(rows.for_rows(), MOST_PAPERS_FIRST, after, href, many_ties=True)
    if filters and not words and not pages.rows:
        raise Http404("This site knows no such researcher.")
    name = f"Researchers called {words}" if words else "Researchers"
    description = "People who wrote the papers held here, as far as they are matched, most papers first."
    return page(
        request,
        "researchers/index.html",
        {
            "section": "researchers",
            "name": name,
            "canonical": href(after),
            "robots": "noindex, follow" if filters else "",
            "description": description,
            "structured": graph(
                collection(path, name, description, [(row.name, row.get_absolute_url()) for row in pages.rows]),
                breadcrumb(path, [("Researchers", path)]),
            ),
            "social": open_graph(name, description, path),
            "q": words,
            "category": filters.get("category", ""),
            "country": filters.get("country", "").upper(),
            "countries": Institution.objects.countries(),
            "after": after,
            "pages": pages,
        },
    )
