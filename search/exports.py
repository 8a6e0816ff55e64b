"""A found list as JSON, CSV and BibTeX: generators that write as they read, so that memory stays what a few rows take.

Each takes what was found first and the rest of the list, if there is one.
"""

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Any

from django.db.models import Prefetch

from common.addresses import absolute
from common.identifiers import arxiv_url, doi_url
from papers.exports import api_object, bibtex, citation_key
from papers.exports.api import rfc3339
from papers.models import Authorship, Paper
from papers.oeuvre import SOURCES, count_to_show
from papers.publication import publication
from search.answers import PAGE_SIZE, SearchAnswer, SearchRequest
from search.finding import Batch
from search.parameters import written_filters

AUTHORS_NAMED = 20  # in a cell
NOT_EXPORTED = ("title_html", "abstract_html", "search_vector", "authors_printed")
COLUMNS = (
    "arxiv_id", "title", "authors", "author_count", "first_submitted_at", "latest_version", "categories", "status",
    "journal_ref", "doi", "citations", "citations_by", "withdrawn", "found_by", "url", "arxiv_url",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def for_export(ids: list[int]) -> dict[int, Paper]:
    """With all authors and versions."""
    papers = Paper.objects.listed().defer(*NOT_EXPORTED)
    return papers.prefetch_related("authorships", "versions").in_bulk(ids)


def for_cells(ids: list[int]) -> dict[int, Paper]:
    """With the first authors and the counts of citations, without long text."""
    first = Authorship.objects.filter(position__lte=AUTHORS_NAMED).order_by("paper_id", "position")
    papers: Any = Paper.objects.listed().for_rows().prefetch_related(None)
    return papers.prefetch_related(Prefetch("authorships", queryset=first, to_attr="first_authors")).in_bulk(ids)


def as_json(asked: SearchRequest, answer: SearchAnswer, papers: Iterable[Paper], next_href: str) -> Iterator[str]:
    """One page of the list; each result is the object of the paper's own JSON, and how it was found."""
    head = {
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
    yield '{"meta": ' + _dumped(head) + ',\n"results": ['
    for place, paper in enumerate(papers):
        found = {"found_by": "meaning" if paper.id in answer.additions else "words"} if asked.query.text else {}
        yield (",\n" if place else "\n") + _dumped(api_object(paper) | found)
    yield "\n]}\n"


def as_csv(batches: Iterable[Batch], has_query: bool) -> Iterator[str]:
    """RFC 4180, UTF-8. What a spreadsheet would take for a formula gets an apostrophe before it."""
    yield _line(COLUMNS)
    for papers, additions in batches:
        yield "".join(_line(_cells(paper, paper.id in additions, has_query)) for paper in papers)


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


def _cells(paper: Paper, is_addition: bool, has_query: bool) -> list[Any]:
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
        ("meaning" if is_addition else "words") if has_query else "",
        absolute(paper.get_absolute_url()),
        arxiv_url(paper.arxiv_id),
    ]


def _line(cells: Sequence[Any]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="\r\n").writerow([_no_formula(cell) for cell in cells])
    return line.getvalue()


def _no_formula(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _dumped(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
