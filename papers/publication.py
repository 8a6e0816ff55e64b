"""What citing a paper needs to know about it: published or preprint, where and when, in which language, by whom.

A paper is published once its authors gave arXiv a journal reference or a DOI. Journal, volume and pages are given
only where `papers.journal_refs` is sure of them; else the reference stays as printed.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from common.identifiers import arxiv_doi
from papers.bylines import Signed
from papers.journal_refs import JournalRef, parse_journal_ref
from papers.models import Authorship, Paper

_LANGUAGES = {
    "french": "fr", "german": "de", "russian": "ru", "spanish": "es", "portuguese": "pt", "italian": "it",
    "chinese": "zh", "japanese": "ja", "ukrainian": "uk", "polish": "pl", "hungarian": "hu", "turkish": "tr",
}  # fmt: skip
_IN_LANGUAGE = re.compile(rf"\bin ({'|'.join(_LANGUAGES)})\b(?! (?:and|with|school|journal))", re.IGNORECASE)

Signer = TypeVar("Signer", bound=Authorship | Signed)


@dataclass(frozen=True, slots=True)
class Publication:
    """`ref` is where it was published, if sure; `note` the reference as printed, if there is one and it is not."""

    ref: JournalRef | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class PublicationDate:
    """As exact as known: a year alone, or a whole day."""

    year: int
    day: date | None = None

    def written(self, separator: str) -> str:
        return self.day.strftime(f"%Y{separator}%m{separator}%d") if self.day else str(self.year)


def is_published(journal_ref: str, dois: Sequence[str]) -> bool:
    return bool(journal_ref or dois)


def publication(paper: Paper) -> Publication | None:
    """None for a preprint."""
    if not is_published(paper.journal_ref, paper.dois):
        return None
    ref = parse_journal_ref(paper.journal_ref)
    return Publication(ref, "" if ref else paper.journal_ref)


def publication_date(paper: Paper, published: Publication | None) -> PublicationDate:
    """The year of the journal where sure, else the day of the first version."""
    if published and published.ref:
        return PublicationDate(published.ref.year)
    day = paper.first_submitted_at.date()
    return PublicationDate(day.year, day)


def citable_doi(paper: Paper) -> str:
    """The publisher's DOI, else the one that arXiv registers."""
    return paper.doi or arxiv_doi(paper.arxiv_id)


def language(paper: Paper) -> str:
    """English, as arXiv asks, unless the comments say otherwise."""
    found = _IN_LANGUAGE.search(paper.comments)
    return _LANGUAGES[found[1].lower()] if found else "en"


def in_order(authorships: Iterable[Signer]) -> list[Signer]:
    """Entries of an author list that have a name."""
    return [author for author in authorships if author.printed.strip() or author.family.strip()]


def inverted_name(author: Authorship | Signed) -> str:
    """`Family, Given Suffix` on one line; a group, or a person of one name, as printed."""
    if author.kind == Authorship.Kind.GROUP or not author.given:
        return one_line(author.family if author.kind == Authorship.Kind.PERSON and author.family else author.printed)
    return one_line(f"{author.family}, {author.given} {author.suffix}")


def one_line(text: str) -> str:
    return " ".join(text.split())
