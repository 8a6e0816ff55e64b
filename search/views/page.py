"""The search page: whole, or the part with results for htmx."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from common.http_caching import SEARCH, cached, is_fragment
from common.limits import limited
from common.negotiation import JSON, preferred, say_negotiated
from common.pagination import numbered_page
from common.problems import AWAY_SECONDS
from common.structured_data import breadcrumb, collection, graph, open_graph
from papers.models import Paper
from search import finding, links
from search.answers import DEEPEST_PAGE, Facet, How, Mode, SearchAnswer, SearchRequest, Sort
from search.facet_links import MOST_NAMED, facet_blocks
from search.hits import Hits, hits
from search.labels import Labels, labels
from search.merged import for_standing
from search.parameters import BadParameter, asks, read, written_filters
from search.pasted import Pasted
from search.reading import described, exact_phrase
from search.rows import rows
from search.views.formats import FORMATS, in_format, other_formats

FEEDS = (
    (".xml", "application/rss+xml", "RSS"),
    (".atom", "application/atom+xml", "Atom"),
    (".feed.json", "application/feed+json", "JSON Feed"),
)


@require_safe
@limited("search")
@cached(SEARCH, vary=["HX-Request", "Accept"])
def search(request: HttpRequest) -> HttpResponseBase:
    try:
        parameters = read(request.GET.lists())
    except BadParameter as error:
        return render(request, "search/bad.html", {"section": "search", "reason": str(error)}, status=400)
    if not parameters.is_tidy:
        query = f"?{parameters.tidy}" if parameters.tidy else ""
        return HttpResponsePermanentRedirect(links.search_path() + query)
    asked = for_standing(parameters.request)
    if asked != parameters.request:
        return HttpResponsePermanentRedirect(links.address(asked))
    pasted = finding.pasted(asked)
    if pasted and pasted.path:
        return HttpResponseRedirect(pasted.path)
    if asked.page > DEEPEST_PAGE:
        raise Http404(f"Search goes {DEEPEST_PAGE} pages deep: refine it by words, category or year.")
    chosen = preferred(request, FORMATS)
    if chosen.suffix:
        here = links.address(asked if chosen is JSON else links.first_page(asked))
        return say_negotiated(in_format(request, asked, chosen), here, chosen)
    return _page(request, asked, pasted)


def _page(request: HttpRequest, asked: SearchRequest, pasted: Pasted | None) -> HttpResponse:
    answer, papers = finding.find(asked)
    is_away, by_meaning = answer.mode is Mode.AWAY, answer.mode == How.MEANING
    if not answer.total and not answer.added and not is_away and asked.filters and not asked.query.text:
        raise Http404("No paper meets these filters together.")
    number = 1 if is_away else asked.page
    total = answer.total + answer.added
    pages = numbered_page(number, total, lambda number: links.page_address(asked, number), deepest=DEEPEST_PAGE)
    people, places = (Hits(), Hits()) if is_away else hits(asked)
    shown = rows(asked, papers, answer.ids if by_meaning else answer.additions)
    # From here on the counts beside filters are waited for, but not for ever.
    counts = answer.facets_within(settings.SEARCH_COUNTS_MS / 1000)
    called = Labels() if is_away else labels(counts or (), asked.filters, MOST_NAMED)
    title = _title(asked, answer, called, pages.number)
    context: dict[str, Any] = {
        "section": "search",
        "canonical": links.address(asked),
        "q": asked.query.text,
        "asked": asked,
        "answer": answer,
        "found": bool(total),
        "rows": shown,
        "people": people,
        "places": places,
        "pages": pages,
        "pasted": pasted,
        "read_as": "" if by_meaning else described(asked.query),
        "phrase_href": _phrase_href(asked, answer),
        "title": title,
        **_head(links.address(asked), title, papers, asked.offset + 1),
        # Once: it stands in the page twice, for wide screens and in a fold for phones.
        "facets": render_to_string("search/_facets.html", _filters(asked, counts, called)),
        "choices": links.choices(asked, called),
        "without_filters": links.without_filters(asked),
        "sorts": [] if by_meaning else links.sort_links(asked),
        "modes": links.mode_links(asked) if asks(asked.query) else [],
        "by_meaning": by_meaning,
        "suggestion_href": _suggestion_href(asked, answer),
        "formats": other_formats(asked),
        "feed_links": [(links.feed_address(asked, suffix), kind, label) for suffix, kind, label in FEEDS],
        "is_deepest": pages.number == DEEPEST_PAGE,
    }
    response = _rendered(request, context, is_away)
    if counts is None:
        response.headers["Cache-Control"] = "no-store"  # the next reader may see them
    return response


def _filters(asked: SearchRequest, counts: tuple[Facet, ...] | None, called: Labels) -> dict[str, Any]:
    """Where they are not counted yet, a link to them."""
    if counts is None:
        return {"later": links.filters_address(asked)}
    return {"facets": facet_blocks(asked, counts, called)}


def _head(path: str, title: str, papers: list[Paper], start: int) -> dict[str, Any]:
    """What the page tells programs: its rows, the way to it, social tags."""
    rows = [(paper.title, paper.get_absolute_url()) for paper in papers]
    description = f"What {settings.SITE_NAME} finds: {title}."
    return {
        "description": description,
        "structured": graph(
            collection(path, title, description, rows, start, "SearchResultsPage"),
            breadcrumb(path, [("Search", path)]),
        ),
        "social": open_graph(title, description, path),
    }


def _rendered(request: HttpRequest, context: dict[str, Any], is_away: bool) -> HttpResponse:
    status = 503 if is_away else 200
    if is_fragment(request):
        response = render(request, "search/_fragment.html", context, status=status)
        response.headers["X-Robots-Tag"] = "noindex"
    else:
        context["alternates"] = context["formats"]
        context["feeds"] = [(href, kind, f"This search as {label}") for href, kind, label in context["feed_links"]]
        response = render(request, "search/index.html", context, status=status)
    if is_away:
        response.headers["Cache-Control"] = "no-store"
        response.headers["Retry-After"] = str(AWAY_SECONDS)
    return response


def _phrase_href(asked: SearchRequest, answer: SearchAnswer) -> str:
    """Offered on the first page of some words that were found apart."""
    phrase = exact_phrase(asked.query)
    return links.typed_address(asked, phrase) if phrase and answer.total and asked.page == 1 else ""


def _suggestion_href(asked: SearchRequest, answer: SearchAnswer) -> str:
    suggestion = getattr(answer, "suggestion", "")
    return links.typed_address(asked, suggestion) if suggestion else ""


def _title(asked: SearchRequest, answer: SearchAnswer, called: Labels, page: int) -> str:
    """Unlike that of any other search."""
    results = f"{answer.total:,} {'result' if answer.total == 1 else 'results'}"
    parts = [f"{asked.query.text}, {results}" if asked.query.text else "Papers"]
    for name, value in written_filters(asked.filters).items():
        if name == "category" and value:
            parts.append("in " + value.replace(",", ", "))
        elif name == "year" and value:
            parts.append("from " + value.replace(",", ", "))
        elif value:
            shown = [called.of(name, one) for one in value.split(",")]
            parts.append(f"{shown[0].filter} {' or '.join(label.text for label in shown)}")
    if not asked.query.text and not asked.filters:
        parts = ["Search"]
    if asked.how is not How.HYBRID:
        parts.append(links.MODES[asked.how])
    if asks(asked.query) and asked.sort is not Sort.RELEVANCE:
        parts.append("newest first" if asked.sort is Sort.NEWEST else "most cited first")
    elif asked.sort is Sort.CITED:
        parts.append("most cited first")
    if page > 1:
        parts.append(f"page {page}")
    return ", ".join(parts)
