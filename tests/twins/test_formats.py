"""Every suffix of the table for every kind of thing, and the same by Accept; lists page by page; one hop from an id."""

import csv
import json
import re
from io import StringIO

import pytest

from common.negotiation import CSV, JSON, JSON_LD, MARKDOWN, suffixed
from papers.models import Paper
from researchers.models import Researcher
from tests.browser.hard_people import BUSY, ETH, LONGEST_LIST

pytestmark = pytest.mark.django_db
WITHOUT = (LONGEST_LIST,)  # whose three thousand authors take most of the time
SITE = "http://127.0.0.1:8000"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
THING, LIST, CATEGORY = (MARKDOWN, JSON, JSON_LD), (JSON, CSV), (MARKDOWN, JSON, CSV)
LISTS = [
    "/papers",
    "/papers/2024",
    "/papers/2024/01",
    "/papers/2024/01/29",
    "/papers/2024/01/29?page=2",
    "/categories",
    "/categories/hep-ex/2024/01",
    "/researchers",
    "/researchers?q=lovelace",
    "/institutions",
    "/institutions?country=CH",
    "/institutions?q=institute+of+technology",
    "/researchers/wei-zhang",
    "/institutions/kit",
]
ACCEPTS = [
    ("", ""),
    ("*/*", ""),
    (BROWSER, ""),
    ("application/json", ".json"),
    ("application/json;q=0.9, text/html;q=0.8", ".json"),
    ("application/json;q=0", ""),
    ("text/html, application/json", ""),
    ("image/png, application/pdf", ""),
]


@pytest.fixture(scope="module")
def addresses(site):
    """Pages with the formats that each has."""
    person = Researcher.objects.get(name=BUSY).get_absolute_url()
    place = site.get(f"/institutions/{ETH}").headers["Location"]
    below = [f"{person}/coauthors", f"{place}/researchers", f"{place}/researchers?when=formerly", f"{place}/parts"]
    return (
        dict.fromkeys([*LISTS, *below], LIST)
        | {person: THING, place: THING}
        | {"/categories/hep-ex": CATEGORY, "/categories/cs": CATEGORY, "/": (MARKDOWN,)}
    )


def address(path, known):
    return "/index.md" if path == "/" else suffixed(path, known.suffix)


def test_each_format_stands_at_its_suffix_and_is_given_by_accept(site, addresses):
    for path, formats in addresses.items():
        html = site.get(path)
        assert (html.status_code, html.headers["Content-Type"]) == (200, "text/html; charset=utf-8"), path
        assert "Accept" in html.headers["Vary"], path
        for known in formats:
            file = site.get(address(path, known))
            assert (file.status_code, file.headers["Content-Type"]) == (200, known.content_type), (path, known.suffix)
            assert file.headers["X-Robots-Tag"] == "noindex"
            assert file.headers["Access-Control-Allow-Origin"] == "*"
            assert not file.cookies
            asked = site.get(path, headers={"Accept": f"{known.media_type}, text/html;q=0.5"})
            assert asked.headers["Content-Type"] == known.content_type, (path, known.suffix)
            assert asked.headers["Content-Location"] == address(path, known)
            assert "Accept" in asked.headers["Vary"]
            assert asked.getvalue() == file.getvalue(), (path, known.suffix)
            if "ETag" in html.headers:
                held = {"Accept": known.media_type, "If-None-Match": html.headers["ETag"]}
                assert site.get(path, headers=held).status_code == 200, path


@pytest.mark.parametrize(("accept", "suffix"), ACCEPTS)
def test_lists_choose_by_accept(site, accept, suffix):
    answer = site.get("/papers/2024", headers={"Accept": accept})
    assert answer.status_code == 200
    assert answer.headers.get("Content-Location", "") == (f"/papers/2024{suffix}" if suffix else "")


def test_every_format_is_told_in_the_head_of_its_page(site, addresses):
    for path, formats in addresses.items():
        content = site.get(path).content.decode()
        for known in formats:
            href = SITE + address(path, known).replace("&", "&amp;")
            assert f'<link rel="alternate" type="{known.media_type}" title="{known.label}" href="{href}">' in content, (
                path,
                known.suffix,
            )


