"""`/papers/<id>-<slug>`: one paper, whatever spelling its id comes in. Other addresses redirect."""

import re
from datetime import datetime

from django.db.models import Prefetch, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase

from common.documents import page as render_page
from common.error_answers import error_answer
from common.identifiers import arxiv_pdf_url, arxiv_url, doi_url, parse_arxiv_id
from common.links import feeds_of, link_header
from common.negotiation import PDF, PNG, preferred, say_negotiated, split_suffix
from common.pictures import picture_answer
from common.problems import Problem
from common.slugs import paper_path, parse_slugged_arxiv_id
from papers import taxonomy
from papers.author_list import author_list, whys
from papers.exports import bibtex
from papers.formats import PAPER_FORMATS, paper_in_format
from papers.licences import licence
from papers.models import Authorship, Paper
from papers.picture import paper_card
from papers.publication import publication
from papers.similar import similar_to
from papers.structured_data import (
    alternate_links,
    citation_tags,
    description,
    paper_graph,
    paper_links,
    paper_open_graph,
)
from papers.version_history import steps
from papers.views.freshness import paper_stamp
from papers.woven import woven

MOST_AUTHORS_IN_BIBTEX = 500  # on the page, which holds the list twice already; the file is there for all
_ONE_SLASH = re.compile(r"^(https?):/(?=[^/])", re.IGNORECASE)


def paper(request: HttpRequest, spelling: str) -> HttpResponseBase:
    spelling, asked = split_suffix(spelling, PAPER_FORMATS)
    arxiv_id = read_spelling(spelling)
    if arxiv_id is None:
        raise Http404("That is no arXiv id.")
    found = woven(Paper.objects.defer("search_vector")).filter(arxiv_id=arxiv_id).first()
    if found is None:
        raise Http404(f"This site does not hold {arxiv_id}.")
    if found.removed_at:
        return gone(request, found)
    page = found.get_absolute_url()
    if request.path != page + asked.suffix:
        return HttpResponsePermanentRedirect(page + asked.suffix)
    if asked is PNG:
        return picture_answer(request, paper_card(found))
    authorships = Prefetch("authorships", Authorship.objects.whole())
    prefetch_related_objects([found], authorships, "versions")
    if asked.suffix:
        return paper_in_format(found, asked)
    chosen = preferred(request, PAPER_FORMATS)
    if chosen.suffix:
        return say_negotiated(paper_in_format(found, chosen), page, chosen)
    response = render_page(request, "papers/detail.html", page_context(found))
    response.headers["Link"] = link_header(paper_links(found))
    return say_negotiated(response, page, chosen)


def paper_changed_at(request: HttpRequest, spelling: str) -> datetime | None:
    """When the facts of the page changed; None where the view has to say something else than the page."""
    spelling, asked = split_suffix(spelling, PAPER_FORMATS)
    arxiv_id = read_spelling(spelling)
    if arxiv_id is None or asked is PDF:
        return None
    stamp = paper_stamp(arxiv_id)
    if stamp is None or request.path != paper_path(arxiv_id, stamp[0]) + asked.suffix:
        return None
    return stamp[1]


def format_by_accept(request: HttpRequest) -> str:
    """Which of its forms the page takes."""
    return preferred(request, PAPER_FORMATS).suffix


def read_spelling(spelling: str) -> str | None:
    """The canonical arXiv id in the rest of an address: with slug, version, prefix, or a pasted address of arXiv's."""
    if parsed := parse_slugged_arxiv_id(spelling):
        return parsed[0]
    arxiv_id = parse_arxiv_id(_ONE_SLASH.sub(r"\1://", spelling))
    return arxiv_id.id if arxiv_id else None


def gone(request: HttpRequest, paper: Paper) -> HttpResponse:
    """Removed by arXiv or on request: nothing of it is shown."""
    problem = Problem("removed", f"The paper {paper.arxiv_id} was taken down.")
    return error_answer(request, problem, "papers/removed", {"arxiv_id": paper.arxiv_id}, 410)


def page_context(paper: Paper) -> dict[str, object]:
    authors = author_list(paper.authorships.all())
    versions = steps(list(paper.versions.all()))
    return {
        "section": "papers",
        "robots": "" if paper.title else "noindex, follow",
        "canonical": paper.get_absolute_url(),
        "description": description(paper),
        "citation": citation_tags(paper),
        "structured": paper_graph(paper),
        "social": paper_open_graph(paper),
        "alternates": alternate_links(paper),
        "feeds": feeds_of(paper.get_absolute_url(), "citations", "New citations"),
        "bibtex": bibtex(paper) if paper.author_count <= MOST_AUTHORS_IN_BIBTEX else "",
        "paper": paper,
        "published": publication(paper) is not None,
        "authors": authors,
        "whys": whys(authors.to_explain, paper.authorships.claims_of(author.slot for author in authors.to_explain)),
        "categories": [(code, taxonomy.CATEGORY_BY_CODE[code].name) for code in paper.category_codes],
        "versions": versions,
        "similar": similar_to(paper),
        "licence": licence(paper.license),
        "dois": [(doi, doi_url(doi)) for doi in paper.dois],
        "arxiv_url": arxiv_url(paper.arxiv_id),
        "pdf_url": arxiv_pdf_url(paper.arxiv_id),
        "pdf_before_url": arxiv_pdf_url(paper.arxiv_id, versions[1].number) if len(versions) > 1 else "",
    }
