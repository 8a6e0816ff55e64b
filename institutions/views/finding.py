"""Which institution an address means: by id, by ROR's, by a name, acronym or alias of one or several."""

import re
from datetime import datetime

from django.db.models import Max
from django.db.models.functions import Coalesce, Greatest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.identifiers import parse_ror
from common.list_files import LIST_FORMATS, MOST_ROWS, page_or_file
from common.name_lists import MOST_PAPERS_FIRST
from common.negotiation import JSON, JSON_LD, MARKDOWN, PNG, Format, split_suffix
from common.pagination import keyed_page, row_after, rows_from, where_in_list
from common.slugs import parse_numbered, slug
from common.structured_data import breadcrumb, collection, graph, open_graph
from institutions.list_files import place_files
from institutions.models import Institution, InstitutionName
from institutions.names import fold
from institutions.querysets import InstitutionQuerySet

FORMATS = (MARKDOWN, JSON, JSON_LD)
SUFFIXES = (*FORMATS, PNG)
_ONE_SLASH = re.compile(r"^(https?):/(?=[^/])", re.IGNORECASE)


def find(
    request: HttpRequest, institutions: InstitutionQuerySet, spelling: str, below: str = ""
) -> Institution | HttpResponse:
    """The institution of an id with or without slug; the answer where readers are to be sent on.

    `below` is what follows the page in the address: a suffix, or a part of the page.
    """
    number = parse_numbered(spelling)
    found = institutions.filter(pk=number).first() if number else None
    if found is None:
        raise Http404(f"There is no institution {spelling[:80]}.")
    if (stands := found.standing) != found:
        return HttpResponsePermanentRedirect(stands.get_absolute_url() + below)
    return found


def changed_at(request: HttpRequest, spelling: str) -> datetime | None:
    """When the facts of an institution's page changed; None where the answer is another than the page."""
    spelling, asked = split_suffix(spelling, SUFFIXES)
    number = parse_numbered(spelling)
    if number is None or parse_ror(spelling):
        return None
    stamp = (
        Institution.objects.filter(pk=number, merged_into=None)
        .values_list("slug", Greatest("changed_at", Coalesce("summary__counted_at", "changed_at")))
        .first()
    )
    key = f"{number}-{stamp[0]}" if stamp and stamp[0] else str(number)
    if stamp is None or request.path != reverse("institution", args=[key + asked.suffix]):
        return None
    return stamp[1]


def lists_changed_at(request: HttpRequest, **kwargs: str) -> datetime | None:
    """Lists of places change whenever any of them does; what is found by name also when its index does."""
    if request.GET.get("q"):
        return None
    return Institution.objects.aggregate(latest=Max("changed_at"))["latest"]


def ror_of(spelling: str) -> str:
    """The nine signs of a ROR id in any spelling; empty where it is none."""
    full = parse_ror(_ONE_SLASH.sub(r"\1://", spelling))
    return full.rpartition("/")[2] if full else ""


def by_ror(ror: str, *, moved: bool) -> HttpResponse:
    """301 from an address below /institutions, 302 from a lookup."""
    found = Institution.objects.select_related("merged_into").filter(ror=ror).first()
    if found is None:
        raise Http404(f"This site does not hold the institution https://ror.org/{ror}.")
    path = found.standing.get_absolute_url()
    return HttpResponsePermanentRedirect(path) if moved else HttpResponseRedirect(path)


def ror_lookup(request: HttpRequest, spelling: str) -> HttpResponse:
    ror = ror_of(spelling)
    if not ror:
        raise Http404(f"{spelling[:80]} is no ROR id.")
    return by_ror(ror, moved=False)


def by_name(request: HttpRequest, name: str, asked: Format) -> HttpResponseBase:
    """All that bear a name, acronym or alias, or the way to the only one; which that is changes, so 302."""
    folded = fold(name.replace("-", " "))
    rows = Institution.objects.listed().called(folded) if folded else Institution.objects.none()
    after = row_after(request, rows)
    tidy = slug(name.replace("-", " "))
    path = reverse("institution", args=[tidy or name])
    pages = keyed_page(
        rows.for_rows(), MOST_PAPERS_FIRST, after, lambda row: f"{path}?after={row.pk}" if row else path, many_ties=True
    )
    if not pages.rows:
        raise Http404(f"This site knows no institution called {name[:80]}.")
    if len(pages.rows) == 1 and after is None:
        return HttpResponseRedirect(pages.rows[0].get_absolute_url() + (asked.suffix if asked in FORMATS else ""))
    if asked.suffix and asked not in LIST_FORMATS:
        return HttpResponsePermanentRedirect(path)
    if tidy and fold(tidy.replace("-", " ")) == folded and request.path != path + asked.suffix:
        return HttpResponsePermanentRedirect(path + asked.suffix)
    spelled = InstitutionName.objects.filter(institution__in=[row.pk for row in pages.rows], folded=folded)
    shown = spelled.values_list("value", flat=True).order_by("pk").first() or name.replace("-", " ")
    title = f"Institutions called {shown}"
    description = f"Several institutions are called {shown}; choose the one that is meant."
    crumbs = [("Institutions", reverse("institutions"))]
    here = path if after is None else f"{path}?after={after.pk}"

    def more() -> list[Institution]:
        return rows_from(rows.for_rows(), MOST_PAPERS_FIRST, after, MOST_ROWS, many_ties=True)

    return page_or_file(
        request,
        "institutions/same_name.html",
        {
            "section": "institutions",
            "name": title + where_in_list({"pages": pages, "after": after}),
            "shown": shown,
            "canonical": here,
            "robots": "noindex, follow",
            "description": description,
            "crumbs": crumbs,
            "structured": graph(
                collection(path, title, description, [(row.name, row.get_absolute_url()) for row in pages.rows]),
                breadcrumb(path, [*crumbs, (title, path)]),
            ),
            "social": open_graph(title, description, path),
            "pages": pages,
        },
        place_files(here, title, None, pages.rows, more, pages.older),
        asked,
    )
