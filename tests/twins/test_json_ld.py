"""The structured data of every kind of page: read by extruct, expanded by pyld, and its ids lead somewhere.

`schema_org.json` is a context of schema.org's terms that this site uses, written by hand: a term that is not in it,
misspelt perhaps, is lost in expansion and fails here.
"""

import json
from pathlib import Path

import extruct
import pytest
from bs4 import BeautifulSoup
from pyld import jsonld

from tests.browser.addresses import BELOW
from tests.browser.hard_people import LONGEST_LIST
from tests.browser.kinds import KINDS
from tests.json_ld import every_node

pytestmark = pytest.mark.django_db
SITE = "http://127.0.0.1:8000"
CONTEXT = json.loads((Path(__file__).parent / "schema_org.json").read_text())
WITHOUT = (LONGEST_LIST,)  # whose three thousand authors take most of the time
NO_PAGES = {"404", "paper-own-words", "paper-3000-authors"}  # of those not on this site
MORE = {
    "search-filtered": "/search?category=math.CA",
    "papers-older": "/papers?after=2401.16005",
    "day-2": "/papers/2024/01/29?page=2",
    "dumps": "/dumps",
    "developers-api": "/developers/api",
    "developers-problems": "/developers/problems",
}
MOST_FOLLOWED = 60
PROPERTIES = {
    "og:type", "og:title", "og:description", "og:url", "og:site_name", "og:locale", "og:image", "og:image:type",
    "og:image:width", "og:image:height", "og:image:alt",
}  # fmt: skip


@pytest.fixture(scope="module")
def pages(site):
    """(path, answer, tree) of each kind of page."""
    found = {}
    for kind, path in ({kind: path for kind, path in KINDS.items() if kind not in NO_PAGES} | MORE).items():
        page, _, below = path.partition(BELOW)
        answer = site.get(page, follow=True)
        if below or answer.redirect_chain:
            page = answer.request["PATH_INFO"] + below
            answer = site.get(page)
        assert answer.status_code == 200, (kind, page, answer.status_code)
        found[kind] = (page, answer, BeautifulSoup(answer.content, "lxml"))
    return found


def graph_of(tree):
    (script,) = tree.find_all("script", type="application/ld+json")
    return json.loads(script.string)


def loader(url, options=None):
    assert url.rstrip("/") == "https://schema.org", f"only schema.org's context is used, not {url}"
    return {"contextUrl": None, "documentUrl": url, "document": CONTEXT}


def test_every_page_has_one_graph_that_says_where_it_is(pages):
    for kind, (path, answer, tree) in pages.items():
        (read,) = extruct.extract(answer.content.decode(), base_url=SITE + path, syntaxes=["json-ld"])["json-ld"]
        assert read == graph_of(tree), kind
        types = {node["@type"] for node in read["@graph"]}
        assert {"WebSite", "Organization"} <= types, kind
        assert ("BreadcrumbList" in types) is (kind != "home"), kind
        assert ("DataCatalog" in types) is (kind == "home")
        assert "ProfilePage" not in types
        assert len(types - {"WebSite", "Organization", "BreadcrumbList"}) >= 1 or "history" in kind, kind
    types = {kind: {node["@type"] for node in graph_of(tree)["@graph"]} for kind, (_, _, tree) in pages.items()}
    assert "ScholarlyArticle" in types["paper-math"]
    assert "Person" in types["researcher-300"]
    assert "CollegeOrUniversity" in types["institution-parts"]
    assert {"CollectionPage", "DefinedTerm"} <= types["category"]
    assert "SearchResultsPage" in types["search"]
    for kind in ("papers", "year", "month", "day", "categories", "category-month", "researchers", "institutions"):
        assert "CollectionPage" in types[kind], kind


def test_no_term_is_lost_when_a_processor_expands_a_page(pages):
    for kind, (path, _, tree) in pages.items():
        graph = graph_of(tree)
        options = {"documentLoader": loader, "base": SITE + path}
        expanded = jsonld.expand(graph, options)
        kept = {key for node in every_node(expanded) for key in node if not key.startswith("@")}
        written = {key for node in every_node(graph["@graph"]) for key in node if not key.startswith("@")}
        assert {f"https://schema.org/{key}" for key in written} == kept, kind
        named = [node for node in every_node(graph["@graph"]) if "@type" in node]
        assert all(node["@id"].startswith(f"{SITE}/") for node in named), kind
        flat = jsonld.flatten(graph, None, options)
        assert all(not node["@id"].startswith("_:") for node in flat), kind
        assert all(node["@type"][0].startswith("https://schema.org/") for node in flat if "@type" in node)
        for node in every_node(graph["@graph"]):
            assert all(value not in (None, "", [], {}) for value in node.values()), kind


