"""A paper in every format it has, read back by the parsers of others: which of its facts do not agree."""

import csv
import re
from collections.abc import Callable, Iterable
from io import StringIO
from typing import Any
from urllib.parse import quote, unquote

from lxml import etree

from bench.twins_citation_files import of_bibtex, of_csl, of_ris
from bench.twins_reading import (
    Facts,
    all_of,
    disagreements,
    facts_of_markdown,
    get,
    get_html,
    get_json,
    letters,
    letters_of_tex,
    listed,
    local,
    names,
    nodes,
    of_markdown,
    section,
)
from papers.models import Paper

MOST_IN_JSON_LD, MOST_IN_FEED, MOST_IN_CELL = 200, 20, 20
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def paper_disagreements(client: Any, paper: Paper, *, with_lists: bool = True) -> list[str]:
    """`with_lists`: in the lists where it stands too, which cost far more than its own files."""
    page = paper.get_absolute_url()
    tree = get_html(client, page)
    json_facts = _of_json(get_json(client, f"{page}.json"))
    by_format = all_of(
        {
            "json": lambda: json_facts,
            "api": lambda: _of_json(get_json(client, f"/api/v1/papers/{quote(paper.arxiv_id)}")),
            "html": lambda: _of_html(tree),
            "head": lambda: _of_head(tree),
            "jsonld": lambda: _of_json_ld(get_json(client, f"{page}.jsonld")),
            "markdown": lambda: _of_markdown(get(client, f"{page}.md").decode()),
            "bibtex": lambda: of_bibtex(get(client, f"{page}.bib").decode()),
            "ris": lambda: of_ris(get(client, f"{page}.ris").decode()),
            "csl": lambda: of_csl(get_json(client, f"{page}.csl.json")),
            "linkset": lambda: _of_linkset(get_json(client, f"{page}.linkset.json")),
            **(_in_lists(client, paper) if with_lists else {}),
        }
    )
    for facts in by_format.values():
        _cut(facts, json_facts)
    return [f"{paper.arxiv_id} {one}" for one in disagreements(by_format)]


def _of_json(told: Any) -> dict[str, Any]:
    ref = told["published_in"] or {}
    return {
        "id": told["arxiv_id"],
        "url": local(told["url"]),
        "title": told["title"],
        "title letters": letters(told["title"]),
        "authors": names(one["name"] for one in told["authors"]),
        "author lines": tuple(letters(one["name"] + "".join(one["affiliations"])) for one in told["authors"]),
        "affiliations": _once_each(text for one in told["authors"] for text in one["affiliations"]),
        "first": told["first_submitted_at"][:10],
        "latest": told["latest_submitted_at"][:10],
        "latest version": told["latest_version"],
        "versions": len(told["versions"]),
        "doi": _doi(told["doi"]),
        "publisher dois": tuple(map(_doi, told["publisher_dois"])),
        "categories": tuple(one["code"] for one in told["categories"]),
        "primary": told["categories"][0]["code"],
        "abstract": letters(told["abstract"] or told["description"] or ""),
        "withdrawn": told["withdrawn"],
        "published": told["status"] == "published",
        "journal ref": letters(told["journal_ref"] or ""),
        "comments": letters(told["comments"] or ""),
        "language": told["language"],
        "licence": (told["license"] or "").replace("http://", "https://"),
        "container": ref.get("name") or "",
        "volume": ref.get("volume") or "",
        "first page": ref.get("first_page") or "",
        "last page": ref.get("last_page") or "",
    }


def _of_html(tree: Any) -> dict[str, Any]:
    main = tree.select_one("article.paper")
    groups = [one.get_text() for one in main.select(".paper__groups .name")]
    people = [_without_sup(one) for one in main.select("ol.authors li")]
    said = {one.dt.get_text(): one for one in main.select("#about-it dl.facts > div")}
    times = [one["datetime"] for one in main.select(".paper__line time")]
    licence = main.select_one('a[rel~="license"]')
    return {
        "id": main["data-paper"],
        "url": local(tree.select_one('link[rel="canonical"]')["href"]),
        "title": tree.title.get_text().rpartition(" · ")[0],
        "affiliations": _once_each(_affiliation(one) for one in main.select("ol.affils li > span")),
        "authors (any order)": tuple(sorted([*names(people), *names(groups)])),
        "first": times[0],
        "latest": times[-1] if len(times) > 1 else None,
        "versions": len(main.select("ol.versions li")),
        "publisher dois": tuple(one.get_text().lower() for one in said["DOI"].select("a")) if "DOI" in said else (),
        "categories": tuple(one.get_text() for one in main.select("ul.plainlist a.code")),
        "withdrawn": bool(main.select(".banner--alarm")),
        "published": "also published" in main.select_one(".paper__line .badge").get_text(),
        "journal ref": letters(said["Journal"].dd.get_text()) if "Journal" in said else "",
        "comments": letters(said["Comments"].dd.get_text()) if "Comments" in said else None,
        "licence": licence["href"].replace("http://", "https://") if licence else None,
    }


