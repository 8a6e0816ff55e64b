"""What an item of a feed says about a paper, in one shape for all feed formats."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe

from common.addresses import absolute
from common.identifiers import arxiv_pdf_url, arxiv_url
from common.xml_text import xml_text
from papers.models import Paper

AUTHORS_NAMED = 20
_ANNOTATION = re.compile(r"<annotation[ >].*?</annotation>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Channel:
    """A feed as a whole: its title, its own path, the path of the HTML page with the same papers."""

    title: str
    description: str
    path: str
    page: str


@dataclass(frozen=True, slots=True)
class FeedItem:
    """`id` is the same for every version. `summary` is plain text, `content` HTML with absolute addresses only."""

    id: str
    url: str
    source_url: str
    title: str
    summary: str
    content: str
    authors: tuple[str, ...]
    categories: tuple[str, ...]
    published: datetime
    updated: datetime


def feed_item(paper: Paper, note: str = "") -> FeedItem:
    """Names the authors prefetched as `named_authors` (`selection.with_authors`), else reads them.

    `note` is a plain sentence that says why the paper stands in this feed.
    """
    named = getattr(paper, "named_authors", None)
    if named is None:
        named = paper.authorships.filter(position__lte=AUTHORS_NAMED)
    authors = [xml_text(author.printed) for author in named]
    if paper.author_count > len(authors):
        authors.append(f"and {paper.author_count - len(authors)} more")
    url = absolute(paper.get_absolute_url())
    about = xml_text(paper.abstract) or xml_text(paper.title)
    return FeedItem(
        id=absolute(paper.id_path),
        url=url,
        source_url=arxiv_url(paper.arxiv_id),
        title=xml_text(paper.title),
        summary=f"{xml_text(note)}\n\n{about}" if note else about,
        content=xml_text(_content(paper, url, authors, note)),
        authors=tuple(authors),
        categories=tuple(paper.category_codes),
        published=paper.first_submitted_at,
        updated=paper.latest_submitted_at,
    )


def _content(paper: Paper, url: str, authors: Sequence[str], note: str) -> str:
    """Note, authors, abstract with MathML, links to the page and the source."""
    links = [(url, settings.SITE_NAME), (arxiv_url(paper.arxiv_id), f"arXiv:{paper.arxiv_id}")]
    links.append((arxiv_pdf_url(paper.arxiv_id), "PDF"))
    return format_html(
        "{}{}{}{}{}<p>{}</p>",
        format_html("<p><em>{}</em></p>", note) if note else "",
        format_html("<p>{}</p>", ", ".join(authors)) if authors else "",
        mark_safe("<p><strong>Withdrawn by its authors.</strong></p>") if paper.withdrawn else "",
        format_html("<p><em>Description by {}, in place of the abstract.</em></p>", settings.SITE_NAME)
        if paper.own_words
        else "",
        mark_safe(_ANNOTATION.sub("", paper.abstract_html)),  # noqa: S308  made and escaped by common.tex
        format_html_join(" · ", '<a href="{}">{}</a>', links),
    )
