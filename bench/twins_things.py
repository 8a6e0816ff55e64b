"""Researchers, institutions and categories in every format they have: which of their facts do not agree."""

import csv
import json
import re
from io import StringIO
from typing import Any

from lxml import etree

from bench.twins_reading import (
    all_of,
    disagreements,
    facts_of_markdown,
    get,
    get_html,
    get_json,
    letters,
    listed,
    local,
    nodes,
    of_markdown,
    section,
)
from institutions.models import Institution
from papers.fields import Field
from researchers.models import Researcher

_LINK = re.compile(r"\[(.*)\]\(([^()]*(?:\([^()]*\)[^()]*)*)\)")


def researcher_disagreements(client: Any, found: Researcher) -> list[str]:
    page = found.get_absolute_url()
    by_format = all_of(
        {
            "json": lambda: _person_json(get_json(client, f"{page}.json")),
            "api": lambda: _person_json(get_json(client, f"/api/v1/researchers/{found.pk}")),
            "html": lambda: _person_html(client, page),
            "jsonld": lambda: _person_json_ld(get_json(client, f"{page}.jsonld")),
            "markdown": lambda: _person_markdown(get(client, f"{page}.md").decode()),
            "feed": lambda: _person_feed(client, page),
        }
    )
    return [f"{page} {one}" for one in disagreements(by_format)]


def _person_json(told: Any) -> dict[str, Any]:
    places = [(local(one["institution"]), one["current"]) for one in told["affiliations"]]
    return {
        "url": local(told["url"]),
        "name": told["name"],
        "other names": tuple(letters(one) for one in told["other_names"]),
        "ids": tuple(one["url"] for one in told["ids"]),
        "papers": told["paper_count"],
        "now at": tuple(one for one, current in places if current),
        "formerly at": tuple(one for one, current in places if not current),
        "citations": told["citations"]["total"] if told["citations"] else 0,
        "fields": tuple((one["category"], one["papers"]) for one in told["fields"]),
    }


def _person_html(client: Any, page: str) -> dict[str, Any]:
    tree = get_html(client, page)
    side = tree.select_one("aside.side")
    head = {one.h2.get_text(): one for one in side.select("section.block")}
    places = [(one.a, one.small) for one in head["Where"].select("li")] if "Where" in head else []
    at = [(_by_id(link["href"]), small.get_text().startswith("now")) for link, small in places]
    known = head["Known elsewhere as"]
    bars = head["Fields"].select("[data-count]") if "Fields" in head else []
    counted = tree.find(string=re.compile(r"citations? in all|citations?, as"))
    return {
        "url": local(tree.select_one('link[rel="canonical"]')["href"]),
        "name": side.h1.get_text(),
        "papers": int(side.select_one("dl.stats").get("data-total")),
        "ids": tuple(one["href"] for one in known.select("a.id")),
        "now at": tuple(one for one, current in at if current),
        "formerly at": tuple(one for one, current in at if not current),
        "fields": tuple((re.search(r"category=(.*)", one["href"])[1], int(one["data-count"])) for one in bars) or None,
        "citations": int(re.match(r"\s*([\d,]+)", counted)[1].replace(",", "")) if counted else 0,
    }


def _person_json_ld(graph: Any) -> dict[str, Any]:
    node = nodes(graph)["Person"]
    papers = re.search(r": ([\d,]+) papers? in this archive", node["description"])
    return {
        "url": local(node["url"]),
        "name": node["name"],
        "other names": tuple(letters(one) for one in listed(node.get("alternateName"))),
        "ids": tuple(listed(node.get("sameAs"))),
        "papers": int(papers[1].replace(",", "")),
        "now at": tuple(local(one["@id"]).removesuffix("#organization") for one in listed(node.get("affiliation"))),
    }


def _person_markdown(text: str) -> dict[str, Any]:
    told = facts_of_markdown(text)
    where = section(text, "Where")
    at = [(_by_id(local(_LINK.search(one)[2])), one.startswith("now:")) for one in where]
    ids = [line for line in text.partition("\n## ")[0].splitlines() if re.match(r"- (ORCID|OpenAlex|Semantic)", line)]
    cited = next((value for label, value in told.items() if label.startswith("Citations of")), "0")
    fields = [re.match(r"([^,]+), .*: (\d+)$", one) for one in section(text, "Fields")]
    return {
        "url": local(told["Page"].strip("<>")),
        "name": of_markdown(text.splitlines()[0].removeprefix("# ")),
        "other names": tuple(letters(one) for one in told.get("Also printed as", "").split("; ") if one),
        "ids": tuple(_LINK.search(one)[2] for one in ids),
        "papers": int(told["Papers here"]),
        "now at": tuple(one for one, current in at if current),
        "formerly at": tuple(one for one, current in at if not current),
        "citations": int(cited),
        "fields": tuple((one[1], int(one[2])) for one in fields),
    }


