"""A paper's page and its other formats over HTTP: types, headers, alternates, and nothing hostile let through."""

import json
import re
from html import unescape

import pytest
from bs4 import BeautifulSoup
from lxml import etree

from harvest.records import AuthorRecord
from papers.models import Paper, RelatedPaper
from papers.structured_data import citation_tags, paper_graph, paper_links

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]
SITE = "http://127.0.0.1:8000"

FILES = {
    ".md": "text/markdown; charset=utf-8",
    ".json": "application/json",
    ".bib": "application/x-bibtex; charset=utf-8",
    ".ris": "application/x-research-info-systems",
    ".csl.json": "application/vnd.citationstyles.csl+json",
    ".jsonld": "application/ld+json",
    ".linkset.json": "application/linkset+json",
}


@pytest.mark.parametrize(("suffix", "content_type"), FILES.items(), ids=FILES)
@pytest.mark.parametrize("arxiv_id", ["2001.06666", "hep-th/9901001"])
def test_each_format_stands_at_its_suffix(client, held, arxiv_id, suffix, content_type):
    page = held(arxiv_id=arxiv_id).get_absolute_url()
    answer = client.get(page + suffix)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == content_type
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert f'<{SITE}{page}>; rel="describes"' in answer.headers["Link"]
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cache-Control"].startswith("public, max-age=60, s-maxage=600")
    assert not answer.cookies
    if suffix.endswith(("json", "jsonld")):
        json.loads(answer.content)
    moved = client.get(f"/papers/{arxiv_id}{suffix}")
    assert (moved.status_code, moved.headers["Location"]) == (301, page + suffix)


@pytest.mark.parametrize(("suffix", "content_type"), FILES.items(), ids=FILES)
def test_accept_gets_the_same_file_at_the_page(client, held, suffix, content_type):
    page = held().get_absolute_url()
    answer = client.get(page, headers={"Accept": f"{content_type.partition(';')[0]}, text/html;q=0.5"})
    assert answer.headers["Content-Type"] == content_type
    assert answer.headers["Content-Location"].endswith(page + suffix)
    assert "Accept" in answer.headers["Vary"]
    assert answer.content == client.get(page + suffix).content


def test_page_and_file_by_accept_never_share_a_validator(client, held):
    page = held().get_absolute_url()
    html = client.get(page, headers={"Accept": "text/html"})
    markdown = client.get(page, headers={"Accept": "text/markdown", "If-None-Match": html.headers["ETag"]})
    assert markdown.status_code == 200
    assert "Accept" in html.headers["Vary"]


def test_pdf_leads_to_its_host(client, held):
    page = held(arxiv_id="hep-th/9901001").get_absolute_url()
    answer = client.get(f"{page}.pdf")
    assert (answer.status_code, answer.headers["Location"]) == (302, "https://arxiv.org/pdf/hep-th/9901001")
    assert client.get(page, headers={"Accept": "application/pdf"}).headers["Content-Type"].startswith("text/html")


@pytest.mark.parametrize(("suffix", "end"), [(".bib", "bib"), (".ris", "ris"), (".csl.json", "csl.json")])
def test_citation_files_download_by_their_key(client, held, suffix, end):
    author = AuthorRecord('Eve "\r\nX: y', given="Eve", family='"\r\nSet-Cookie: a')
    page = held(authors=[author], title="The engine").get_absolute_url()
    answer = client.get(page + suffix)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="setcookiea2020engine.{end}"'


def test_head_of_the_page_holds_the_tags_in_order_and_the_graph(client, held):
    paper = held(authors="Ada King (MIT), Bo Li", title="Cats & <dogs>", dois=("10.1/x",))
    answer = client.get(paper.get_absolute_url())
    soup = BeautifulSoup(answer.content, "html.parser")
    names = re.compile(r"^(citation_|DC\.)")
    assert [(meta["name"], meta["content"]) for meta in soup.head.find_all("meta", attrs={"name": names})] == (
        citation_tags(paper)
    )
    (script,) = soup.find_all("script", type="application/ld+json")
    assert json.loads(script.string) == paper_graph(paper)
    assert len(re.findall("rel=", answer.headers["Link"])) == len(paper_links(paper))
    assert soup.find("meta", property="og:type")["content"] == "article"
    assert soup.find("link", rel="canonical")["href"] == f"{SITE}{paper.get_absolute_url()}"


