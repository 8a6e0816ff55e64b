"""A found list as JSON, CSV and BibTeX: generators that write as they read.

Each takes what was found first and the rest of the list, if there is one.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from common.addresses import absolute
from common.list_writing import csv_line, json_list
from papers.exports import bibtex, citation_key, table
from papers.exports.table import for_cells, for_export
from papers.exports.woven import paper_row
from papers.models import Paper
from search.answers import PAGE_SIZE, SearchAnswer, SearchRequest
from search.finding import Batch
from search.parameters import written_filters

__all__ = ["as_bibtex", "as_csv", "as_json", "for_cells", "for_export"]

COLUMNS = (*table.COLUMNS[:-2], "found_by", *table.COLUMNS[-2:])


def as_json(asked: SearchRequest, answer: SearchAnswer, papers: Iterable[Paper], next_href: str) -> Iterator[str]:
    """One page of the list; each result is the object of the paper's own JSON, and how it was found."""
    meta = {
        "count": answer.total,
        "close_in_meaning": answer.added,
        "page": asked.page,
        "per_page": PAGE_SIZE,
        "next": absolute(next_href) if next_href else None,
        "query": asked.query.text or None,
        "mode": asked.how,
        "filters": {name: value for name, value in written_filters(asked.filters).items() if value},
        "sort": asked.sort,
        "at_least": answer.capped,
        "notices": list(answer.notices),
        "counts": {facet.name: dict(facet.counts) for facet in answer.facets},
    }
    yield from json_list(meta, (_found(paper, asked, answer) for paper in papers))


def as_csv(batches: Iterable[Batch], has_query: bool) -> Iterator[str]:
    yield csv_line(COLUMNS)
    for papers, additions in batches:
        yield "".join(csv_line(_cells(paper, paper.id in additions, has_query)) for paper in papers)


def as_bibtex(batches: Iterable[Batch]) -> Iterator[str]:
    """Keys as on the papers' pages; where another paper of the file has the same, the arXiv id follows."""
    keys: set[str] = set()
    for papers, _ in batches:
        for paper in papers:
            entry, key = bibtex(paper), citation_key(paper)
            if key in keys:
                entry = entry.replace(f"{{{key},", f"{{{key}-{paper.arxiv_id.replace('/', '-')},", 1)
            keys.add(key)
            yield entry + "\n"


def _found(paper: Paper, asked: SearchRequest, answer: SearchAnswer) -> dict[str, Any]:
    found = {"found_by": "meaning" if paper.id in answer.additions else "words"} if asked.query.text else {}
    return {**paper_row(paper), **found}


def _cells(paper: Paper, is_addition: bool, has_query: bool) -> list[Any]:
    found_by = ("meaning" if is_addition else "words") if has_query else ""
    told = table.cells(paper)
    return [*told[:-2], found_by, *told[-2:]]
