"""`/institutions/<id>-<name>`: one place, with what its papers add up to and its papers by key; or all of a name."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from common.addresses import absolute
from common.charts import bars, year_chart
from common.documents import page as render_page
from common.links import feeds_of
from common.list_files import LIST_FORMATS
from common.negotiation import HTML, PNG, split_suffix
from common.numbered_things import FORMATS, SUFFIXES, in_format_asked
from common.pagination import KeyedPage, keyed_page
from common.pictures import picture_answer
from common.redirects import to_tidy
from common.slugs import parse_numbered
from common.structured_data import open_graph
from institutions import portrait
from institutions.formats import in_format, page_links
from institutions.models import Institution
from institutions.picture import institution_card
from institutions.querysets import RELATIVES_SHOWN
from institutions.structured_data import institution_graph, ror_url, wikidata_url
from institutions.summaries import sums_of
from institutions.views.counting import without_parts
from institutions.views.finding import by_name, by_ror, find, ror_of

NEWEST = ("-first_submitted_at", "-paper_id")
PARTNERS_SHOWN = 9
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
    own = without_parts(request)
    year = _year(request)
    summary = getattr(found, "summary", None)
    sums = sums_of(found, own=own)
    kin = portrait.relatives(Institution.objects.relatives(found.pk))
    total = found.paper_count if own else found.paper_count_with_parts
    after = request.GET.get("after", "")
    pages = _papers(found, page, own, year, after)
    ids = [place.paper_id for place in pages.rows]
    rows = found.placed.paper_rows({*ids, *sums.cited})
    others = portrait.other_names(found)
    where = ", ".join(part for part in (found.city, found.country) if part)
    count = found.paper_count_with_parts
    title = f"{found.name}, {where}" if where else found.name
    description = f"{title}: {count:,} {'paper' if count == 1 else 'papers'} in this archive."
    filtered = own or year is not None
    title += (", without its parts" if own else "") + (f", {year}" if year is not None else "")
    title += f", after {after}" if after else ""
    this_year = timezone.now().year
    more = {"parts": "no"} if own else {}
    return {
        "section": "institutions",
        "canonical": _href(page, own, year)(after),
        "robots": "noindex, follow" if filtered or count < THIN else "",
        "name": found.name,
        "title": title,
        "description": description,
        "structured": institution_graph(found, description, others, [row for row in kin.above if row.distance == 1]),  # type: ignore[attr-defined]
        "social": open_graph(title, description, page, picture=page),
        "alternates": [(absolute(page) + known.suffix, known) for known in FORMATS],
        "feeds": feeds_of(page),
        "crumbs": _way(found),
        "institution": found,
        "page": page,
        "other_names": others[: portrait.NAMES_SHOWN],
        "more_names": others[portrait.NAMES_SHOWN :],
        "kind": portrait.kind(found),
        "where": where,
        "ror_url": ror_url(found),
        "wikidata_url": wikidata_url(found),
        "kin": kin,
        "parts": kin.parts[:RELATIVES_SHOWN],
        "more_parts": len(kin.parts) > RELATIVES_SHOWN,
        "own": own,
        "year": year,
        "after": after,
        "total": total,
        "sums": sums,
        "counted_at": summary.counted_at if summary else None,
        "fields": bars((code, papers, "" if own else _search(found, code), code) for code, papers in sums.fields),
        "chart": year_chart(
            sums.years, partial=this_year, href=lambda of: f"{page}?{urlencode({**more, 'year': str(of)})}"
        ),
        "partners": bars(
            (one.name, one.papers, reverse("institution", args=[one.key]), "") for one in sums.partners[:PARTNERS_SHOWN]
        ),
        "people_now": [one for one in sums.people if one.now],
        "people_before": [one for one in sums.people if not one.now],
        "people_href": f"{page}/researchers",
        "more": f"?{urlencode(more)}" if more else "",
        "here": portrait.pin(found.latitude, found.longitude),
        "map_places": portrait.places(sums.partners),
        "cited": [rows[one] for one in sums.cited if one in rows],
        "pages": pages,
        "papers": [rows[one] for one in ids if one in rows],
        "list_total": sums.years.get(year, 0) if year is not None else total,
    }


def _search(found: Institution, code: str) -> str:
    """The papers of a field from there or its parts; a code without a point may be an archive, which counts more."""
    return f"{reverse('search')}?{urlencode({'category': code, 'institution': found.pk})}" if "." in code else ""


def _papers(found: Institution, page: str, own: bool, year: int | None, after: str) -> KeyedPage:
    rows = found.placed.listed().places()
    if own:
        rows = rows.own()
    if year is not None:
        rows = rows.in_year(year)
    here = rows.after(after) if after else None
    if after and here is None:
        raise Http404("The list would go on after a paper that is not in it.")
    href = _href(page, own, year)
    pages = keyed_page(rows, NEWEST, here, lambda row: href(row.paper.arxiv_id if row else ""))
    if year is not None and not pages.rows:
        raise Http404(f"This site holds no paper of this institution of {year}.")
    return pages


def _year(request: HttpRequest) -> int | None:
    text = request.GET.get("year", "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) == 4 and 1 <= int(text) < 9999):
        raise Http404(f"There is no year {text[:20]}.")
    return int(text)


def _href(page: str, own: bool, year: int | None) -> Any:
    def href(arxiv_id: str) -> str:
        kept = {"parts": "no"} if own else {}
        if year is not None:
            kept["year"] = str(year)
        if arxiv_id:
            kept["after"] = arxiv_id
        return f"{page}?{urlencode(kept, safe='/')}" if kept else page

    return href


def _way(found: Institution) -> list[tuple[str, str]]:
    path = reverse("institutions")
    country = [(found.country, f"{path}?country={found.country_code}")] if found.country and found.country_code else []
    return [("Institutions", path), *country]
