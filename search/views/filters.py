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
from common.problems import AWAY_SECONDS
from search import engine, links
from search.answers import How, Mode
from search.facet_links import MOST_NAMED, facet_blocks
from search.labels import Labels, labels
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
    answer = engine.find(replace(asked, how=How.WORDS))  # counts are of the words' matches, however asked
    counts, is_away = answer.facets, answer.mode is Mode.AWAY
    called = Labels() if is_away else labels(counts, asked.filters, MOST_NAMED)
    context = {
        "section": "search",
        "q": asked.query.text,
        "facets": [] if is_away else facet_blocks(asked, counts, called),
        "notices": answer.notices,
        "search_href": links.address(asked),
    }
    template = "search/_facets.html" if is_fragment(request) else "search/filters.html"
    response: HttpResponse = render(request, template, context, status=503 if is_away else 200)
    response.headers["X-Robots-Tag"] = "noindex"
    if not counts:
        response.headers["Cache-Control"] = "no-store"
    if is_away:
        response.headers["Retry-After"] = str(AWAY_SECONDS)
    return response