def test_no_coins_on_the_page_of_a_paper_even_beside_similar_ones(client, held):
    paper, other = held(), held(title="A similar one")
    RelatedPaper.objects.create(paper=paper, other=other, rank=1, closeness=0.9)
    content = client.get(paper.get_absolute_url()).content.decode()
    assert "A similar one" in content
    assert "Z3988" not in content


def test_alternates_and_autodiscovery_answer_with_their_type(client, held):
    page = held(categories=("cs.LG",)).get_absolute_url()
    seen = set()
    for path in (page, "/", "/papers", "/categories/cs.LG", "/categories/cs"):
        soup = BeautifulSoup(client.get(path).content, "html.parser")
        for link in soup.find_all("link", rel=["alternate", "search"]):
            address = link["href"].removeprefix(SITE)
            assert address.startswith("/"), address
            answer = client.get(address)
            assert answer.status_code == 200, address
            assert answer.headers["Content-Type"].partition(";")[0] == link["type"], address
            seen.add(address)
    assert {f"{page}{suffix}" for suffix in (".md", ".bib", ".ris", ".csl.json", ".jsonld")} <= seen
    assert {"/rss/latest.xml", "/categories/cs.LG/feed.xml", "/categories/cs/feed.xml", "/opensearch.xml"} <= seen


HOSTILE = "</title></script><script>alert(1)</script><!-- ]]> \"' & \u2028 <img src=x onerror=alert(2)>"


def test_hostile_title_stays_text_everywhere(client, held):
    paper = held(title=HOSTILE, abstract=HOSTILE, comments=HOSTILE, journal_ref=HOSTILE, categories=("cs.LG",))
    stored = Paper.objects.get(pk=paper.pk)
    page = stored.get_absolute_url()
    for path in (page, "/papers", "/categories/cs.LG", "/", "/rss/latest.xml", "/rss/latest.atom"):
        content = client.get(path).content.decode()
        assert "alert(1)" in content, path
        assert "<script>alert" not in content and "<img src=x" not in content, path
    for path in ("/rss/latest.xml", "/rss/latest.atom"):
        etree.fromstring(client.get(path).content)
    soup = BeautifulSoup(client.get(page).content, "html.parser")
    (script,) = soup.find_all("script", type="application/ld+json")
    node = next(node for node in json.loads(script.string)["@graph"] if node["@type"] == "ScholarlyArticle")
    assert node["name"] == stored.title
    assert unescape(soup.title.string).startswith(stored.title.split()[0])


def test_lists_hold_coins_and_a_graph_of_their_rows(client, held):
    papers = [held(categories=("cs.LG",)) for _ in range(3)]
    for path in ("/categories/cs.LG", "/papers"):
        soup = BeautifulSoup(client.get(path).content, "html.parser")
        assert len(soup.find_all("span", class_="Z3988")) == 3
        (script,) = soup.find_all("script", type="application/ld+json")
        nodes = {node["@type"]: node for node in json.loads(script.string)["@graph"]}
        rows = nodes["CollectionPage"]["mainEntity"]["itemListElement"]
        assert {row["url"] for row in rows} == {f"{SITE}{paper.get_absolute_url()}" for paper in papers}
        assert {"WebSite", "Organization", "BreadcrumbList"} <= nodes.keys()


def test_home_says_which_site_this_is_and_how_to_search_it(client, held):
    held()
    soup = BeautifulSoup(client.get("/").content, "html.parser")
    (script,) = soup.find_all("script", type="application/ld+json")
    nodes = {node["@type"]: node for node in json.loads(script.string)["@graph"]}
    assert nodes["WebSite"]["@id"] == f"{SITE}/#website"
    assert nodes["WebSite"]["potentialAction"]["target"]["urlTemplate"] == f"{SITE}/search?q={{search_term_string}}"
    assert nodes["WebSite"]["publisher"] == {"@id": nodes["Organization"]["@id"]}
    assert "BreadcrumbList" not in nodes
    logo = client.get(nodes["Organization"]["logo"]["url"].removeprefix(SITE))
    assert (logo.status_code, logo.headers["Content-Type"]) == (200, "image/svg+xml")


def test_operator_has_a_contact_where_the_settings_name_one(client, held, settings):
    for contact, key in (("ada@example.org", "email"), ("https://example.org/contact", "url"), ("", "")):
        settings.OPERATOR_NAME, settings.OPERATOR_CONTACT = "Ada", contact
        nodes = {node["@type"]: node for node in paper_graph(held())["@graph"]}
        assert nodes["Organization"]["name"] == "Ada"
        assert nodes["Organization"].get("contactPoint", {}).get(key) == (contact or None)
