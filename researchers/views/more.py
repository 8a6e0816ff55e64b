"""What hangs on a researcher's page: all co-authors, and what curators set right."""

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.documents import page as render_page
from common.list_files import MOST_ROWS, asked_by, page_or_file
from common.pagination import numbered_href, numbered_page, page_number
from common.redirects import to_tidy
from common.structured_data import breadcrumb, collection, graph, open_graph
from researchers.list_files import people_files
from researchers.models import Researcher
from researchers.views.finding import find


def coauthors(request: HttpRequest, spelling: str, suffix: str = "") -> HttpResponseBase:
    """All co-authors, most papers together first."""
    found = find(request, Researcher.objects.all(), spelling, f"/coauthors{suffix}")
    if isinstance(found, HttpResponse):
        return found
    page = found.get_absolute_url()
    path = f"{page}/coauthors"
    if moved := to_tidy(request, path + suffix, "page"):
        return moved
    company = found.authorships.oeuvre(found.pk).company()
    pages = numbered_page(page_number(request), len(company.together), numbered_href(path), link_all=True)
    shown = company.together[pages.start : pages.stop]
    people = Researcher.objects.listed().for_rows().in_bulk([one for one, _ in shown])
    rows = [(people[one], papers, f"{page}?researcher={one}") for one, papers in shown if one in people]
    name = f"Co-authors of {found.name}"
    description = f"{pages.total:,} researchers who wrote papers held here together with {found.name}."
    crumbs = [("Researchers", reverse("researchers")), (found.name, page)]
    href = numbered_href(path)(pages.number)

    def more() -> list[Researcher]:
        ids = [one for one, _ in company.together[pages.start : pages.start + MOST_ROWS]]
        held = Researcher.objects.listed().for_rows().in_bulk(ids)
        return [held[one] for one in ids if one in held]

    together = ("papers_together", dict(company.together))
    files = people_files(href, name, pages.total, [row for row, _, _ in rows], more, pages.older, beside=together)
    return page_or_file(
        request,
        "researchers/coauthors.html",
        {
            "section": "researchers",
            "researcher": found,
            "name": f"{name}, page {pages.number}" if pages.number > 1 else name,
            "canonical": href,
            "robots": "noindex, follow",
            "description": description,
            "crumbs": crumbs,
            "structured": graph(
                collection(path, name, description, [(row.name, row.get_absolute_url()) for row, _, _ in rows]),
                breadcrumb(path, [*crumbs, (name, path)]),
            ),
            "social": open_graph(name, description, path),
            "pages": pages,
            "rows": rows,
            "left_out": company.left_out,
        },
        files,
        asked_by(suffix),
    )


def history(request: HttpRequest, spelling: str) -> HttpResponse:
    """Every correction by a curator, newest first, those undone too, and papers that were given to another."""
    found = find(request, Researcher.objects.all(), spelling, "/history")
    if isinstance(found, HttpResponse):
        return found
    page = found.get_absolute_url()
    path = f"{page}/history"
    if moved := to_tidy(request, path):
        return moved
    own = [(one, one.other) for one in found.corrections.select_related("other")]
    own += [(one, one.researcher) for one in found.corrections_to_it.select_related("researcher")]
    about = found.authorship_corrections.model.objects.filter(Q(researcher=found) | Q(details__researcher=found.pk))
    slots = list(about.select_related("paper", "researcher"))
    name = f"History of {found.name}"
    description = f"What curators of this site set right about {found.name}, and why."
    crumbs = [("Researchers", reverse("researchers")), (found.name, page)]
    return render_page(
        request,
        "researchers/history.html",
        {
            "section": "researchers",
            "thing": found,
            "name": name,
            "canonical": path,
            "robots": "noindex, follow",
            "description": description,
            "crumbs": crumbs,
            "structured": graph(breadcrumb(path, [*crumbs, (name, path)])),
            "social": open_graph(name, description, path),
            "corrections": sorted(own, key=lambda pair: pair[0].made_at, reverse=True),
            "slots": slots,
        },
    )
