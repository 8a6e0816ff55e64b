"""What the crawl finds wrong with an answer: a list of sentences, empty if nothing."""

import json
import re
from collections.abc import Sequence

from django.conf import settings
from lxml import etree

from bench.asking import Answer
from papers.models import Paper
from wovepaper.feeds.items import Channel, FeedItem, feed_item
from wovepaper.feeds.rss import rss
from wovepaper.sitemaps import sitemap_line

_CANONICAL = re.compile(rb'<link rel="canonical" href="([^"]*)">')
_JSON_LD = re.compile(rb'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)
_CHANNEL = Channel("Crawl", "Every item of a loaded site", "/rss/latest.xml", "/papers")
LONGEST_LINK_HEADER = 4_096


def page_errors(answer: Answer) -> list[str]:
    """Of any HTML page: it answers, is whole, names itself, sets no cookie, its JSON-LD parses."""
    if answer.status != 200:
        return [f"{answer.path}: status {answer.status}"]
    errors = []
    if not answer.body.rstrip().endswith(b"</html>"):
        errors.append("the page is cut short")
    canonical = _CANONICAL.search(answer.body)
    if not canonical or canonical[1].decode().replace("&amp;", "&") != settings.SITE_URL + answer.path:
        errors.append(f"its canonical is {canonical[1].decode() if canonical else 'missing'}")
    if "Set-Cookie" in answer.headers or "Cookie" in answer.headers.get("Vary", ""):
        errors.append("it depends on a cookie")
    for script in _JSON_LD.findall(answer.body):
        try:
            json.loads(script)
        except ValueError as error:
            errors.append(f"its JSON-LD does not parse: {error}")
    return [f"{answer.path}: {error}" for error in errors]


def paper_errors(answer: Answer) -> list[str]:
    """Of a paper's page, beside that: JSON-LD and citation tags are there, the Link header fits."""
    errors = page_errors(answer)
    if answer.status == 200:
        if b'name="citation_title"' not in answer.body or not _JSON_LD.search(answer.body):
            errors.append(f"{answer.path}: citation tags or JSON-LD are missing")
        if not 0 < len(answer.headers.get("Link", "")) < LONGEST_LINK_HEADER:
            errors.append(f"{answer.path}: its Link header has {len(answer.headers.get('Link', ''))} bytes")
    return errors


def item_errors(papers: Sequence[Paper]) -> list[str]:
    """Each paper's item as the feed code renders it: well-formed, with its guid, title and link."""
    errors, items = [], []
    for paper in papers:
        item = feed_item(paper)
        items.append(item)
        if not (item.title and item.content and item.summary):
            errors.append(f"{paper.arxiv_id}: its item lacks title, summary or content")
    try:
        return errors + _read_back(items, papers)
    except (ValueError, etree.XMLSyntaxError) as error:
        return [*errors, f"items of {papers[0].arxiv_id} and on: {error}"]


def _read_back(items: Sequence[FeedItem], papers: Sequence[Paper]) -> list[str]:
    written = rss(_CHANNEL, items, max(paper.changed_at for paper in papers))
    read = etree.fromstring(written, etree.XMLParser(huge_tree=True)).findall("channel/item")
    errors = [] if len(read) == len(items) else [f"{len(items)} items were written, {len(read)} read"]
    for item, element in zip(items, read, strict=False):
        said = (element.findtext("guid"), element.findtext("link"), element.findtext("title"))
        if said != (item.id, item.url, item.title):
            errors.append(f"{item.id}: its item reads back otherwise")
    return errors


def line_errors(papers: Sequence[Paper]) -> list[str]:
    """Each paper's line of the sitemap: well-formed, with its address and the day it changed."""
    errors = []
    for paper in papers:
        try:
            line = etree.fromstring(sitemap_line(paper))
        except etree.XMLSyntaxError as error:
            errors.append(f"{paper.arxiv_id}: its sitemap line: {error}")
            continue
        if line.findtext("loc") != settings.SITE_URL + paper.get_absolute_url() or not line.findtext("lastmod"):
            errors.append(f"{paper.arxiv_id}: its sitemap line is {sitemap_line(paper)!r}")
    return errors


def file_errors(answer: Answer) -> list[str]:
    """Of what is no page: it answers with something that its type's parser takes."""
    if answer.status != 200:
        return [f"{answer.path}: status {answer.status}"]
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    try:
        if not answer.body.strip():
            raise ValueError("it is empty")
        if kind.endswith(("/json", "+json")):
            json.loads(answer.body)
        elif kind.endswith(("/xml", "+xml")):
            etree.fromstring(answer.body, etree.XMLParser(huge_tree=True))
        else:
            answer.body.decode()
    except (ValueError, etree.XMLSyntaxError) as error:
        return [f"{answer.path}: as {kind}: {error}"]
    return []
