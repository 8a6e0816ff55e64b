"""A paper's entry in the word index, from its row, its authors, and what other sources hold of it."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from tantivy import Document

from common.identifiers import arxiv_doi
from papers import taxonomy
from papers.models import Paper
from papers.publication import is_published
from search.entry_facts import Facts, facts_of, in_array
from search.folding import normalise, symbols
from search.name_keys import keys
from search.schema import most_cited_key, schema
from search.title_keys import title_key

_NEEDED = (
    "id", "arxiv_id", "title", "abstract", "title_tex", "abstract_tex", "dois", "journal_ref", "category_codes",
    "first_submitted_at", "withdrawn",
)  # fmt: skip
_EPOCH = datetime(1990, 1, 1, tzinfo=UTC)


def entries(paper_ids: Iterable[int]) -> Iterator[Document]:
    """Entries of those papers that readers may see; a few queries, however many papers."""
    papers = list(Paper.objects.listed().filter(id__in=in_array(list(paper_ids))).values(*_NEEDED))
    facts = facts_of([paper["id"] for paper in papers])
    for paper in papers:
        yield Document.from_dict(_entry(paper, facts[paper["id"]]), schema())


def _entry(paper: dict[str, Any], facts: Facts) -> dict[str, Any]:
    submitted = paper["first_submitted_at"].astimezone(UTC)
    title, abstract = normalise(paper["title"]), normalise(paper["abstract"])
    names = [normalise(name) for name in facts.authors]
    identifiers = [paper["arxiv_id"], arxiv_doi(paper["arxiv_id"]), *paper["dois"]]
    return {
        "paper": paper["id"],
        "newest": newest_key(submitted, paper["id"]),
        "year": submitted.year,
        "category": codes_and_archives(paper["category_codes"]),
        "institution": facts.institutions,
        "country": facts.countries,
        "researcher": facts.researchers,
        "published": is_published(paper["journal_ref"], paper["dois"]),
        "withdrawn": paper["withdrawn"],
        "cited": facts.cited,
        "most_cited": most_cited_key(facts.cited, (submitted - _EPOCH).days, paper["id"]),
        "title": title,
        "title_key": [] if (key := title_key(title)) is None else key,
        "text": [title, abstract],
        "abstract": abstract,
        "spelling": title,
        "authors": names,
        "first_author": names[:1],
        "author_key": keys(facts.authors),
        "affiliation": [normalise(text) for text in facts.affiliations],
        "identifier": [identifier.lower() for identifier in identifiers],
        "symbol": symbols((paper["title"], paper["abstract"]), (paper["title_tex"], paper["abstract_tex"])),
    }


def newest_key(first_submitted_at: datetime, paper_id: int) -> int:
    """One number that sorts as `newest_first()` does: seconds, then our id."""
    seconds = int((first_submitted_at - _EPOCH).total_seconds())
    return min(max(seconds, 0), 2**32 - 1) << 32 | paper_id & (2**32 - 1)


def codes_and_archives(codes: Iterable[str]) -> list[str]:
    found = dict.fromkeys(codes)
    return list(found | dict.fromkeys(archive for code in found if (archive := taxonomy.archive_of(code))))