def test_ids_of_things_lead_to_the_page_that_describes_them(site, pages):
    here = {
        kind: {node["@id"] for node in every_node(graph_of(tree)) if "@type" in node}
        for kind, (_, _, tree) in pages.items()
    }
    named = {}
    for kind, (_, _, tree) in pages.items():
        for node in every_node(graph_of(tree)["@graph"]):
            if set(node) == {"@id"}:
                assert node["@id"] in here[kind], f"{kind} refers to {node['@id']}"
            elif "@id" in node and "@type" in node:
                named.setdefault(node["@id"], node["@type"])
    followed = [one for one in named if one.endswith(("#paper", "#person", "#organization", "#term"))]
    by_kind = {
        end: [one for one in followed if one.endswith(end)] for end in ("#paper", "#person", "#organization", "#term")
    }
    assert all(by_kind.values())
    for ids in by_kind.values():
        for one in ids[:: max(1, len(ids) * 4 // MOST_FOLLOWED)]:
            assert one in described(site, one), f"{one} leads to no page that describes it"


def described(site, one):
    """The nodes of the page that an id leads to, in one hop at most."""
    answer = site.get(one.removeprefix(SITE).partition("#")[0])
    if answer.status_code == 301:
        answer = site.get(answer.headers["Location"])
    assert answer.status_code == 200, one
    return ids_of(BeautifulSoup(answer.content, "lxml"))


def ids_of(tree):
    return {node["@id"] for node in every_node(graph_of(tree)) if "@type" in node}


def test_ways_to_pages_and_rows_of_lists_are_addresses_that_answer(site, pages):
    addresses = set()
    for _, _, tree in pages.values():
        for node in every_node(graph_of(tree)["@graph"]):
            if node.get("@type") == "ListItem":
                addresses.add(node.get("item") or node.get("url"))
    addresses = sorted(addresses)
    for address in addresses[:: max(1, len(addresses) // MOST_FOLLOWED)]:
        assert site.get(address.removeprefix(SITE)).status_code == 200, address


def test_robots_are_told_the_same_in_head_and_header(pages):
    noindex = set()
    for kind, (_, answer, tree) in pages.items():
        meta = tree.select_one('meta[name="robots"]')
        assert (meta["content"] if meta else None) == answer.headers.get("X-Robots-Tag"), kind
        if meta:
            assert meta["content"] == "noindex, follow"
            noindex.add(kind)
    assert {"researcher-field", "institution-own", "researchers-found", "researcher-history"} <= noindex
    assert not noindex & {"home", "papers", "day-2", "category", "paper-math", "researcher-300", "institution-parts"}


def test_head_names_itself_its_description_and_its_picture(pages):
    titles = {}
    for kind, (path, _, tree) in pages.items():
        told = {tag["property"]: tag["content"] for tag in tree.head.select("meta[property]")}
        assert told.keys() >= PROPERTIES, (kind, PROPERTIES - told.keys())
        expected = (
            "article" if kind.startswith("paper-") else "profile" if kind.startswith("researcher-") else "website"
        )
        if not path.endswith(("/coauthors", "/history")):
            assert told["og:type"] == expected, kind
        canonical = tree.select_one('link[rel="canonical"]')["href"]
        assert canonical == SITE + path, kind
        assert 0 < len(tree.select_one('meta[name="description"]')["content"]) <= 200, kind
        assert titles.setdefault(tree.title.get_text(), kind) == kind
        assert tree.title.get_text().endswith(" · wovepaper"), kind


def test_script_in_a_title_stays_inside(pages):
    _, answer, tree = pages["paper-hostile"]
    assert len(tree.find_all("script", type="application/ld+json")) == 1
    node = next(node for node in graph_of(tree)["@graph"] if node["@type"] == "ScholarlyArticle")
    assert "</script><script>alert(1)</script>" in node["name"]
    assert b"<script>alert" not in answer.content
