"""What a source said, in one shape for all sources.

A parser makes records without network or database; ingest writes them. Text is kept as the source gave it (TeX
included) with white space tidied; nothing here is rendered. A record that breaks its rules is never made: the
parser yields a `Refused` with the reason instead, so that one bad record never costs its neighbours.
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum


class AuthorKind(StrEnum):
    PERSON = "person"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class AuthorRecord:
    """One entry of a paper's author list, in the order printed. All text is plain Unicode, no TeX outside `$…$`."""

    printed: str
    kind: AuthorKind = AuthorKind.PERSON
    given: str = ""
    family: str = ""
    suffix: str = ""
    affiliations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VersionRecord:
    """One version of a paper: `number` from 1, `submitted_at` aware and in UTC, size in kB where told."""

    number: int
    submitted_at: datetime
    size_kb: int | None = None
    source_type: str = ""


@dataclass(frozen=True, slots=True)
class PaperRecord:
    """One paper as a source described it.

    `arxiv_id` is canonical (`common.identifiers`). `title` and `abstract` are source TeX; paragraphs of the abstract
    are parted by a blank line. `categories` are canonical codes, primary first, each once. `dois` are bare and lower
    case. `datestamp` is the day the source last changed its record, None where it does not tell; it decides which of
    two records is newer. `own_words` marks a description of ours standing in for the abstract (the sample corpus).
    """

    arxiv_id: str
    title: str
    abstract: str
    authors: tuple[AuthorRecord, ...]
    authors_printed: str
    categories: tuple[str, ...]
    versions: tuple[VersionRecord, ...]
    submitter: str = ""
    comments: str = ""
    journal_ref: str = ""
    dois: tuple[str, ...] = ()
    report_number: str = ""
    msc_class: str = ""
    acm_class: str = ""
    license: str = ""
    datestamp: date | None = None
    withdrawn: bool = False
    own_words: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """A record that could not be read: what it calls itself (may be empty), why, and its bytes for a later look."""

    external_id: str
    reason: str
    raw: bytes


@dataclass(frozen=True, slots=True)
class Removed:
    """A record its source has marked as deleted."""

    arxiv_id: str
    datestamp: date | None = None
