"""`/institutions/<id>-<name>`: one place, with what its papers add up to and its papers by key; or all of a name."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from common.addresses import absolute
from common.charts import year_chart
from common.documents import page as render_page
from common.links import feeds_of
from common.list_files import LIST_FORMATS
from common.negotiation import HTML, PNG, split_suffix
from common.numbered_things import FORMATS, SUFFIXES, in_format_asked
from common.pictures import picture_answer
from common.redirects import to_tidy
from common.slugs import parse_numbered
from common.structured_data import open_graph
from institutions import portrait
from institutions.formats import in_format, page_links
from institutions.models import Institution
from institutions.picture import institution_card
from institutions.structured_data import institution_graph, ror_url
from institutions.summaries import sums_of
from institutions.views import blocks
from institutions.views.finding import by_name, by_ror, find, ror_of
from institutions.views.selection import Selection

THIN = 5  # papers, under which the page is not for indexes


def institution(request: HttpRequest, spelling: str) -> HttpResponseBase:
    if ror := ror_of(spelling):
        return by_ror(ror, moved=True)
    spelling, asked = split_suffix(spelling, SUFFIXES)
    if ror := ror_of(spelling):
        return by_ror(ror, moved=True)
    if parse_numbered(spelling) is None:
        return by_name(request, *(split_suffix(spelling, LIST_FORMATS) if asked is HTML else (spelling, asked)))
    found = find(Institution.objects.for_page(), spelling, asked.suffix)
    if isinstance(found, HttpResponse):
        return found
    page = found.get_absolute_url()
    if moved := to_tidy(request, page + asked.suffix, "parts", "year", "after", parts="yes"):
        return moved
    if asked is PNG:
        return picture_answer(request, institution_card(found))
    context = page_context(request, found)

    def as_html() -> HttpResponse:
        response = render_page(request, "institutions/detail.html", context)
        response.headers["Link"] = page_links(found, context)
        return response

    return in_format_asked(request, page, asked, lambda chosen: in_format(request, found, context, chosen), as_html)


def page_context(request: HttpRequest, found: Institution) -> dict[str, Any]:
    """Everything of the page; no question costs more for an institution with more papers."""
    page = found.get_absolute_url()
    selection = Selection.asked(request, page)
    summary = getattr(found, "summary", None)
    sums = sums_of(found, own=selection.own)
    kin = portrait.relatives(Institution.objects.relatives(found.pk))
    total = found.paper_count if selection.own else found.paper_count_with_parts
    pages = selection.pages(found)
    ids = [place.paper_id for place in pages.rows]
    rows = found.placed.paper_rows({*ids, *sums.cited})
    others = portrait.other_names(found)
    where = ", ".join(part for part in (found.city, found.country) if part)
    count = found.paper_count_with_parts
    title = f"{found.name}, {where}" if where else found.name
    description = f"{title}: {count:,} {'paper' if count == 1 else 'papers'} in this archive."
    return {
        "section": "institutions",
        "canonical": selection.href(selection.after),
        "robots": "" if selection.is_whole and count >= THIN else "noindex, follow",
        "name": found.name,
        "title": title + selection.told,
        "description": description,
        "structured": institution_graph(found, description, others, [row for row in kin.above if row.distance == 1]),  # type: ignore[attr-defined]
        "social": open_graph(title + selection.told, description, page, picture=page),
        "alternates": [(absolute(page) + known.suffix, known) for known in FORMATS],
        "feeds": feeds_of(page),
        "crumbs": _way(found),
        "institution": found,
        "page": page,
        "names": blocks.names(others),
        "kind": portrait.kind(found),
        "where": where,
        "ror_url": ror_url(found),
        "kin": kin,
        "parts": blocks.parts(kin),
        "total": total,
        "sums": sums,
        "counted_at": summary.counted_at if summary else None,
        "fields": blocks.fields(found, sums, own=selection.own),
        "chart": year_chart(sums.years, partial=timezone.now().year, href=selection.year_href),
        "partners": blocks.partners(sums),
        "people": blocks.people(sums),
        "map": blocks.world_map(found, sums),
        "cited": [rows[one] for one in sums.cited if one in rows],
        "selection": selection,
        "selection_total": total if selection.year is None else sums.years.get(selection.year, 0),
        "pages": pages,
        "papers": [rows[one] for one in ids if one in rows],
    }


def _way(found: Institution) -> list[tuple[str, str]]:
    path = reverse("institutions")
    country = [(found.country, f"{path}?country={found.country_code}")] if found.country and found.country_code else []
    return [("Institutions", path), *country]
