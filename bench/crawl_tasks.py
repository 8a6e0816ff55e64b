"""What one process of the crawl does with its share: asks, checks, and gathers where links lead. Needs Django."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import unquote

from django.conf import settings

from bench.asking import Answer, Site
from bench.crawl_checks import file_errors, item_errors, line_errors, page_errors, paper_errors
from common.negotiation import PDF, split_suffix
from common.slugs import parse_slugged_arxiv_id
from papers.formats import PAPER_FORMATS
from papers.models import Paper
from wovepaper.feeds.selection import with_authors

NTH_IN_ALL_FORMATS = 100
_HREF = re.compile(r'<(?:a|link) [^>]*?href="([^"#]*)')
_LOC = re.compile(r"<loc>([^<]*)</loc>")
_CLOSED = re.compile(r"/(?:search|suggest|me|accounts|admin|static|api|healthz|readyz)(?:[/?.]|$)")
_KINDS = (
    ("day", re.compile(r"/papers/\d{4}/\d{2}/\d{2}(?:\?|$)")),
    ("month", re.compile(r"/papers/\d{4}/\d{2}(?:\?|$)")),
    ("year", re.compile(r"/papers/\d{4}(?:\?|$)")),
    ("all papers", re.compile(r"/papers(?:\?|$)")),
    ("feed", re.compile(r"/rss/|/(?:categories|papers|researchers|institutions)/.+/(?:feed|updates|citations)\.")),
    ("field month", re.compile(r"/categories/[^/]+/\d{4}/\d{2}(?:\?|$)")),
    ("field", re.compile(r"/categories(?:/|\?|$)")),
    ("sitemap", re.compile(r"/sitemap")),
)


@dataclass
class Found:
    """What a task met: times by kind, statuses, errors, further addresses, papers by arXiv id that were reached."""

    seconds: list[tuple[str, float]] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    addresses: set[str] = field(default_factory=set)
    linked: set[str] = field(default_factory=set)
    mapped: set[str] = field(default_factory=set)
    items: int = 0
    lines: int = 0

    def add(self, other: "Found") -> None:
        """Addresses are the task's own."""
        self.seconds += other.seconds
        self.statuses += other.statuses
        self.errors += other.errors
        self.linked |= other.linked
        self.mapped |= other.mapped
        self.items += other.items
        self.lines += other.lines

    def note(self, kind: str, answer: Answer, check: Callable[[Answer], list[str]]) -> None:
        self.seconds.append((kind, answer.seconds))
        self.statuses[answer.status] += 1
        self.errors += check(answer)


SITE = Site()


def ask_papers(ids: list[int]) -> Found:
    """Pages, items and sitemap lines of these papers."""
    found = Found()
    papers = with_authors(Paper.objects.filter(id__in=ids).order_by("id"))
    for paper in papers:
        page = paper.get_absolute_url()
        found.note("paper", SITE.get(page), paper_errors)
        if paper.id % NTH_IN_ALL_FORMATS == 0:
            for known in PAPER_FORMATS:
                if known is not PDF:
                    found.note(known.suffix, SITE.get(page + known.suffix), file_errors)
    found.errors += item_errors(papers) + line_errors(papers)
    found.items = found.lines = len(papers)
    return found


def ask_addresses(addresses: list[str]) -> Found:
    """Lists, feeds, sitemaps and files, and where their links lead."""
    found = Found()
    for address in addresses:
        answer = SITE.get(address)
        is_page = answer.headers.get("Content-Type", "").startswith("text/html")
        found.note(kind_of(address), answer, page_errors if is_page else file_errors)
        text = answer.body.decode(errors="replace")
        if is_page:
            _gather(_HREF.findall(text), found, found.linked)
        elif kind_of(address) == "sitemap":
            _gather(_LOC.findall(text), found, found.mapped)
    return found


def kind_of(address: str) -> str:
    return next((kind for kind, pattern in _KINDS if pattern.match(address)), "page or file")


def _gather(places: Iterable[str], found: Found, papers: set[str]) -> None:
    """Papers are told apart from all other addresses of this site; what robots.txt closes is left out."""
    for place in places:
        path = unescape(place).removeprefix(settings.SITE_URL) or "/"
        if not path.startswith("/") or path.startswith("//") or _CLOSED.match(path):
            continue
        if path.startswith("/papers/") and kind_of(path) == "page or file":
            spelling, _ = split_suffix(unquote(path), PAPER_FORMATS)
            parsed = parse_slugged_arxiv_id(spelling)
            if parsed is None:
                found.errors.append(f"{path}: a link to no paper")
            else:
                papers.add(parsed[0])
        else:
            found.addresses.add(path)
