"""The search page: whole, or the part with results for htmx."""

from typing import Any

from django.db import DatabaseError, InterfaceError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from common.http_caching import SEARCH, cached, is_fragment
from common.pagination import numbered_page
from papers.models import Paper
from search import engine, links
from search.answers import DEEPEST_PAGE, Mode, SearchAnswer, SearchRequest, Sort
from search.parameters import BadParameter, read
from search.pasted import Pasted, recognise_pasted
from search.reading import described


@require_safe
@cached(SEARCH, vary=["HX-Request"])
def search(request: HttpRequest) -> HttpResponse:
    try:
        parameters = read(request.GET.lists())
    except BadParameter as error:
        return render(request, "search/bad.html", {"reason": str(error)}, status=400)
    if not parameters.is_tidy:
        query = f"?{parameters.tidy}" if parameters.tidy else ""
        return HttpResponsePermanentRedirect(reverse("search") + query)
    asked = parameters.request
    pasted = _pasted(asked)
    if pasted and pasted.path:
        return HttpResponseRedirect(pasted.path)
    if asked.page > DEEPEST_PAGE:
        raise Http404(f"Search goes {DEEPEST_PAGE} pages deep: refine it by words, category or year.")
    answer, papers = _found(asked)
    if not answer.total and answer.mode is not Mode.AWAY and asked.filters and not asked.query.text:
        raise Http404("No paper meets these filters together.")
    return _answered(request, asked, answer, papers, pasted)


def _pasted(asked: SearchRequest) -> Pasted | None:
    try:
        return recognise_pasted(asked.query.text)
    except (DatabaseError, InterfaceError):
        return None  # then it is searched as words, and the page says what is away


def _found(asked: SearchRequest) -> tuple[SearchAnswer, list[Paper]]:
    try:
        answer = engine.find(asked)
        return answer, _papers(answer)
    except (DatabaseError, InterfaceError):
        return engine.AWAY, []


def _answered(
    request: HttpRequest, asked: SearchRequest, answer: SearchAnswer, papers: list[Paper], pasted: Pasted | None
) -> HttpResponse:
    number = 1 if answer.mode is Mode.AWAY else asked.page
    pages = numbered_page(number, answer.total, lambda number: links.page_address(asked, number), deepest=DEEPEST_PAGE)
    context: dict[str, Any] = {
        "section": "search",
        "canonical": links.address(asked),
        "q": asked.query.text,
        "asked": asked,
        "answer": answer,
        "papers": papers,
        "pages": pages,
        "pasted": pasted,
        "read_as": described(asked.query),
        "title": _title(asked, answer, pages.number),
        # Once: it stands in the page twice, for wide screens and in a fold for phones.
        "facets": render_to_string("search/_facets.html", {"facets": links.facet_blocks(asked, answer.facets)}),
        "choices": links.choices(asked),
        "without_filters": links.without_filters(asked),
        "sorts": links.sort_links(asked) if asked.query.text else [],
        "is_deepest": pages.number == DEEPEST_PAGE,
    }
    fragment = is_fragment(request)
    template = "search/_fragment.html" if fragment else "search/index.html"
    response = render(request, template, context, status=503 if answer.mode is Mode.AWAY else 200)
    if fragment:
        response.headers["X-Robots-Tag"] = "noindex"
    if answer.mode is Mode.AWAY:
        response.headers["Cache-Control"] = "no-store"
        response.headers["Retry-After"] = "60"
    return response


def _title(asked: SearchRequest, answer: SearchAnswer, page: int) -> str:
    """Unlike that of any other search."""
    results = f"{answer.total:,} {'result' if answer.total == 1 else 'results'}"
    words = f"{asked.query.text}, {results}" if asked.query.text else "Papers"
    parts = [words]
    if asked.filters.categories:
        parts.append("in " + ", ".join(asked.filters.categories))
    if asked.filters.years:
        parts.append("from " + ", ".join(map(str, asked.filters.years)))
    if not asked.query.text and not asked.filters:
        parts = ["Search"]
    if asked.query.text and asked.sort is Sort.NEWEST:
        parts.append("newest first")
    if page > 1:
        parts.append(f"page {page}")
    return ", ".join(parts)


def _papers(answer: SearchAnswer) -> list[Paper]:
    """The papers in the order of the answer; what was removed since is left out."""
    if not answer.ids:
        return []
    held = {paper.id: paper for paper in Paper.objects.listed().for_rows().filter(id__in=answer.ids)}
    return [held[paper_id] for paper_id in answer.ids if paper_id in held]
