"""robots.txt, llms.txt, opensearch.xml and security.txt."""

import re
from datetime import UTC, datetime, timedelta
from urllib.robotparser import RobotFileParser

import pytest
from lxml import etree

from harvest.summaries import totals
from tests.factories import make_institution, make_researcher
from tests.weaving import weave, written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]
SITE = "http://127.0.0.1:8000"

ADDRESSES = {
    "/": True,
    "/papers": True,
    "/papers/2001.00001-me": True,
    "/papers/2001.00001-title.bib": True,
    "/papers/2020/01/15?page=2": True,
    "/categories/cs.LG": True,
    "/categories/cs.LG/feed.xml": True,
    "/rss/latest.xml": True,
    "/sitemap.xml": True,
    "/llms.txt": True,
    "/about": True,
    "/static/css/all.css": True,
    "/.well-known/security.txt": True,
    "/search": False,
    "/search?q=x": False,
    "/suggest?q=x": False,
    "/me": False,
    "/me/follows": False,
    "/accounts/sign-in": False,
    "/api/v1/papers": False,
    "/categories/cs.LG?sort=new": False,
    "/categories/cs.LG?page=2&sort=new": False,
}


def opens(robots, path):
    """RFC 9309: the longest rule that matches decides; `*` stands for anything."""
    rules = re.findall(r"^(Allow|Disallow): (\S+)$", robots, re.MULTILINE)
    matching = [
        (len(rule), kind)
        for kind, rule in rules
        if re.match("".join(".*" if sign == "*" else re.escape(sign) for sign in rule).replace(r"\$", "$"), path)
    ]
    return max(matching, default=(0, "Allow"))[1] == "Allow"


@pytest.mark.parametrize(("path", "is_open"), ADDRESSES.items(), ids=ADDRESSES)
def test_robots_opens_and_closes(client, path, is_open):
    robots = client.get("/robots.txt").content.decode()
    assert opens(robots, path) is is_open
    if "sort=" not in path:  # the standard library knows no wildcard
        parser = RobotFileParser()
        parser.parse(robots.splitlines())
        assert parser.can_fetch("Anybot", SITE + path) is is_open


def test_robots_names_the_sitemap_and_no_agent_or_delay(client):
    answer = client.get("/robots.txt")
    robots = answer.content.decode()
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, max-age=3600, stale-if-error=604800"
    assert f"Sitemap: {SITE}/sitemap.xml" in robots.splitlines()
    assert re.findall(r"^User-agent: (.*)$", robots, re.MULTILINE) == ["*"]
    assert "delay" not in robots.lower()


@pytest.mark.parametrize("papers", [0, 2])
def test_llms_is_short_and_its_links_answer(client, held, papers):
    for _ in range(papers):
        held(categories=("cs.LG",))
    answer = client.get("/llms.txt")
    lines = answer.content.decode().splitlines()
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert len(lines) < 100
    assert lines[0] == "# wovepaper"
    assert lines[2].startswith("> ")
    assert [line for line in lines if line.startswith("## ")][-1] == "## Optional"
    links = re.findall(r"^- \[[^\]]+\]\(([^)]+)\)", answer.content.decode(), re.MULTILINE)
    assert len(links) >= 8
    for link in links:
        assert link.startswith(SITE)
        assert client.get(link.removeprefix(SITE)).status_code == 200, link


def test_llms_tells_how_people_and_places_are_addressed(client):
    ada, institute = make_researcher("Ada Lovelace"), make_institution("Analytical Institute", ror="05a28rw58")
    written(ada, at=[institute])
    weave()
    totals.count()
    text = client.get("/llms.txt").content.decode()
    assert "Authors who are matched, 1 of them" in text
    assert "`/researchers/<name-with-hyphens>`" in text
    assert "`/ror/<id>`" in text
    links = re.findall(r"^- \[[^\]]+\]\(([^)]+)\)", text, re.MULTILINE)
    assert f"{SITE}{ada.get_absolute_url()}.md" in links
    assert f"{SITE}{institute.get_absolute_url()}/feed.xml" in links
    for link in links:
        assert client.get(link.removeprefix(SITE)).status_code == 200, link
    for spelling in ("/researchers/ada-lovelace", "/institutions/05a28rw58", "/ror/05a28rw58"):
        assert client.get(spelling, follow=True).status_code == 200


