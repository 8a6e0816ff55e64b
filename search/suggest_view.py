"""`/suggest`: a fragment for the search box, or the words alone for the search box of a browser."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.http_caching import SEARCH, cached
from common.limits import limited
from common.open_answers import allow_any_origin
from search.suggest import MOST, suggest

OPENSEARCH = "application/x-suggestions+json"


@require_safe
@limited("suggestion")
@cached(SEARCH, vary=["Accept"])
def suggestions(request: HttpRequest) -> HttpResponse:
    """HTML for who asks for it by name; programs that take anything get the form of OpenSearch."""
    typed = request.GET.get("q", "")
    found = suggest(typed)
    response: HttpResponse
    if "text/html" in request.headers.get("Accept", ""):
        response = render(request, "search/_suggestions.html", {"suggestions": found})
    else:
        words = list(dict.fromkeys(one.label for one in found))[:MOST]
        response = JsonResponse([typed, words], safe=False, content_type=OPENSEARCH)
        allow_any_origin(response)
    response.headers["X-Robots-Tag"] = "noindex"
    return response
