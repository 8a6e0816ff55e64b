"""`/researchers/<id>-<name>`: one person with all that their papers here say; or all who bear a name."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from common.addresses import absolute
from common.documents import page as render_page
from common.links import feeds_of
from common.list_files import LIST_FORMATS
from common.negotiation import HTML, PNG, split_suffix
from common.networks import MOST_NODES
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
from researchers.views import blocks
from researchers.views.blocks import MOST_OF_ONE_NAME
from researchers.views.finding import by_name, find
from researchers.views.selection import FILTERS, Selection


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
    selection = Selection.asked(request, page)
    oeuvre = found.authorships.oeuvre(found.pk, selection.at)
    company = oeuvre.company()
    people, same_name = _people(found, company.first[:MOST_NODES])
    coauthors = [(people[one], papers) for one, papers in company.together[:MOST_NODES] if one in people]
    papers = selection.of(oeuvre)
    pages = numbered_page(page_number(request), len(papers), selection.href)
    shown = papers[pages.start : pages.stop]
    most_cited = oeuvre.most_cited()
    rows = found.authorships.paper_rows({paper.id for paper in [*shown, *([most_cited] if most_cited else [])]})
    whys = found.authorships.whys(shown)
    citations = oeuvre.citations()
    places = portrait.places(found)
    outside_ids = portrait.outside_ids(found)
    others = oeuvre.other_names(found.name)
    total = len(oeuvre.papers)
    apart = portrait.tells_apart(found)
    description = f"{found.name}: {total:,} {'paper' if total == 1 else 'papers'} in this archive"
    description += f"; {apart}." if apart else "."
    chips = selection.chips(people, places)
    title = f"{found.name} ({apart})" if same_name and apart else found.name
    narrowed = [label for label, _ in chips] + (["most cited first"] if selection.sort else [])
    title += "".join(f", {one}" for one in narrowed) + where_in_list({"pages": pages})
    return {
        "section": "researchers",
        "canonical": selection.href(pages.number),
        "robots": "" if selection.is_whole and total > 1 else "noindex, follow",
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
        "outside_ids": outside_ids,
        "sources": portrait.sources(found),
        "last_read": portrait.last_read(found),
        "stays": blocks.stays(places),
        "positions": blocks.positions(oeuvre),
        "fields": blocks.fields(oeuvre, page),
        "namesakes": blocks.namesakes(found, same_name),
        "most_cited": rows.get(most_cited.id) if most_cited else None,
        "citations": citations,
        "years": blocks.years(oeuvre, citations, page, timezone.now().year),
        "coauthors": blocks.coauthors(oeuvre, company, coauthors),
        "chosen": chips,
        "chosen_total": len(papers),
        "sorts": selection.sorts(),
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
