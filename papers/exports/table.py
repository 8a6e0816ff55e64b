"""Papers of a list as rows of a table, and whole for files: what each needs is read for many at once."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import Prefetch

from common.addresses import absolute
from common.identifiers import arxiv_url, doi_url
from common.moments import rfc3339
from papers.models import Authorship, Paper
from papers.oeuvre import SOURCES, count_to_show
from papers.publication import publication
from papers.woven import woven

AUTHORS_NAMED = 20  # in a cell
BATCH = 100
NOT_EXPORTED = ("title_html", "abstract_html", "search_vector", "authors_printed")
COLUMNS = (
    "arxiv_id", "title", "authors", "author_count", "first_submitted_at", "latest_version", "categories", "status",
    "journal_ref", "doi", "citations", "citations_by", "withdrawn", "url", "arxiv_url",
)  # fmt: skip


def for_export(ids: Sequence[int]) -> dict[int, Paper]:
    """With all authors and versions, and what other sources know of them."""
    papers = woven(Paper.objects.listed().defer(*NOT_EXPORTED), with_cited=False)
    authors = Prefetch("authorships", Authorship.objects.whole())
    return papers.prefetch_related(authors, "versions").in_bulk(list(ids))


def for_cells(ids: Sequence[int]) -> dict[int, Paper]:
    """With the first authors and the counts of citations, without long text."""
    first = Authorship.objects.filter(position__lte=AUTHORS_NAMED).order_by("paper_id", "position")
    papers: Any = Paper.objects.listed().for_rows().defer("abstract_html").prefetch_related(None)
    return papers.prefetch_related(Prefetch("authorships", queryset=first, to_attr="first_authors")).in_bulk(list(ids))


def rows(ids: Sequence[int]) -> Iterator[list[Any]]:
    """Of these papers in order, read a hundred at a time; what was removed since is left out."""
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        held = for_cells(batch)
        yield from (cells(held[one]) for one in batch if one in held)


def cells(paper: Paper) -> list[Any]:
    """As `COLUMNS`, of a paper of `for_cells`."""
    names = [author.printed for author in paper.first_authors]  # type: ignore[attr-defined]
    counted = count_to_show(paper.works) or {}  # type: ignore[attr-defined]
    more = [f"and {paper.author_count - len(names)} more"] if paper.author_count > len(names) else []
    return [
        paper.arxiv_id,
        paper.title,
        "; ".join([*names, *more]),
        paper.author_count,
        rfc3339(paper.first_submitted_at),
        paper.latest_version,
        " ".join(paper.category_codes),
        "published" if publication(paper) else "preprint",
        paper.journal_ref,
        doi_url(paper.doi) if paper.doi else "",
        counted.get("cited_by_count", ""),
        SOURCES[counted["source"]] if counted else "",
        "yes" if paper.withdrawn else "no",
        absolute(paper.get_absolute_url()),
        arxiv_url(paper.arxiv_id),
    ]
