"""`/search/filters?q=…`: the filters of a search with their counts, for a page that went out before these were there.

A page of its own, or the part that takes the place of the link, where scripts ask for it.
"""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.http_caching import SEARCH, cached, is_fragment
from common.limits import limited
from search import engine, links
from search.answers import How
from search.facet_links import MOST_NAMED, facet_blocks
from search.labels import labels
from search.merged import for_standing
from search.parameters import BadParameter, read


@require_safe
@limited("search")
@cached(SEARCH, vary=["HX-Request"])
def search_filters(request: HttpRequest) -> HttpResponseBase:
    try:
        parameters = read(request.GET.lists())
    except BadParameter as error:
        return render(request, "search/bad.html", {"section": "search", "reason": str(error)}, status=400)
    asked = links.first_page(for_standing(parameters.request))
    if asked != parameters.request or not parameters.is_tidy:
        return HttpResponsePermanentRedirect(links.filters_address(asked))
    counts = engine.find(replace(asked, how=How.WORDS)).facets  # they are those of the words' matches, however asked
    context = {
        "section": "search",
        "q": asked.query.text,
        "facets": facet_blocks(asked, counts, labels(counts, asked.filters, MOST_NAMED)),
        "search_href": links.address(asked),
    }
    response: HttpResponse = render(
        request, "search/_facets.html" if is_fragment(request) else "search/filters.html", context
    )
    response.headers["X-Robots-Tag"] = "noindex"
    if not counts:
        response.headers["Cache-Control"] = "no-store"
    return response
