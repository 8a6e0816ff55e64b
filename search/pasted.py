"""What a reader pasted in the search box: an identifier goes straight to its page."""

from dataclasses import dataclass

from common.identifiers import arxiv_url, doi_url, recognise
from papers.models import Paper


@dataclass(frozen=True, slots=True)
class Pasted:
    """A paper's id. `path` is its page here; empty where this site does not hold it."""

    id: str
    elsewhere: str  # its address at arXiv or the DOI's resolver
    path: str


def recognise_pasted(typed: str) -> Pasted | None:
    """None where it is no id of a paper. A removed paper's page says so itself."""
    recognised = recognise(typed)
    if recognised is None:
        return None
    kind, value = recognised
    papers = Paper.objects.only("arxiv_id", "slug").order_by("removed_at", "id")
    if kind == "arxiv":
        return Pasted(f"arXiv:{value}", arxiv_url(value), _path(papers.filter(arxiv_id=value).first()))
    if kind == "doi":
        return Pasted(value, doi_url(value), _path(papers.filter(dois__contains=[value]).first()))
    return None


def _path(paper: Paper | None) -> str:
    return paper.get_absolute_url() if paper else ""
