"""`/papers` and `/categories`, and lookups by outside ids. Dates come before ids, whose spellings are many."""

from django.urls import path, re_path

from common.documents import format_by_accept
from common.http_caching import PAGE, SEARCH, cached
from papers.views import categories, dates, lookups, paper
from papers.views.freshness import lists_changed_at

listing = cached(PAGE, lists_changed_at)
sheet = cached(PAGE, paper.paper_changed_at, vary=["Accept"], variant=paper.format_by_accept)
document = cached(PAGE, lists_changed_at, vary=["Accept"], variant=format_by_accept)
lookup = cached(SEARCH)

urlpatterns = [
    path("papers", listing(dates.papers), name="papers"),
    re_path(r"^papers/(?P<year>[0-9]{4})$", listing(dates.papers_year), name="papers-year"),
    re_path(r"^papers/(?P<year>[0-9]{4})/(?P<month>[0-9]{1,2})$", listing(dates.papers_month), name="papers-month"),
    re_path(
        r"^papers/(?P<year>[0-9]{4})/(?P<month>[0-9]{1,2})/(?P<day>[0-9]{1,2})$",
        listing(dates.papers_day),
        name="papers-day",
    ),
    path("papers/<path:spelling>", sheet(paper.paper), name="paper"),
    path("categories", listing(categories.categories), name="categories"),
    path("categories/<str:code>", document(categories.category), name="category"),
    re_path(
        r"^categories/(?P<code>[^/]+)/(?P<year>[0-9]{4})/(?P<month>[0-9]{1,2})$",
        listing(categories.category_month),
        name="category-month",
    ),
    path("arxiv/<path:spelling>", lookup(lookups.arxiv_lookup), name="arxiv-lookup"),
    path("doi/<path:spelling>", lookup(lookups.doi_lookup), name="doi-lookup"),
    path("openalex/<path:spelling>", lookup(lookups.openalex_lookup), name="openalex-lookup"),
    path("s2/<path:spelling>", lookup(lookups.s2_lookup), name="s2-lookup"),
]