def test_opensearch_keeps_to_its_lengths(client):
    answer = client.get("/opensearch.xml")
    assert answer.headers["Content-Type"].startswith("application/opensearchdescription+xml")
    root = etree.fromstring(answer.content)
    assert root.findtext("{*}ShortName") == "Wovepaper"
    assert len(root.findtext("{*}ShortName")) <= 16
    assert len(root.findtext("{*}Description")) <= 1024
    templates = {url.get("type"): url.get("template") for url in root.findall("{*}Url")}
    assert templates["text/html"] == f"{SITE}/search?q={{searchTerms}}"
    assert templates["application/x-suggestions+json"] == f"{SITE}/suggest?q={{searchTerms}}"
    assert templates["application/opensearchdescription+xml"] == f"{SITE}/opensearch.xml"


def test_security_names_the_operators_contact(client, settings):
    settings.OPERATOR_CONTACT = ""
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.OPERATOR_CONTACT = "ada@example.org"
    fields = dict(line.split(": ", 1) for line in client.get("/.well-known/security.txt").content.decode().splitlines())
    assert fields["Contact"] == "mailto:ada@example.org"
    expires = datetime.fromisoformat(fields["Expires"])
    assert datetime.now(UTC) < expires < datetime.now(UTC) + timedelta(days=365)
    settings.OPERATOR_CONTACT = "https://example.org/contact"
    assert "Contact: https://example.org/contact\n" in client.get("/.well-known/security.txt").content.decode()


def test_icon_at_its_old_place_leads_to_the_mark(client):
    answer = client.get("/favicon.ico")
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith(".ico")


def test_robots_names_what_is_there_for_programs(client):
    comments = re.findall(r"^# .*?(/\S+)$", client.get("/robots.txt").content.decode().replace(SITE, ""), re.MULTILINE)
    assert {"/dumps", "/oai?verb=Identify", "/rss/latest.xml", "/developers/api", "/llms.txt"} <= set(comments)
    for path in comments:
        assert client.get(path).status_code == 200, path


def test_catalogue_names_all_that_programs_can_ask(client, held):
    held()
    answer = client.get("/.well-known/api-catalog")
    assert answer.headers["Content-Type"].startswith("application/linkset+json; profile=")
    assert answer.headers["Link"] == f'<{SITE}/.well-known/api-catalog>; rel="api-catalog"'
    assert answer.headers["Cache-Control"] == "public, max-age=3600, stale-if-error=604800"
    contexts = {one["anchor"].removeprefix(SITE): one for one in answer.json()["linkset"]}
    items = {item["href"].removeprefix(SITE) for item in contexts["/.well-known/api-catalog"]["item"]}
    assert {"/api/v1", "/oai", "/dumps", "/sitemap.xml", "/rss/latest.xml", "/rss/updates.feed.json"} <= items
    assert contexts["/api/v1"]["service-desc"][0]["href"] == f"{SITE}/openapi.json"
    for context in contexts.values():
        for links in context.values():
            for link in links if isinstance(links, list) else []:
                path = link["href"].removeprefix(SITE)
                if path in {"/api/v1", "/oai", "/dumps/manifest.json"}:  # a root, a protocol, made at night
                    continue
                found = client.get(path)
                assert found.status_code == 200, path
                assert found.headers["Content-Type"].partition(";")[0] == link["type"], path


@pytest.mark.parametrize(("asked", "is_json"), [("text/html", False), ("", False), ("application/json", True)])
def test_status_is_json_for_who_asks(client, asked, is_json):
    by_accept, by_suffix = client.get("/status", headers={"Accept": asked}), client.get("/status.json")
    assert "Accept" in by_accept.headers["Vary"]
    assert (by_accept.headers["Content-Type"] == "application/json") is is_json
    if is_json:
        assert by_accept.headers["Content-Location"] == "/status.json"
        assert by_accept.json().keys() == by_suffix.json().keys()


def test_status_tells_programs_what_the_page_tells(client, held, page):
    held()
    totals.count()
    told = client.get("/status.json").json()
    shown = page("/status")
    assert told["papers"] == 1
    assert [part["name"] for part in told["parts"]] == [one.b.get_text() for one in shown.select(".states li")]
    assert [part["state"] for part in told["parts"]] == [one.get_text() for one in shown.select(".states .badge")]
    (arxiv,) = [source for source in told["sources"] if source["name"] == "arxiv"]
    assert (arxiv["waiting"], arxiv["rejected"], arxiv["complete_until"]) == (0, 0, None)
    assert told["counted"]["papers"] == 1
    assert client.get("/status.json").headers["Access-Control-Allow-Origin"] == "*"


def test_suggestions_for_the_browsers_search_box(client):
    answer = client.get("/suggest?q=ada", headers={"Accept": "*/*"})
    assert answer.headers["Content-Type"] == "application/x-suggestions+json"
    typed, words = answer.json()
    assert typed == "ada"
    assert len(words) <= 8
