"""Which researcher an address means: by id, by a name that one or several bear, by an outside id."""

from datetime import datetime

from django.db.models import Max
from django.db.models.functions import Greatest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.error_answers import error_answer
from common.identifiers import parse_orcid
from common.list_files import LIST_FORMATS, MOST_ROWS, page_or_file
from common.name_lists import MOST_PAPERS_FIRST
from common.negotiation import JSON, JSON_LD, MARKDOWN, PNG, Format, split_suffix
from common.pagination import keyed_page, row_after, rows_from, where_in_list
from common.problems import Problem
from common.slugs import parse_numbered, slug
from common.structured_data import breadcrumb, collection, graph, open_graph
from researchers.list_files import people_files
from researchers.models import Researcher
from researchers.names import fold
from researchers.querysets import ResearcherQuerySet

FORMATS = (MARKDOWN, JSON, JSON_LD)
SUFFIXES = (*FORMATS, PNG)
LONGEST_NAME = 200


def find(
    request: HttpRequest, researchers: ResearcherQuerySet, spelling: str, below: str = ""
) -> Researcher | HttpResponse:
    """The researcher of an id with or without slug; the answer where readers get another than the page.

    `below` is what follows the page in the address: a suffix, or a part of the page.
    """
    number = parse_numbered(spelling)
    found = researchers.filter(pk=number).first() if number else None
    if found is None:
        raise Http404(f"There is no researcher {spelling[:80]}.")
    if (stands := found.standing) != found:
        return HttpResponsePermanentRedirect(stands.get_absolute_url() + below)
    if found.hidden_at:
        problem = Problem("removed", "The person asked for the profile not to be shown.")
        return error_answer(request, problem, "researchers/removed", {"section": "researchers"}, 410)
    return found


def changed_at(request: HttpRequest, spelling: str) -> datetime | None:
    """When the facts of a researcher's page changed; None where the answer is another than the page."""
    spelling, asked = split_suffix(spelling, SUFFIXES)
    number = parse_numbered(spelling)
    if number is None:
        return None
    stamp = (
        Researcher.objects.filter(pk=number, merged_into=None, hidden_at=None)
        .values_list("slug")
        .annotate(
            latest=Greatest(
                "changed_at",
                "recounted_at",
                Max("authorships__paper__changed_at"),
                Max("authorships__paper__recounted_at"),
            )
        )
        .order_by("pk")
        .first()
    )
    key = f"{number}-{stamp[0]}" if stamp and stamp[0] else str(number)
    if stamp is None or request.path != reverse("researcher", args=[key + asked.suffix]):
        return None
    return stamp[1]


def lists_changed_at(request: HttpRequest, **kwargs: str) -> datetime | None:
    """Lists of people change whenever any of them does; what is found by name also when its index does."""
    if request.GET.get("q"):
        return None
    return Researcher.objects.aggregate(latest=Max("changed_at"))["latest"]


def by_name(request: HttpRequest, name: str, asked: Format) -> HttpResponseBase:
    """All who bear a name, or the way to the only one; who that is changes, so 302."""
    folded = fold(name.replace("-", " "))[:LONGEST_NAME]
    rows = Researcher.objects.listed().named(folded) if folded else Researcher.objects.none()
    tidy = slug(folded)
    after = row_after(request, rows)
    path = reverse("researcher", args=[tidy or name])
    pages = keyed_page(
        rows.for_rows(), MOST_PAPERS_FIRST, after, lambda row: f"{path}?after={row.pk}" if row else path, many_ties=True
    )
    if not pages.rows:
        raise Http404(f"This site knows no researcher of the name {name[:80]}.")
    if len(pages.rows) == 1 and after is None:
        return HttpResponseRedirect(pages.rows[0].get_absolute_url() + (asked.suffix if asked in FORMATS else ""))
    if asked.suffix and asked not in LIST_FORMATS:
        return HttpResponsePermanentRedirect(path)
    if tidy and fold(tidy.replace("-", " ")) == folded and request.path != path + asked.suffix:
        return HttpResponsePermanentRedirect(path + asked.suffix)
    shown = pages.rows[0].name
    title = f"Researchers of the name {shown}"
    description = f"Several researchers bear the name {shown}, with what tells them apart."
    crumbs = [("Researchers", reverse("researchers"))]
    here = path if after is None else f"{path}?after={after.pk}"

    def more() -> list[Researcher]:
        return rows_from(rows.for_rows(), MOST_PAPERS_FIRST, after, MOST_ROWS, many_ties=True)

    return page_or_file(
        request,
        "researchers/same_name.html",
        {
            "section": "researchers",
            "name": title + where_in_list({"pages": pages, "after": after}),
            "shown": shown,
            "canonical": here,
            "description": description,
            "crumbs": crumbs,
            "structured": graph(
                collection(path, title, description, [(row.name, row.get_absolute_url()) for row in pages.rows]),
                breadcrumb(path, [*crumbs, (title, path)]),
            ),
            "social": open_graph(title, description, path),
            "robots": "noindex, follow",
            "pages": pages,
        },
        people_files(here, title, None, pages.rows, more, pages.older),
        asked,
    )


def orcid_lookup(request: HttpRequest, spelling: str) -> HttpResponse:
    orcid = parse_orcid(spelling)
    if orcid is None:
        raise Http404(f"{spelling[:80]} is no ORCID.")
    found = (
        Researcher.objects.filter(orcid=orcid, hidden_at=None, merged_into=None).first()
        or Researcher.objects.listed().filter(profiles__orcid=orcid, profiles__gone_at=None).order_by("id").first()
    )
    if found is None:
        raise Http404(f"This site knows no researcher with the ORCID {orcid}.")
    return HttpResponseRedirect(found.get_absolute_url())


def by_profile(source: str, outside_id: str) -> Researcher | None:
    """Whom an outside profile belongs to."""
    return Researcher.objects.listed().filter(profiles__source=source, profiles__outside_id=outside_id).first()
