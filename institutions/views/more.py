"""What hangs on an institution's page: its researchers, its parts, and what curators set right."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.addresses import absolute
from common.documents import page as render_page
from common.list_files import MOST_ROWS, ListFile, asked_by, page_or_file
from common.pagination import keyed_page, numbered_href, numbered_page, page_number, row_after, rows_from, where_in_list
from common.redirects import to_tidy
from common.structured_data import breadcrumb, collection, graph, open_graph
from institutions.list_files import place_files
from institutions.models import Institution
from institutions.summaries import sums_of
from institutions.views.counting import formerly_there, without_parts
from institutions.views.finding import find


def people(request: HttpRequest, spelling: str, suffix: str = "") -> HttpResponseBase:
    """Researchers now (`?when=formerly`: formerly) there or at its parts (`?parts=no`: there), most papers first."""
    found = find(Institution.objects.select_related("summary", "merged_into"), spelling, f"/researchers{suffix}")
    if isinstance(found, HttpResponse):
        return found
    page = found.get_absolute_url()
    path = f"{page}/researchers"
    if moved := to_tidy(request, path + suffix, "parts", "when", "after", parts="yes", when="now"):
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
    sums = sums_of(found, own=own)
    name = f"Researchers {'formerly' if formerly else 'now'} at {found.name}"
    description = f"Researchers whose papers name {found.name}{'' if own else ' or one of its parts'}."
    listed = [(stay.researcher, getattr(stay, papers)) for stay in pages.rows]
    here = href(after.researcher_id if after else None)
    total = sums.formerly if formerly else sums.now

    def stays() -> list[Any]:
        return rows_from(rows, (f"-{papers}", "researcher_id"), after, MOST_ROWS, many_ties=True)

    return page_or_file(
        request,
        "institutions/researchers.html",
        _head(found, path, name, description, [(row.name, row.get_absolute_url()) for row, _ in listed])
        | {
            "name": name
            + (", without its parts" if own else "")
            + where_in_list({"pages": pages, "after": after and after.researcher}),
            "canonical": here,
            "sums": sums,
            "own": own,
            "formerly": formerly,
            "total": total,
            "counted_at": summary.counted_at if summary else None,
            "now_href": href(None, when=False),
            "formerly_href": href(None, when=True),
            "other_parts_href": href(None, parts=own),
            "after": after,
            "people": listed,
            "pages": pages,
        },
        _stay_files(here, name, total, pages.rows, stays, pages.older, papers),
        asked_by(suffix),
    )


def parts(request: HttpRequest, spelling: str, suffix: str = "") -> HttpResponseBase:
    """All that stand one step below it, most papers first."""
    found = find(Institution.objects.select_related("merged_into"), spelling, f"/parts{suffix}")
    if isinstance(found, HttpResponse):
        return found
    path = f"{found.get_absolute_url()}/parts"
    if moved := to_tidy(request, path + suffix, "page"):
        return moved
    rows = Institution.objects.parts_of(found.pk).order_by("-paper_count_with_parts", "id")
    pages = numbered_page(page_number(request), rows.count(), numbered_href(path), link_all=True)
    shown = list(rows.for_rows()[pages.start : pages.stop])
    if not shown:
        raise Http404("This institution has no parts that this site holds.")
    name = f"Parts of {found.name}"
    parts = "institution is a part" if pages.total == 1 else "institutions are parts"
    description = f"{pages.total:,} {parts} of {found.name}, as ROR tells."
    href = numbered_href(path)(pages.number)

    def more() -> list[Institution]:
        return list(rows.for_rows()[pages.start : pages.start + MOST_ROWS])

    return page_or_file(
        request,
        "institutions/parts.html",
        _head(found, path, name, description, [(row.name, row.get_absolute_url()) for row in shown])
        | {"name": name + where_in_list({"pages": pages}), "canonical": href, "rows": shown, "pages": pages},
        place_files(href, name, pages.total, shown, more, pages.older),
        asked_by(suffix),
    )


def history(request: HttpRequest, spelling: str) -> HttpResponse:
    """Every correction by a curator, newest first, those undone too."""
    found = find(Institution.objects.select_related("merged_into"), spelling, "/history")
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


def _stay_files(
    href: str, name: str, count: int, shown: list[Any], rows: Callable[[], list[Any]], older: str, papers: str
) -> ListFile:
    """Of stays: the researchers, with their papers that name the place."""
    columns = ("id", "url", "name", "paper_count", "first", "last")

    def told(stays: Iterable[Any]) -> list[dict[str, Any]]:
        return [
            {
                "id": absolute(reverse("researcher", args=[stay.researcher_id])),
                "url": absolute(stay.researcher.get_absolute_url()),
                "name": stay.researcher.name,
                "paper_count": getattr(stay, papers),
                "first": stay.first_on.isoformat(),
                "last": stay.last_on.isoformat(),
            }
            for stay in stays
        ]

    return ListFile(
        href, name, count, lambda: told(shown), columns, lambda: (list(one.values()) for one in told(rows())), older
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
