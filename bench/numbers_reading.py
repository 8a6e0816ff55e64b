"""What a page says in numbers: those that stand with a link, its own total, and the rows that it lists. Pure.

A link says with `data-count` which number stands with it, and whatever shows a total with `data-total` which it is. A
number as a link's text that is not marked is a fault, so that none is forgotten: only pages of a list and years go
without.
"""

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from lxml import html

# Papers first: where a page lists papers and people, its total is of papers.
_ROWS = (
    "//main//ol[@class='rows']/li",
    "//main//ul[@class='hits']/li",
    "//main//ol[@class='plainlist']/li",
    "//main//ol[@class='numbered']/li",
)
_NUMBER = re.compile(r"\d{1,3}(,\d{3})*|\d+")
_YEAR = re.compile(r"(19|20)\d\d")
_PERIOD = re.compile(r"/papers/\d{4}(/\d{2})?$")


@dataclass(slots=True)
class Told:
    """`counts`: pairs of an address and the number that stands with it. `rows` are papers, people or places listed."""

    counts: list[tuple[str, int]] = field(default_factory=list)
    total: int | None = None
    rows: int = 0
    next: str = ""
    links: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def read(address: str, body: bytes) -> Told:
    """Of one page of ours; `address` is where it was asked for."""
    page = html.fromstring(body)
    told = Told()
    for link in page.xpath("//main//a[@href]"):
        href = _without_fragment(link.get("href"), address)
        if not href.startswith("/") or href.startswith("//"):
            continue
        told.links.append(href)
        count = link.get("data-count")
        if count is not None:
            told.counts.append((href, int(count)))
            _check_shown(link, int(count), told)
        elif not (_may_be_unmarked(link) or _adds_a_value(link, address, href)):
            told.faults.append(f"{link.text_content().strip()} at {href} is not marked with data-count")
    totals = {int(element.get("data-total")) for element in page.xpath("//main//*[@data-total]")}
    if len(totals) > 1:
        told.faults.append(f"it shows the totals {sorted(totals)}")
    told.total = min(totals, default=None)
    told.rows = next((rows for shape in _ROWS if (rows := len(page.xpath(shape)))), 0)
    if _PERIOD.match(address):  # a year lists its months, a month its days
        told.rows = sum(count for href, count in told.counts if href.startswith(address + "/"))
    following = page.xpath("//main//nav[@class='pager'][@aria-label='Pages']//a[@rel='next']/@href")
    told.next = _without_fragment(following[0], address) if following else ""
    return told


def _check_shown(link: html.HtmlElement, count: int, told: Told) -> None:
    """The marked number is the one that readers see or hear, in the link or right beside it."""
    seen = f"{_text(link)} {link.get('aria-label') or ''}"
    if count not in _numbers(seen):
        around = link.getparent()
        while around is not None and around.tag not in ("li", "p", "td", "h3"):
            around = around.getparent()
        if around is not None and around.getparent() is not None and around.get("class") == "name":
            around = around.getparent()
        if around is None or count not in _numbers(_text(around)):
            told.faults.append(f"{count} is marked at {link.get('href')}, and not shown there")


def _text(element: html.HtmlElement) -> str:
    """Numbers of neighbours are kept apart."""
    return " ".join(element.itertext())


def _numbers(text: str) -> set[int]:
    return {int(found[0].replace(",", "")) for found in _NUMBER.finditer(text)}


def _may_be_unmarked(link: html.HtmlElement) -> bool:
    if numbers := link.xpath(".//*[@class='n']"):
        return not any(element.text_content().strip() for element in numbers)
    text = link.text_content().strip()
    if not _NUMBER.fullmatch(text):
        return True
    in_pager = any(above.tag == "nav" and above.get("class") == "pager" for above in link.iterancestors())
    return in_pager or bool(_YEAR.fullmatch(text))


def _adds_a_value(link: html.HtmlElement, address: str, href: str) -> bool:
    """A filter with a value beside those chosen for it, or without one: what stands there counts that value alone."""
    if not link.xpath("ancestor::*[@class='facets']"):
        return False
    here, there = (dict(parse_qsl(one.partition("?")[2])) for one in (address, href))
    here.pop("page", None)
    return all(name in here for name in here.keys() | there.keys() if here.get(name) != there.get(name))


def _without_fragment(href: str, address: str) -> str:
    path = href.partition("#")[0]
    return address.partition("?")[0] + path if path.startswith("?") else path