def _person_feed(client: Any, page: str) -> dict[str, Any]:
    channel = etree.fromstring(get(client, f"{page}/feed.xml")).find("channel")
    return {"url": local(channel.findtext("link")), "papers": _few(len(channel.findall("item")))}


def institution_disagreements(client: Any, found: Institution) -> list[str]:
    page = found.get_absolute_url()
    by_format = all_of(
        {
            "json": lambda: _place_json(get_json(client, f"{page}.json")),
            "api": lambda: _place_json(get_json(client, f"/api/v1/institutions/{found.pk}")),
            "html": lambda: _place_html(client, page),
            "jsonld": lambda: _place_json_ld(get_json(client, f"{page}.jsonld")),
            "markdown": lambda: _place_markdown(get(client, f"{page}.md").decode()),
        }
    )
    return [f"{page} {one}" for one in disagreements(by_format)]


def _place_json(told: Any) -> dict[str, Any]:
    return {
        "url": local(told["url"]),
        "name": told["name"],
        "other names": tuple(sorted(letters(one) for one in told["other_names"])),
        "ror": told["ror"] or "",
        "openalex": (told["openalex"] or "").rpartition("/")[2],
        "city": told["city"] or "",
        "country": told["country_code"] or "",
        "papers": told["paper_count"],
        "papers with parts": told["paper_count_with_parts"],
        "above": tuple(local(one["institution"]) for one in told["above"]),
        "parts": tuple(local(one["institution"]) for one in told["parts"]),
        "researchers": (told["researchers_now"], told["researchers_formerly"]),
        "latitude": told["latitude"],
        "founded": str(told["established"] or ""),
    }


def _place_html(client: Any, page: str) -> dict[str, Any]:
    tree = get_html(client, page)
    side = tree.select_one("aside.side")
    facts = {one.dt.get_text(): one.dd for one in side.select("dl.facts > div")}
    counts = [int(re.sub(r"\D", "", one.get_text())) for one in tree.select(".counts b")]
    numbers = {one.get_text().split()[0]: one.a for one in tree.select("#people .subhead")}
    above = [one.a for one in side.select("ul.tree > li") if one.a and one.select_one(".fine")]
    return {
        "url": local(tree.select_one('link[rel="canonical"]')["href"]),
        "name": side.h1.get_text(),
        "other names": tuple(
            sorted(letters(one) for part in side.select("p.other") for one in part.get_text().split(", "))
        )
        if not any(", " in one for one in _names_of(client, page))
        else None,
        "ror": facts["ROR"].a["href"] if "ROR" in facts else "",
        "openalex": facts["OpenAlex"].get_text() if "OpenAlex" in facts else "",
        "city": facts["Town"].get_text().partition(",")[0] if "Town" in facts else None,
        "papers": counts[-1],
        "papers with parts": counts[0],
        "above": tuple(_by_id(one["href"]) for one in above),
        "parts": tuple(_by_id(one["href"]) for one in side.select("ul.tree ul a")),
        "researchers": tuple(int(numbers[one]["data-count"]) if one in numbers else 0 for one in ("now", "formerly")),
    }


def _names_of(client: Any, page: str) -> list[str]:
    return get_json(client, f"{page}.json")["other_names"]


def _place_json_ld(graph: Any) -> dict[str, Any]:
    node = next(one for one in graph["@graph"] if one["@id"].endswith("#organization") and "mainEntityOfPage" in one)
    ids = {one["propertyID"]: one["value"] for one in listed(node.get("identifier"))}
    address = node.get("address", {})
    papers = re.search(r": ([\d,]+) papers? in this archive", node["description"])
    return {
        "url": local(node["mainEntityOfPage"]),
        "name": node["name"],
        "other names": tuple(sorted(letters(one) for one in listed(node.get("alternateName")))),
        "ror": ids.get("ROR", ""),
        "openalex": ids.get("OpenAlex", ""),
        "city": address.get("addressLocality", ""),
        "country": address.get("addressCountry", ""),
        "papers with parts": int(papers[1].replace(",", "")),
        "latitude": node.get("geo", {}).get("latitude"),
        "founded": node.get("foundingDate", ""),
    }


