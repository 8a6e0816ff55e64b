"""Typed links of a paper's page and its files, the page's alternates, its description and social tags."""

import re

from common.addresses import absolute
from common.identifiers import arxiv_doi, arxiv_url, doi_url, orcid_url
from common.links import Link
from common.negotiation import BIBTEX, CSL_JSON, JSON, JSON_LD, LINKSET, MARKDOWN, PDF, RIS, Format
from common.structured_data import open_graph, summary
from papers.models import Paper
from papers.publication import one_line

DESCRIBING = (BIBTEX, RIS, CSL_JSON, JSON_LD)
MOST_AUTHORS = 10
ALTERNATES = (MARKDOWN, JSON, *DESCRIBING)
_SPDX_CC = re.compile(r"https?://creativecommons\.org/licenses/(by(?:-nc)?(?:-sa|-nd)?)/(\d\.\d)/?")
_SPDX_ZERO = re.compile(r"https?://creativecommons\.org/publicdomain/zero/1\.0/?")


def paper_links(paper: Paper, most_authors: int = MOST_AUTHORS) -> list[Link]:
    """For the Link header of the page and, with all authors, for the linkset."""
    page = absolute(paper.get_absolute_url())
    return [
        *(Link(page + known.suffix, "describedby", known.media_type) for known in DESCRIBING),
        Link("https://schema.org/ScholarlyArticle", "type"),
        Link("https://schema.org/AboutPage", "type"),
        *(Link(orcid_url(orcid), "author") for orcid in _orcids(paper)[:most_authors]),
        *([Link(spdx, "license")] if (spdx := spdx_address(paper.license)) else []),
        Link(f"{page}{PDF.suffix}", "item", PDF.media_type),
        Link(f"{page}{LINKSET.suffix}", "linkset", LINKSET.media_type),
        Link(arxiv_url(paper.arxiv_id), "related"),
        Link(doi_url(arxiv_doi(paper.arxiv_id)), "related"),
        *(Link(doi_url(doi), "related") for doi in paper.dois),
    ]


def _orcids(paper: Paper) -> list[str]:
    """Of the authors whose ORCID is known: as told of this paper, else as the person's."""
    found = []
    for author in paper.authorships.all():
        known = author.researcher
        orcid = author.orcid or (known.orcid if known and not known.hidden_at else "")
        if orcid and orcid not in found:
            found.append(orcid)
    return found


def alternate_links(paper: Paper) -> list[tuple[str, Format]]:
    """(address, format) of each `<link rel="alternate">` in the head."""
    page = absolute(paper.get_absolute_url())
    return [(page + known.suffix, known) for known in ALTERNATES]


def description(paper: Paper) -> str:
    """For `<meta name="description">`."""
    return summary(paper.abstract) or one_line(paper.authors_printed)[:155]


def paper_open_graph(paper: Paper) -> list[tuple[str, str]]:
    page = paper.get_absolute_url()
    return open_graph(one_line(paper.title), description(paper), page, "article", picture=page)


def spdx_address(url: str) -> str:
    """Creative Commons licences have a place at SPDX; arXiv's own have none."""
    if found := _SPDX_CC.fullmatch(url):
        return f"https://spdx.org/licenses/CC-{found[1].upper()}-{found[2]}"
    return "https://spdx.org/licenses/CC0-1.0" if _SPDX_ZERO.fullmatch(url) else ""