def test_files_of_a_list_hold_its_rows_and_go_on_where_the_page_does(site):
    day = "/papers/2024/01/29"
    first, second = (json.loads(site.get(path).getvalue()) for path in (f"{day}.json", f"{day}.json?page=2"))
    assert first["meta"] == {
        "name": "Papers of 29 January 2024", "url": f"{SITE}{day}", "count": 30, "next": f"{SITE}{day}.json?page=2",
    }  # fmt: skip
    assert second["meta"]["next"] is None
    ids = [row["arxiv_id"] for row in [*first["results"], *second["results"]]]
    assert len(ids) == len(set(ids)) == 30
    rows = list(csv.DictReader(StringIO(site.get(f"{day}.csv").getvalue().decode())))
    assert [row["arxiv_id"] for row in rows] == ids
    rest = list(csv.DictReader(StringIO(site.get(f"{day}.csv?page=2").getvalue().decode())))
    assert [row["arxiv_id"] for row in rest] == ids[24:]


@pytest.mark.parametrize("path", ["/papers", "/researchers", "/categories/math.CA", "/institutions"])
def test_walking_the_json_of_a_list_meets_every_row_once(site, path):
    seen, here = [], f"{path}.json"
    while here:
        told = json.loads(site.get(here).getvalue())
        seen += [row["id"] for row in told.get("results", told.get("papers"))]
        following = told["meta"]["next"] if "meta" in told else told["next"]
        here = following.removeprefix(SITE) if following and len(seen) < 150 else ""
    assert len(seen) == len(set(seen))
    table = list(csv.DictReader(StringIO(site.get(f"{path}.csv").getvalue().decode())))
    key = next(name for name in ("url", "researcher", "institution") if name in table[0])
    pages = [re.sub(r"(/(?:\d{4}\.\d{4,5}|\d+))-[^/]*$", r"\1", row[key]) for row in table]
    assert pages[: len(seen)] == [one.rstrip("/") for one in seen]


def test_id_with_a_suffix_leads_to_the_page_with_it_in_one_hop(site):
    person = Researcher.objects.get(name=BUSY)
    merged = Researcher.objects.exclude(merged_into=None).first()
    place = site.get(f"/institutions/{ETH}").headers["Location"]
    for suffix in (".md", ".json", ".jsonld", ".png"):
        for short, page in [
            (f"/researchers/{person.pk}", person.get_absolute_url()),
            (f"/researchers/{person.pk}-another-name", person.get_absolute_url()),
            (f"/researchers/{merged.pk}", merged.merged_into.get_absolute_url()),
            (place.partition("-")[0], place),
        ]:
            moved = site.get(short + suffix)
            assert (moved.status_code, moved.headers["Location"]) == (301, page + suffix)
    moved = site.get("/researchers/noor-van-den-heuvel-ostergard.json")
    assert moved.status_code == 302
    assert site.get(moved.headers["Location"]).headers["Content-Type"] == "application/json"


def test_unknown_format_gets_the_page(site):
    paper = Paper.objects.get(arxiv_id="2402.10001").get_absolute_url()
    for path in (paper, Researcher.objects.get(name=BUSY).get_absolute_url()):
        moved = site.get(f"{path}.docx")
        assert (moved.status_code, moved.headers["Location"]) == (301, path)
        answer = site.get(path, headers={"Accept": "application/msword"})
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


def test_typed_links_of_people_and_places_lead_to_their_files(site, addresses):
    for path, formats in addresses.items():
        if formats is not THING:
            continue
        links = re.findall(r'<([^>]*)>; rel="([^"]*)"(?:; type="([^"]*)")?', site.get(path).headers["Link"])
        told = [(href, kind) for href, rel, kind in links if rel == "describedby"]
        assert told == [
            (f"{SITE}{path}.jsonld", "application/ld+json"), (f"{SITE}{path}.json", "application/json"),
        ]  # fmt: skip
        assert ("https://schema.org/AboutPage", "type", "") in links
        for known in formats:
            assert f'<{SITE}{path}>; rel="describes"' in site.get(path + known.suffix).headers["Link"]


def test_table_file_costs_a_network_but_the_page_and_its_json_do_not(site, settings):
    settings.LIMIT_PER_MINUTE = settings.LIMIT_BURST = settings.LIMIT_COSTS["file"] * 2
    network = {"REMOTE_ADDR": "203.0.113.99"}
    assert [site.get("/papers/2024.csv", **network).status_code for _ in range(3)] == [200, 200, 429]
    assert site.get("/papers/2024", **network).status_code == 200
    assert site.get("/papers/2024.json", **network).status_code == 200
