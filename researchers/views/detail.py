"""`/researchers/<id>-<name>`: one person with all that their papers here say; or all who bear a name."""

from collections.abc import Mapping
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
from common.networks import MOST_NODES, network
from common.numbered_things import FORMATS, SUFFIXES, in_format_asked
from common.pagination import numbered_page, page_number, where_in_list
from common.pictures import picture_answer
from common.redirects import to_tidy
from common.slugs import parse_numbered
from common.structured_data import open_graph
from researchers import portrait
from researchers.formats import in_format, page_links
from researchers.models import Researcher
from researchers.picture import researcher_card
from researchers.structured_data import person_graph
from researchers.views.finding import by_name, find

FILTERS = ("category", "institution", "researcher", "year")
MOST_OF_ONE_NAME = 6
FIELDS_SHOWN = 6


def researcher(request: HttpRequest, spelling: str) -> HttpResponseBase:
    spelling, asked = split_suffix(spelling, SUFFIXES)
    if parse_numbered(spelling) is None:
        return by_name(request, *(split_suffix(spelling, LIST_FORMATS) if asked is HTML else (spelling, asked)))
    found = find(request, Researcher.objects.for_page(), spelling, asked.suffix)
    if isinstance(found, HttpResponse):
        return found
    page = found.get_absolute_url()
    if moved := to_tidy(request, page + asked.suffix, *FILTERS, "sort", "page", sort="newest"):
        return moved
    if asked is PNG:
        return picture_answer(request, researcher_card(found))
    context = page_context(request, found)

    def as_html() -> HttpResponse:
        response = render_page(request, "researchers/detail.html", context)
        response.headers["Link"] = page_links(found, context)
        return response

    return in_format_asked(request, page, asked, lambda chosen: in_format(request, found, context, chosen), as_html)


def page_context(request: HttpRequest, found: Researcher) -> dict[str, Any]:
    """Everything of the page in six questions, whatever the person has written."""
    page = found.get_absolute_url()
    filters = _filters(request)
    at = filters.get("institution")
    oeuvre = found.authorships.oeuvre(found.pk, int(at) if at else None)
    company = oeuvre.company()
    people, same_name = _people(found, company.first[:MOST_NODES])
    coauthors = [(people[one], papers) for one, papers in company.together[:MOST_NODES] if one in people]
    chosen = _chosen(oeuvre, filters, request.GET.get("sort", ""))
    pages = numbered_page(page_number(request), len(chosen), _href(page, filters, request.GET.get("sort", "")))
    shown = chosen[pages.start : pages.stop]
    most_cited = oeuvre.most_cited()
    rows = found.authorships.paper_rows({paper.id for paper in [*shown, *([most_cited] if most_cited else [])]})
    whys = found.authorships.whys(shown)
    counts, over = oeuvre.places()
    fields = bars((name, papers, f"{page}?category={code}", code) for code, name, papers in oeuvre.fields())
    citations = oeuvre.citations()
    this_year = timezone.now().year
    places = portrait.places(found)
    outside_ids = portrait.outside_ids(found)
    others = oeuvre.other_names(found.name)
    total = len(oeuvre.papers)
    description = f"{found.name}: {total:,} {'paper' if total == 1 else 'papers'} in this archive" + _told(found)
    title = found.name
    if same_name and (apart := portrait.tells_apart(found)):
        title = f"{found.name} ({apart})"
    filtered = bool(filters) or "sort" in request.GET
    chips = _chips(page, filters, request.GET.get("sort", ""), people, places)
    narrowed = [label for label, _ in chips] + (["most cited first"] if "sort" in request.GET else [])
    title += "".join(f", {one}" for one in narrowed) + where_in_list({"pages": pages})
    return {
        "section": "researchers",
        "canonical": _href(page, filters, request.GET.get("sort", ""))(pages.number),
        "robots": "noindex, follow" if filtered or total < 2 else "",
        "title": title,
        "name": title,
        "description": description,
        "structured": person_graph(found, description, others, outside_ids, places),
        "social": open_graph(title, description, page, "profile", picture=page),
        "alternates": [(absolute(page) + known.suffix, known) for known in FORMATS],
        "feeds": [*feeds_of(page), *feeds_of(page, "citations", "New citations")],
        "crumbs": [("Researchers", reverse("researchers"))],
        "researcher": found,
        "oeuvre": oeuvre,
        "page": page,
        "total": total,
        "badges": portrait.badges(found),
        "other_names": others,
        "places": [place for place in places if place.current],
        "places_before": [place for place in places if not place.current],
        "outside_ids": outside_ids,
        "sources": portrait.sources(found),
        "last_read": portrait.last_read(found),
        "positions": bars((place, counts[place], "", "") for place in ("sole", "first", "middle", "last")),
        "positions_over": over,
        "positions_out": total - over,
        "fields": fields[:FIELDS_SHOWN],
        "more_fields": fields[FIELDS_SHOWN:],
        "same_name": same_name[:MOST_OF_ONE_NAME],
        "same_name_more": len(same_name) > MOST_OF_ONE_NAME,
        "same_name_href": reverse("researcher", args=[found.slug]) if found.slug else "",
        "most_cited": rows.get(most_cited.id) if most_cited else None,
        "citations": citations,
        "papers_chart": year_chart(oeuvre.years(), partial=this_year, href=lambda year: f"{page}?year={year}"),
        "citations_chart": year_chart(citations.by_year, "citations", partial=this_year) if citations else None,
        "coauthors": coauthors,
        "coauthors_total": len(company.together),
        "coauthors_left_out": company.left_out,
        "network": network(
            [(one.pk, one.name, papers) for one, papers in coauthors], oeuvre.ties(one.pk for one, _ in coauthors)
        ),
        "chosen": chips,
        "filtered_total": len(chosen),
        "sorts": _sorts(page, filters, request.GET.get("sort", "")),
        "pages": pages,
        "papers": [(rows[paper.id], whys[paper.slot]) for paper in shown if paper.id in rows],
    }


