"""`/.well-known/api-catalog` (RFC 9727): what programs can ask here, as a linkset."""

import json

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from common.addresses import absolute
from common.links import Link, linkset
from common.open_answers import for_programs
from wovepaper.api.answering import ROOT

CONTENT_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
HTML, JSON, XML = "text/html", "application/json", "application/xml"


def api_catalog(request: HttpRequest) -> HttpResponse:
    told = {"linkset": [one for anchor, links in _contexts() for one in linkset(absolute(anchor), links)["linkset"]]}
    response = HttpResponse(json.dumps(told, indent=1) + "\n", content_type=CONTENT_TYPE)
    response.headers["Link"] = f'<{absolute(reverse("api-catalog"))}>; rel="api-catalog"'
    return for_programs(response)


def _contexts() -> list[tuple[str, list[Link]]]:
    """The catalogue with all it holds, then what describes each."""
    api, oai, dumps, feeds = ROOT, reverse("oai"), reverse("dumps"), _feeds()
    return [
        (
            reverse("api-catalog"),
            [
                _link(api, "item", JSON),
                _link(oai, "item", "text/xml"),
                _link(dumps, "item", HTML),
                _link(reverse("dumps-manifest"), "item", JSON),
                _link(reverse("sitemap"), "item", XML),
                *(_link(path, "item", media_type) for path, media_type in feeds),
                _link(reverse("opensearch"), "item", "application/opensearchdescription+xml"),
                _link(reverse("llms"), "item", "text/plain"),
            ],
        ),
        (api, [*_described(reverse("developers-api")), _link(reverse("openapi"), "service-desc", JSON)]),
        (oai, [*_described(reverse("developers")), _link(f"{oai}?verb=Identify", "service-meta", "text/xml")]),
        (dumps, _described(dumps)),
        (reverse("sitemap"), [_link(reverse("robots"), "service-meta", "text/plain")]),
        (feeds[0][0], _described(reverse("developers"))),
    ]


def _described(page: str) -> list[Link]:
    return [_link(page, "service-doc", HTML), _link(reverse("status-json"), "status", JSON)]


def _feeds() -> list[tuple[str, str]]:
    kinds = {"xml": "application/rss+xml", "atom": "application/atom+xml", "feed.json": "application/feed+json"}
    return [
        (reverse(name, args=[suffix]), media_type)
        for name in ("latest-feed", "latest-updates")
        for suffix, media_type in kinds.items()
    ]


def _link(path: str, rel: str, media_type: str) -> Link:
    return Link(absolute(path), rel, media_type)
