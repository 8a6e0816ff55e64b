"""Addresses that programs ask for: feeds, sitemaps, files at fixed places."""

from django.urls import path, re_path

from common.http_caching import MACHINE, cached
from papers.views.freshness import anything_changed_at, lists_changed_at
from wovepaper import crawlers, sitemaps
from wovepaper.feeds import searches, things
from wovepaper.feeds import views as feeds

listing = cached(MACHINE, lists_changed_at)
fixed = cached(MACHINE)

urlpatterns = [
    re_path(r"^rss/latest\.(?P<suffix>xml|atom|feed\.json)$", listing(feeds.latest_feed), name="latest-feed"),
    re_path(
        r"^categories/(?P<code>[A-Za-z.-]{1,24})/feed\.(?P<suffix>xml|atom|json)$",
        cached(MACHINE, feeds.category_feed_changed_at)(feeds.category_feed),
        name="category-feed",
    ),
    re_path(
        r"^researchers/(?P<number>[1-9][0-9]{0,17})(?:-[^/]*)?/feed\.(?P<suffix>xml|atom|json)$",
        listing(things.researcher_feed),
        name="researcher-feed",
    ),
    re_path(
        r"^institutions/(?P<number>[1-9][0-9]{0,17})(?:-[^/]*)?/feed\.(?P<suffix>xml|atom|json)$",
        listing(things.institution_feed),
        name="institution-feed",
    ),
    re_path(r"^search\.(?P<suffix>xml|atom|feed\.json)$", fixed(searches.search_feed), name="search-feed"),
    path("sitemap.xml", cached(MACHINE, anything_changed_at)(sitemaps.sitemap_index), name="sitemap"),
    re_path(
        r"^sitemaps/(?P<name>[a-z]{1,20}-[0-9]{1,9})\.xml$",
        cached(MACHINE, sitemaps.sitemap_file_changed_at)(sitemaps.sitemap_file),
        name="sitemap-file",
    ),
    path("robots.txt", fixed(crawlers.robots), name="robots"),
    path("llms.txt", listing(crawlers.llms), name="llms"),
    path("opensearch.xml", fixed(crawlers.opensearch), name="opensearch"),
    path(".well-known/security.txt", fixed(crawlers.security), name="security"),
    path("favicon.ico", fixed(crawlers.favicon), name="favicon"),
]
