"""Addresses by outside ids: 302 to the page, since which paper bears a DOI can change; 404 where none does.

OpenAlex and Semantic Scholar number papers, people and places in one way, so their lookups lead to any of these.
"""

import re

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect

from common.identifiers import parse_arxiv_id, parse_doi, parse_openalex_id, parse_s2_id
from institutions.models import Institution
from papers.models import OutsideWork, Paper
from papers.views.paper import gone
from researchers.models import Profile, Researcher
from researchers.views.finding import by_profile

_S2_AUTHOR = re.compile(
    r"(?:(?:https?://)?(?:www\.)?semanticscholar\.org/author/(?:[^/\s]{1,200}/)?)?(\d{1,12})", re.ASCII
)
_ONE_SLASH = re.compile(r"^(https?):/(?=[^/])", re.IGNORECASE)


def arxiv_lookup(request: HttpRequest, spelling: str) -> HttpResponse:
    arxiv_id = parse_arxiv_id(spelling)
    if arxiv_id is None:
        raise Http404(f"{spelling[:80]} is no arXiv id.")
    paper = Paper.objects.only("arxiv_id", "slug", "removed_at").filter(arxiv_id=arxiv_id.id).first()
    if paper is None:
        raise Http404(f"This site does not hold {arxiv_id.id}.")
    return gone(request, paper) if paper.removed_at else HttpResponseRedirect(paper.get_absolute_url())


def doi_lookup(request: HttpRequest, spelling: str) -> HttpResponse:
    doi = parse_doi(spelling)
    if doi is None:
        raise Http404(f"{spelling[:80]} is no DOI.")
    if doi.startswith("10.48550/arxiv."):
        return arxiv_lookup(request, doi.removeprefix("10.48550/arxiv."))
    paper = Paper.objects.listed().only("arxiv_id", "slug").filter(dois__contains=[doi]).order_by("id").first()
    if paper is None:
        raise Http404(f"This site holds no paper with the DOI {doi[:80]}.")
    return HttpResponseRedirect(paper.get_absolute_url())


def openalex_lookup(request: HttpRequest, spelling: str) -> HttpResponse:
    """`W…` a paper, `A…` a researcher, `I…` an institution."""
    outside_id = parse_openalex_id(_ONE_SLASH.sub(r"\1://", spelling))
    if outside_id is None:
        raise Http404(f"{spelling[:80]} is no OpenAlex id.")
    found: Paper | Researcher | Institution | None = None
    if outside_id[0] == "W":
        found = _paper_of(OutsideWork.Source.OPENALEX, outside_id)
    elif outside_id[0] == "A":
        found = by_profile(Profile.Source.OPENALEX, outside_id)
    elif outside_id[0] == "I":
        found = Institution.objects.select_related("merged_into").filter(openalex_id=outside_id).first()
        found = found and found.standing
    if found is None:
        raise Http404(f"This site holds nothing with the OpenAlex id {outside_id}.")
    return HttpResponseRedirect(found.get_absolute_url())


def s2_lookup(request: HttpRequest, spelling: str) -> HttpResponse:
    """A paper by its 40 signs, a researcher by the number of the author's page."""
    spelling = _ONE_SLASH.sub(r"\1://", spelling)
    author = _S2_AUTHOR.fullmatch(spelling.strip())
    paper_id = None if author else parse_s2_id(spelling)
    if author is None and paper_id is None:
        raise Http404(f"{spelling[:80]} is no id of Semantic Scholar's.")
    found: Paper | Researcher | None
    if author:
        found = by_profile(Profile.Source.SEMANTIC_SCHOLAR, author[1])
    else:
        found = _paper_of(OutsideWork.Source.SEMANTIC_SCHOLAR, paper_id or "")
    if found is None:
        raise Http404(f"This site holds nothing with the Semantic Scholar id {spelling[:80]}.")
    return HttpResponseRedirect(found.get_absolute_url())


def _paper_of(source: str, outside_id: str) -> Paper | None:
    """The paper that a work is taken for; of several the one whose facts it gives."""
    works = OutsideWork.objects.filter(source=source, outside_id=outside_id, paper__removed_at=None)
    work = works.select_related("paper").order_by("-chosen", "paper").first()
    return work.paper if work else None