def _of_head(tree: Any) -> dict[str, Any]:
    tags = [(one.get("name") or one.get("property"), one["content"]) for one in tree.head.select("meta[content]")]
    first = dict(reversed(tags))
    preprint = "citation_arxiv_id" in first
    return {
        "id": first.get("citation_arxiv_id"),
        "url": local(first["og:url"]),
        "title": first["citation_title"],
        "title letters": letters(first["og:title"]),
        "authors": names(value.rstrip(";") for key, value in tags if key == "citation_author"),
        "affiliations": _once_each(value for key, value in tags if key == "citation_author_institution"),
        "first": first["citation_publication_date"].replace("/", "-") if preprint else None,
        "latest": first["citation_online_date"].replace("/", "-"),
        "doi": first["citation_doi"].lower(),
        "abstract": letters(first["citation_abstract"]) if "citation_abstract" in first else None,
        "published": not preprint,
        "language": first["citation_language"],
        "container": first.get("citation_journal_title") or first.get("citation_conference_title") or "",
        "volume": first.get("citation_volume", ""),
        "first page": first.get("citation_firstpage", ""),
        "last page": first.get("citation_lastpage", ""),
    }


def _of_json_ld(graph: Any) -> dict[str, Any]:
    node = nodes(graph)["ScholarlyArticle"]
    ids = [(one["propertyID"], one["value"]) for one in node["identifier"]]
    dois = [value.lower() for kind, value in ids if kind == "DOI"]
    parts = {one["@type"]: one for one in listed(node.get("isPartOf"))}
    container = parts.get("Periodical") or parts.get("Book") or {}
    published_on = node["datePublished"]
    return {
        "id": next(value for kind, value in ids if kind == "arXiv"),
        "url": local(node["url"]),
        "title": node["name"],
        "authors": names(one["name"] for one in node.get("author", ())),
        "first": published_on if len(published_on) == 10 else None,
        "latest": node["dateModified"],
        "publisher dois": tuple(dois[1:]),
        "doi": dois[1] if len(dois) > 1 else dois[0],
        "categories": tuple(one["termCode"] for one in node["about"]),
        "abstract": letters(node.get("abstract") or node.get("description") or ""),
        "withdrawn": node.get("creativeWorkStatus") == "Withdrawn",
        "language": node["inLanguage"],
        "licence": node["license"].replace("http://", "https://") if "license" in node else None,
        "container": container.get("name", ""),
        "volume": parts.get("PublicationVolume", {}).get("volumeNumber", ""),
        "first page": node.get("pageStart", ""),
        "last page": node.get("pageEnd", ""),
    }


def _of_markdown(text: str) -> dict[str, Any]:
    told = facts_of_markdown(text)
    versions = section(text, "Versions")
    heading = "Description" if "\n## Description" in text else "Abstract"
    abstract = text.partition(f"\n## {heading}\n")[2].partition("\n## Versions\n")[0]
    if heading == "Description":
        abstract = abstract.partition("in place of the abstract.")[2]
    return {
        "id": re.match(r"\[([^\]]*)\]", told["arXiv"])[1],
        "url": local(told["Page"].strip("<>")),
        "title letters": letters_of_tex(of_markdown(text.splitlines()[0].removeprefix("# "))),
        "author lines": tuple(letters(of_markdown(one)) for one in section(text, "Authors")),
        "first": told["First version"],
        "latest": told["Latest version"].partition(", ")[2],
        "latest version": int(told["Latest version"].partition(",")[0].removeprefix("v")),
        "versions": len(versions) or 1,
        "doi": of_markdown(re.match(r"\[(.*?)\]\(http", told["DOI"])[1]).lower(),
        "categories": tuple(re.findall(r"\[([^\]]+)\]\(", told["Categories"])),
        "abstract": letters_of_tex(of_markdown(abstract)) if abstract.strip() != "None." else "",
        "withdrawn": "**Withdrawn by its authors.**" in text.partition("\n- ")[0],
        "journal ref": letters(of_markdown(told.get("Journal reference", ""))),
        "comments": letters(of_markdown(told.get("Comments", ""))),
    }


