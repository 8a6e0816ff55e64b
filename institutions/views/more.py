"""What hangs on an institution's page: its researchers, its parts, and what curators set right."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from common.documents import page as render_page
from common.pagination import keyed_page, numbered_href, numbered_page, page_number, row_after
from common.redirects import to_tidy
from common.structured_data import breadcrumb, collection, graph, open_graph
from institutions.models import Institution
from institutions.summaries import read_sums
from institutions.views.counting import formerly_there, without_parts
from institutions.views.finding import find


def people(request: HttpRequest, spelling: str) -> HttpResponse:
    """Researchers now (`?when=formerly`: formerly) there or at its parts (`?parts=no`: there), most papers first."""
    found = find(request, Institution.objects.select_related("summary", "merged_into"), spelling)
    if isinstance(found, HttpResponse):
        return found
    page = found.get_absolute_url()
    path = f"{page}/researchers"
    if moved := to_tidy(request, path, "parts", "when", "after", parts="yes", when="now"):
        return moved
    own, formerly = without_parts(request), formerly_there(request)
    rows = found.stays.listed().select_related("researcher")
    rows = rows.filter(own_papers__gt=0, own_current=not formerly) if own else rows.filter(current=not formerly)
    papers = "own_papers" if own else "papers"
    after = row_after(request, rows, "researcher")

    def href(researcher: int | None, *, parts: bool = not own, when: bool = formerly) -> str:
        kept = {} if parts else {"parts": "no"}
        kept |= {"when": "formerly"} if when else {}
        kept |= {"after": str(researcher)} if researcher else {}
        return f"{path}?{urlencode(kept)}" if kept else path

    pages = keyed_page(
        rows,
        (f"-{papers}", "researcher_id"),
        after,
        lambda row: href(row.researcher_id if row else None),
        many_ties=True,
    )
    summary = getattr(found, "summary", None)
    sums = read_sums((summary.own if own else summary.with_parts) if summary else {})
    name = f"Researchers {'formerly' if formerly else 'now'} at {found.name}"
    description = f"Researchers whose papers name {found.name}{'' if own else ' or one of its parts'}."
    listed = [(stay.researcher, getattr(stay, papers)) for stay in pages.rows]
    return render_page(
        request,
        "institutions/researchers.html",
        _head(found, path, name, description, [(row.name, row.get_absolute_url()) for row, _ in listed])
        | {
            "canonical": href(after.researcher_id if after else None),
            "sums": sums,
            "own": own,
            "formerly": formerly,
            "total": sums.formerly if formerly else sums.now,
            "counted_at": summary.counted_at if summary else None,
            "now_href": href(None, when=False),
            "formerly_href": href(None, when=True),
            "other_parts_href": href(None, parts=own),
            "after": after,
            "people": listed,
            "pages": pages,
        },
    )


def parts(request: HttpRequest, spelling: str) -> HttpResponse:
    """All that stand one step below it, most papers first."""
    found = find(request, Institution.objects.select_related("merged_into"), spelling)
    if isinstance(found, HttpResponse):
        return found
    path = f"{found.get_absolute_url()}/parts"
    if moved := to_tidy(request, path, "page"):
        return moved
    rows = Institution.objects.parts_of(found.pk).order_by("-paper_count_with_parts", "id")
    pages = numbered_page(page_number(request), rows.count(), numbered_href(path), link_all=True)
    shown = list(rows.for_rows()[pages.start : pages.stop])
    if not shown:
        raise Http404("This institution has no parts that this site holds.")
    name = f"Parts of {found.name}"
    description = f"{pages.total:,} institutions are parts of {found.name}, as ROR tells."
    return render_page(
        request,
        "institutions/parts.html",
        _head(found, path, name, description, [(row.name, row.get_absolute_url()) for row in shown])
        | {"canonical": numbered_href(path)(pages.number), "rows": shown, "pages": pages},
    )


def history(request: HttpRequest, spelling: str) -> HttpResponse:
    """Every correction by a curator, newest first, those undone too."""
    found = find(request, Institution.objects.select_related("merged_into"), spelling)
    if isinstance(found, HttpResponse):
        return found
    path = f"{found.get_absolute_url()}/history"
    if moved := to_tidy(request, path):
        return moved
    own = [(one, one.other) for one in found.corrections.select_related("other")]
    own += [(one, one.institution) for one in found.corrections_to_it.select_related("institution")]
    name = f"History of {found.name}"
    description = f"What curators of this site set right about {found.name}, and why."
    return render_page(
        request,
        "institutions/history.html",
        _head(found, path, name, description, [])
        | {
            "canonical": path,
            "thing": found,
            "corrections": sorted(own, key=lambda pair: pair[0].made_at, reverse=True),
        },
    )


def _head(found: Institution, path: str, name: str, description: str, rows: list[tuple[str, str]]) -> dict[str, object]:
    crumbs = [("Institutions", reverse("institutions")), (found.name, found.get_absolute_url())]
    return {
        "section": "institutions",
        "institution": found,
        "name": name,
        "robots": "noindex, follow",
        "description": description,
        "crumbs": crumbs,
        "structured": graph(collection(path, name, description, rows), breadcrumb(path, [*crumbs, (name, path)])),
        "social": open_graph(name, description, path),
    }
