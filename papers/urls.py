"""`/papers` and `/categories`, and lookups by outside ids. Dates come before ids, whose spellings are many."""

from django.urls import path, re_path

from common.http_caching import PAGE, SEARCH, cached
from common.list_files import LIST_SUFFIX, format_by_accept
from papers.views import categories, dates, lookups, paper
from papers.views.freshness import lists_changed_at

listing = cached(PAGE, lists_changed_at, vary=["Accept"], variant=format_by_accept)
sheet = cached(PAGE, paper.paper_changed_at, vary=["Accept"], variant=paper.format_by_accept)
document = cached(PAGE, lists_changed_at, vary=["Accept"], variant=categories.format_by_accept)
lookup = cached(SEARCH)

_YEAR, _MONTH = "(?P<year>[0-9]{4})", "(?P<month>[0-9]{1,2})"

urlpatterns = [
    re_path(rf"^papers{LIST_SUFFIX}$", listing(dates.papers), name="papers"),
    re_path(rf"^papers/{_YEAR}{LIST_SUFFIX}$", listing(dates.papers_year), name="papers-year"),
    re_path(rf"^papers/{_YEAR}/{_MONTH}{LIST_SUFFIX}$", listing(dates.papers_month), name="papers-month"),
    re_path(
        rf"^papers/{_YEAR}/{_MONTH}/(?P<day>[0-9]{{1,2}}){LIST_SUFFIX}$",
        listing(dates.papers_day),
        name="papers-day",
    ),
    path("papers/<path:spelling>", sheet(paper.paper), name="paper"),
    re_path(rf"^categories{LIST_SUFFIX}$", listing(categories.categories), name="categories"),
    path("categories/<str:code>", document(categories.category), name="category"),
    re_path(
        rf"^categories/(?P<code>[^/]+)/{_YEAR}/{_MONTH}{LIST_SUFFIX}$",
        listing(categories.category_month),
        name="category-month",
    ),
    path("arxiv/<path:spelling>", lookup(lookups.arxiv_lookup), name="arxiv-lookup"),
    path("doi/<path:spelling>", lookup(lookups.doi_lookup), name="doi-lookup"),
    path("openalex/<path:spelling>", lookup(lookups.openalex_lookup), name="openalex-lookup"),
    path("s2/<path:spelling>", lookup(lookups.s2_lookup), name="s2-lookup"),
]