def _of_linkset(told: Any) -> dict[str, Any]:
    (links,) = told["linkset"]
    related = [one["href"] for one in links["related"]]
    return {
        "id": related[0].removeprefix("https://arxiv.org/abs/"),
        "url": local(links["anchor"]),
        "publisher doi count": len(related) - 2,
    }


def _in_lists(client: Any, paper: Paper) -> dict[str, Any]:
    """In the list of its day and, where it is among the newest, in its category's feed."""
    day = f"/papers/{paper.first_submitted_at:%Y/%m/%d}"

    def of_row() -> Facts:
        row = _once(client, f"{day}.csv", _rows).get(paper.arxiv_id)
        return _of_row(row) if row else {}

    def of_item() -> Facts:
        feed = f"/categories/{paper.primary_category}/feed.xml"
        item = _once(client, feed, _items).get(f"/papers/{paper.arxiv_id}")
        return _of_item(item) if item is not None else {}

    return {"csv": of_row, "feed": of_item}


def _once(client: Any, path: str, read: Callable[[bytes], dict[str, Any]]) -> dict[str, Any]:
    """A list by what names its rows: it has many papers, and is asked for once."""
    known = client.__dict__.setdefault("lists_read", {})
    if path not in known:
        known[path] = read(get(client, path))
    return known[path]


def _rows(content: bytes) -> dict[str, Any]:
    return {row["arxiv_id"]: row for row in csv.DictReader(StringIO(content.decode()))}


def _items(content: bytes) -> dict[str, Any]:
    return {local(item.findtext("guid")): item for item in etree.fromstring(content).iter("item")}


def _of_row(row: dict[str, str]) -> dict[str, Any]:
    shown = [one for one in row["authors"].split("; ") if not re.fullmatch(r"and \d+ more", one)]
    return {
        "id": row["arxiv_id"],
        "url": local(row["url"]),
        "title": row["title"].removeprefix("'"),
        "authors": names(shown) if "; " not in "".join(shown) else None,
        "first": row["first_submitted_at"][:10],
        "latest version": int(row["latest_version"]),
        "categories": tuple(row["categories"].split()),
        "published": row["status"] == "published",
        "journal ref": letters(row["journal_ref"]),
        "withdrawn": row["withdrawn"] == "yes",
    }


def _of_item(item: Any) -> dict[str, Any]:
    creators = [one.text or "" for one in item.findall("{http://purl.org/dc/elements/1.1/}creator")]
    return {
        "url": local(item.findtext("link")),
        "title letters": letters(item.findtext("title")),
        "authors": names(one for one in creators if not re.fullmatch(r"and [\d,]+ more", one)),
        "categories": tuple(one.text for one in item.findall("category")),
    }


def _cut(facts: Any, whole: Facts) -> None:
    """Lists that a format cuts are compared as far as they go; what follows from other facts is put beside them."""
    authors = whole["authors"]
    cut = (MOST_IN_JSON_LD, MOST_IN_FEED)
    told = facts.get("authors")
    if told is not None and len(told) in cut and len(authors) > len(told) and authors[: len(told)] == told:
        facts["authors"] = authors
    if facts is whole:
        facts["authors (any order)"] = tuple(sorted(authors))
        facts["first month"] = (int(facts["first"][:4]), _MONTHS[int(facts["first"][5:7]) - 1])
        facts["publisher doi count"] = len(facts["publisher dois"])


def _affiliation(item: Any) -> str:
    """As printed, without the names that the page adds."""
    for added in item.select(".fine"):
        added.extract()
    return item.get_text()


def _doi(address: str) -> str:
    return unquote(address.partition("doi.org/")[2]).lower()


def _once_each(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({letters(text) for text in texts}))


def _without_sup(item: Any) -> str:
    for sup in item.select("sup"):
        sup.extract()
    return item.get_text().strip().rstrip(",")