def _place_markdown(text: str) -> dict[str, Any]:
    told = facts_of_markdown(text)
    lineage = section(text, "Lineage")
    now, formerly = re.match(r"(\d+), formerly: (\d+)", told["Researchers now"]).groups()
    return {
        "url": local(told["Page"].strip("<>")),
        "name": of_markdown(text.splitlines()[0].removeprefix("# ")),
        "other names": tuple(sorted(letters(one) for one in told.get("Other names", "").split("; ") if one)),
        "ror": told.get("ROR", "").strip("<>"),
        "openalex": told.get("OpenAlex", "").strip("<>").rpartition("/")[2],
        "papers": int(told["Papers here of its own"]),
        "papers with parts": int(told["Papers here with its parts"]),
        "above": tuple(_by_id(local(_LINK.search(one)[2])) for one in lineage if one.startswith("above")),
        "parts": tuple(_by_id(local(_LINK.search(one)[2])) for one in lineage if one.startswith("part")),
        "researchers": (int(now), int(formerly)),
    }


def category_disagreements(client: Any, field: Field) -> list[str]:
    page = field.href
    by_format = all_of(
        {
            "json": lambda: _category_json(get_json(client, f"{page}.json")),
            "api": lambda: _category_api(get_json(client, f"/api/v1/categories/{field.code}")),
            "html": lambda: _category_html(client, page),
            "markdown": lambda: _category_markdown(get(client, f"{page}.md").decode()),
            "csv": lambda: _category_csv(get(client, f"{page}.csv").decode()),
            "row": lambda: _category_row(client, field.code),
        }
    )
    return [f"{page} {one}" for one in disagreements(by_format)]


def _category_json(told: Any) -> dict[str, Any]:
    return {
        "code": told["code"],
        "name": told["name"],
        "papers": told["paper_count"],
        "newest": tuple(one["arxiv_id"] for one in told["papers"]),
        "titles": tuple(letters(one["title"]) for one in told["papers"]),
    }


def _category_api(told: Any) -> dict[str, Any]:
    return {"code": told["code"], "name": told["name"], "papers": told["paper_count"]}


def _category_html(client: Any, page: str) -> dict[str, Any]:
    tree = get_html(client, page)
    graph = nodes(json.loads(tree.select_one('script[type="application/ld+json"]').string))
    rows = listed(graph["CollectionPage"].get("mainEntity", {}).get("itemListElement"))
    code, _, name = tree.title.get_text().rpartition(" · ")[0].partition(", ")
    return {
        "code": code,
        "name": name,
        "papers": int(tree.select_one("[data-total]")["data-total"]),
        "titles": tuple(letters(one["name"]) for one in rows),
        "newest": tuple(one["data-paper"] for one in tree.select("[data-paper]")) or None,
    }


def _category_markdown(text: str) -> dict[str, Any]:
    code, _, name = text.splitlines()[0].removeprefix("# ").partition(", ")
    return {
        "code": code,
        "name": name,
        "papers": int(facts_of_markdown(text)["Papers here"]),
        "newest": tuple(re.findall(r"arXiv:([^ ,]+)", one)[-1] for one in section(text, "Newest papers")),
    }


def _category_csv(text: str) -> dict[str, Any]:
    rows = list(csv.DictReader(StringIO(text)))
    return {
        "newest": tuple(row["arxiv_id"] for row in rows[:24]),
        "papers": len(rows) if len(rows) < 1_000 else None,
        "titles": tuple(letters(row["title"].removeprefix("'")) for row in rows[:24]),
    }


def _category_row(client: Any, code: str) -> dict[str, Any]:
    (row,) = (one for one in get_json(client, "/categories.json")["results"] if one["code"] == code)
    return {"code": row["code"], "name": row["name"], "papers": row["paper_count"]}


def _by_id(href: str) -> str:
    """The address without the slug."""
    head, _, last = href.rpartition("/")
    return f"{head}/{last.partition('-')[0]}"


def _few(items: int) -> int | None:
    """A feed holds all papers of who has few."""
    return items if items < 20 else None
