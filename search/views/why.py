"""`/search/why?q=…&paper=…`: the sentence of a paper that comes closest to the query; a page, or a part for htmx."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.http_caching import SEARCH, cached, is_fragment
from common.identifiers import parse_arxiv_id
from common.limits import limited
from papers.models import Paper
from search.answers import SearchRequest
from search.closest import closest
from search.links import typed_address
from search.parameters import LONGEST_TYPED
from search.query import clean, cut_short

LONGEST_ID = 80


@require_safe
@limited("why")
@cached(SEARCH, vary=["HX-Request"])
def search_why(request: HttpRequest) -> HttpResponse:
    typed = cut_short(clean(request.GET.get("q", "")[:LONGEST_TYPED]))[0]
    asked = request.GET.get("paper", "")[:LONGEST_ID]
    arxiv_id = parse_arxiv_id(asked)
    if not typed or arxiv_id is None:
        reason = "It takes the words that were searched for as q, and the arXiv id of a paper as paper."
        return render(request, "search/bad.html", {"section": "search", "reason": reason}, status=400)
    paper = Paper.objects.listed().for_rows().filter(arxiv_id__in={asked, arxiv_id.id}).first()
    if paper is None:
        raise Http404(f"This site does not hold the paper {arxiv_id.id}.")
    found = closest(typed, paper)
    context = {
        "section": "search",
        "q": typed,
        "paper": paper,
        "closest": found,
        "percent": round(100 * found.closeness) if found else 0,
        "search_href": typed_address(SearchRequest(), typed),
    }
    fragment = is_fragment(request)
    response = render(request, "search/_why.html" if fragment else "search/why.html", context)
    response.headers["X-Robots-Tag"] = "noindex"
    if found is None:
        response.headers["Cache-Control"] = "no-store"
    return response
