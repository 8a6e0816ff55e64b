"""A paper in another format than HTML: the answer for each suffix of its page."""

from collections.abc import Callable

from django.http import HttpResponse, HttpResponseRedirect

from common.addresses import absolute
from common.documents import written
from common.identifiers import arxiv_pdf_url
from common.links import describes, link_header, linkset
from common.negotiation import BIBTEX, CSL_JSON, JSON, JSON_LD, LINKSET, MARKDOWN, PDF, PNG, RIS, Format
from common.open_answers import for_programs
from papers.exports import bibtex, citation_key, csl_json, markdown, ris
from papers.exports.woven import whole_paper
from papers.models import Paper
from papers.structured_data import paper_graph, paper_links

PAPER_FORMATS = (MARKDOWN, JSON, BIBTEX, RIS, CSL_JSON, JSON_LD, LINKSET, PDF, PNG)
DOWNLOADS = {BIBTEX, RIS, CSL_JSON}


def paper_in_format(paper: Paper, asked: Format) -> HttpResponse:
    """The file, not for search engines' indexes; PDF leads to arXiv, which has it. Caching is the caller's."""
    if asked is PDF:
        return HttpResponseRedirect(arxiv_pdf_url(paper.arxiv_id))
    response = HttpResponse(_WRITERS[asked](paper), content_type=asked.content_type)
    links = paper_links(paper) if asked in {MARKDOWN, JSON, LINKSET} else []
    response.headers["Link"] = link_header([describes(paper.get_absolute_url()), *links])
    if asked in DOWNLOADS:
        name = f"{citation_key(paper)}{asked.suffix}"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return for_programs(response)


def _json(paper: Paper) -> str:
    return written(whole_paper(paper))


def _json_ld(paper: Paper) -> str:
    return written(paper_graph(paper))


def _linkset(paper: Paper) -> str:
    return written(linkset(absolute(paper.get_absolute_url()), paper_links(paper, most_authors=paper.author_count)))


_WRITERS: dict[Format, Callable[[Paper], str]] = {
    MARKDOWN: markdown,
    JSON: _json,
    BIBTEX: bibtex,
    RIS: ris,
    CSL_JSON: csl_json,
    JSON_LD: _json_ld,
    LINKSET: _linkset,
}
