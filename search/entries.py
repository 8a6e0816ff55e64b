"""A paper's entry in the word index, from its row and authors."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from tantivy import Document

from common.identifiers import arxiv_doi
from papers import taxonomy
from papers.models import Authorship, Paper
from search.folding import normalise, symbols
from search.schema import schema

_NEEDED = (
    "arxiv_id", "title", "abstract", "title_tex", "abstract_tex", "dois", "category_codes", "first_submitted_at",
)  # fmt: skip
_EPOCH = datetime(1990, 1, 1, tzinfo=UTC)


def entries(paper_ids: Iterable[int]) -> Iterator[Document]:
    """Entries of those papers that readers may see; two queries."""
    ids = list(paper_ids)
    names: dict[int, list[str]] = defaultdict(list)
    authors = Authorship.objects.filter(paper_id__in=ids).order_by("paper_id", "position")
    for paper_id, printed in authors.values_list("paper_id", "printed"):
        names[paper_id].append(normalise(printed))
    for paper in Paper.objects.listed().filter(id__in=ids).only(*_NEEDED):
        yield _entry(paper, names[paper.id])


def _entry(paper: Paper, names: list[str]) -> Document:
    identifiers = [paper.arxiv_id, arxiv_doi(paper.arxiv_id), *paper.dois]
    title, abstract = normalise(paper.title), normalise(paper.abstract)
    return Document.from_dict(
        {
            "paper": paper.id,
            "newest": newest_key(paper.first_submitted_at, paper.id),
            "year": paper.first_submitted_at.astimezone(UTC).year,
            "category": codes_and_archives(paper.category_codes),
            "title": title,
            "text": [title, abstract],
            "abstract": abstract,
            "authors": names,
            "first_author": names[:1],
            "identifier": [identifier.lower() for identifier in identifiers],
            "symbol": symbols((paper.title, paper.abstract), (paper.title_tex, paper.abstract_tex)),
        },
        schema(),
    )


def newest_key(first_submitted_at: datetime, paper_id: int) -> int:
    """One number that sorts as `newest_first()` does: seconds, then our id."""
    seconds = int((first_submitted_at - _EPOCH).total_seconds())
    return min(max(seconds, 0), 2**32 - 1) << 32 | paper_id & (2**32 - 1)


def codes_and_archives(codes: Iterable[str]) -> list[str]:
    found = dict.fromkeys(codes)
    return list(found | dict.fromkeys(archive for code in found if (archive := taxonomy.archive_of(code))))
