"""Addresses by outside ids: 302 to the paper, since which paper bears a DOI can change; 404 where none does."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect

from common.identifiers import parse_arxiv_id, parse_doi
from papers.models import Paper
from papers.views.paper import gone


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
