"""Addresses that programs ask for: feeds, sitemaps, files at fixed places."""

from django.urls import path, re_path

from common.http_caching import MACHINE, PAGE, cached
from common.limits import limited
from papers.views.freshness import anything_changed_at, lists_changed_at, things_changed_at
from wovepaper import crawlers, sitemaps
from wovepaper.api_catalog import api_catalog
from wovepaper.dumps import views as dumps
from wovepaper.feeds import citations, searches, things, versions
from wovepaper.feeds import views as feeds
from wovepaper.oai import views as oai
from wovepaper.picture import picture

listing = cached(MACHINE, lists_changed_at)
of_a_thing = cached(MACHINE, things_changed_at)
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
        of_a_thing(things.researcher_feed),
        name="researcher-feed",
    ),
    re_path(
        r"^institutions/(?P<number>[1-9][0-9]{0,17})(?:-[^/]*)?/feed\.(?P<suffix>xml|atom|json)$",
        of_a_thing(things.institution_feed),
        name="institution-feed",
    ),
    re_path(r"^rss/updates\.(?P<suffix>xml|atom|feed\.json)$", listing(versions.latest_updates), name="latest-updates"),
    re_path(
        r"^categories/(?P<code>[A-Za-z.-]{1,24})/updates\.(?P<suffix>xml|atom|json)$",
        cached(MACHINE, feeds.category_feed_changed_at)(versions.category_updates),
        name="category-updates",
    ),
    re_path(
        r"^papers/(?P<spelling>.+)/citations\.(?P<suffix>xml|atom|json)$",
        of_a_thing(citations.paper_citations),
        name="paper-citations",
    ),
    re_path(
        r"^researchers/(?P<number>[1-9][0-9]{0,17})(?:-[^/]*)?/citations\.(?P<suffix>xml|atom|json)$",
        of_a_thing(citations.researcher_citations),
        name="researcher-citations",
    ),
    re_path(r"^search\.(?P<suffix>xml|atom|feed\.json)$", fixed(searches.search_feed), name="search-feed"),
    path("sitemap.xml", cached(MACHINE, anything_changed_at)(sitemaps.sitemap_index), name="sitemap"),
    re_path(
        r"^sitemaps/(?P<name>[a-z]{1,20}-(?:0|[1-9][0-9]{0,8}))\.xml$",
        cached(MACHINE, sitemaps.sitemap_file_changed_at)(sitemaps.sitemap_file),
        name="sitemap-file",
    ),
    path("robots.txt", fixed(crawlers.robots), name="robots"),
    path("llms.txt", listing(crawlers.llms), name="llms"),
    path("opensearch.xml", fixed(crawlers.opensearch), name="opensearch"),
    path(".well-known/api-catalog", fixed(api_catalog), name="api-catalog"),
    path(".well-known/security.txt", fixed(crawlers.security), name="security"),
    path("dumps", cached(PAGE, dumps.page_changed_at)(dumps.page), name="dumps"),
    path("dumps/manifest.json", cached(MACHINE, dumps.page_changed_at)(dumps.manifest), name="dumps-manifest"),
    re_path(r"^dumps/latest/(?P<file>[a-z]{1,20}\.(?:jsonl\.gz|parquet))$", dumps.newest_file, name="dump-newest-file"),
    re_path(r"^dumps/(?P<name>[0-9]{8}T[0-9]{6}Z)/manifest\.json$", dumps.manifest, name="dump-manifest"),
    re_path(
        r"^dumps/(?P<name>[0-9]{8}T[0-9]{6}Z)/(?P<file>[a-z]{1,20}\.(?:jsonl\.gz|parquet))$",
        dumps.file,
        name="dump-file",
    ),
    path("oai", cached(oai.POLICY, oai.changed_at)(limited("harvest")(oai.oai)), name="oai"),
    path("oai/wovepaper.xsd", fixed(oai.schema), name="oai-schema"),
    path("picture.png", fixed(picture), name="picture"),
    path("favicon.ico", fixed(crawlers.favicon), name="favicon"),
]