def _people(found: Researcher, coauthors: list[int]) -> tuple[dict[int, Researcher], list[Researcher]]:
    """Co-authors by id, and others of the same name, in one question."""
    listed = Researcher.objects.listed().for_rows()
    same = listed.named(found.folded).exclude(pk=found.pk).most_papers_first()[: MOST_OF_ONE_NAME + 1]
    rows = {row.pk: row for row in listed.filter(pk__in=coauthors).order_by().union(same)}
    wanted = set(coauthors)
    others = [row for row in rows.values() if row.folded == found.folded and row.pk != found.pk]
    others.sort(key=lambda row: (-row.paper_count, row.pk))
    return {pk: row for pk, row in rows.items() if pk in wanted}, others


def _filters(request: HttpRequest) -> dict[str, str]:
    found = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    for name in ("institution", "researcher", "year"):
        if name in found and not (found[name].isascii() and found[name].isdecimal() and len(found[name]) < 19):
            raise Http404(f"There is no {name} {found[name][:40]}.")
    return found


def _chosen(oeuvre: Any, filters: Mapping[str, str], sort: str) -> list[Any]:
    if sort not in ("", "cited"):
        raise Http404(f"Papers are not sorted by {sort[:40]}.")
    chosen = oeuvre.chosen(
        category=filters.get("category", ""),
        year=int(filters["year"]) if "year" in filters else None,
        researcher=int(filters["researcher"]) if "researcher" in filters else None,
        there="institution" in filters,
        most_cited_first=sort == "cited",
    )
    if filters and not chosen:
        raise Http404("This researcher has no such paper here.")
    return chosen


def _href(page: str, filters: Mapping[str, str], sort: str) -> Any:
    def href(number: int) -> str:
        kept = {**filters, **({"sort": sort} if sort else {}), **({"page": str(number)} if number > 1 else {})}
        return f"{page}?{urlencode(kept)}" if kept else page

    return href


def _sorts(page: str, filters: Mapping[str, str], sort: str) -> list[tuple[str, str, bool]]:
    orders = (("newest", ""), ("most cited", "cited"))
    return [(name, _href(page, filters, key)(1), sort == key) for name, key in orders]


def _chips(
    page: str, filters: Mapping[str, str], sort: str, people: Mapping[int, Researcher], places: list[portrait.Place]
) -> list[tuple[str, str]]:
    """What is filtered by, each with the address without it."""
    names = {str(pk): person.name for pk, person in people.items()}
    at = {str(place.institution): place.name for place in places}
    words = {
        "category": lambda value: value,
        "institution": lambda value: f"at {at.get(value, 'institution ' + value)}",
        "researcher": lambda value: f"with {names.get(value, 'researcher ' + value)}",
        "year": lambda value: value,
    }
    return [
        (words[name](value), _href(page, {other: v for other, v in filters.items() if other != name}, sort)(1))
        for name, value in filters.items()
    ]


def _told(found: Researcher) -> str:
    apart = portrait.tells_apart(found)
    return f"; {apart}." if apart else "."
