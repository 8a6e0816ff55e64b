"""From the raw fields of any arXiv format to a PaperRecord; the one place that decides what a record must have.

A record without a valid id, a title, a known primary category or a dated version is refused; everything else may be
missing. Formats differ only in how the raw fields are found, which is what their parsers do.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from common.identifiers import parse_arxiv_id, parse_dois
from harvest.records import AuthorRecord, PaperRecord, VersionRecord
from harvest.sources.arxiv import fields

log = logging.getLogger(__name__)


class Unreadable(Exception):  # noqa: N818 - a reason for a refusal, told to operators as it stands
    """A record that lacks what a paper must have, or says what cannot be."""


def reason_to_refuse(fault: Exception) -> str:
    """Why a record could not be read: its own fault as it stands; a fault of our reading is also logged with its trace.

    Parsers catch everything a record raises, so that a flaw of ours costs that record and never its page.
    """
    if isinstance(fault, Unreadable):
        return str(fault)
    log.error("a record could not be read", exc_info=fault)
    return f"could not be read: {type(fault).__name__}: {fault}"[:300]


@dataclass(frozen=True, slots=True)
class RawPaper:
    """Fields as sent, None where absent. `authors` are those read already; `authors_printed` is the string."""

    arxiv_id: str | None
    title: str | None
    abstract: str | None
    authors: tuple[AuthorRecord, ...]
    authors_printed: str
    categories: Iterable[str]
    versions: tuple[VersionRecord, ...]
    submitter: str | None = None
    comments: str | None = None
    journal_ref: str | None = None
    doi: str | None = None
    report_number: str | None = None
    msc_class: str | None = None
    acm_class: str | None = None
    licence: str | None = None
    datestamp: date | None = None
    first_is_sure: bool = True  # not so in Atom: personal feeds date a paper by its newest version


def build(raw: RawPaper) -> PaperRecord:
    """The record, or Unreadable with the reason."""
    title = fields.tidy(raw.title)
    if not any(sign.isprintable() for sign in title if sign != " "):  # nothing, or only what cannot be seen
        raise Unreadable("no title")
    arxiv_id = _arxiv_id(raw.arxiv_id)
    if raw.first_is_sure:
        _check_first_day(arxiv_id, raw.versions[0])
    comments = fields.tidy(raw.comments)
    msc_class, acm_class = fields.subject_classes(raw.msc_class, raw.acm_class)
    return PaperRecord(
        arxiv_id=arxiv_id,
        title=title,
        abstract=fields.paragraphs(raw.abstract),
        authors=raw.authors,
        authors_printed=raw.authors_printed,
        categories=_categories(raw.categories),
        versions=raw.versions,
        submitter=fields.tidy(raw.submitter),
        comments=comments,
        journal_ref=fields.tidy(raw.journal_ref),
        dois=tuple(parse_dois(doi)) if (doi := fields.tidy(raw.doi)) else (),
        report_number=fields.tidy(raw.report_number),
        msc_class=msc_class,
        acm_class=acm_class,
        license=fields.licence_address(raw.licence),
        datestamp=raw.datestamp,
        withdrawn=fields.is_withdrawn(raw.versions, comments),
    )


def version(number: str | None, date_text: str | None, size: str | None, source_type: str | None) -> VersionRecord:
    """One version as OAI and the snapshot write it, or Unreadable."""
    found = fields.version_number(number)
    if found is None:
        raise Unreadable(f"version without a number: {(number or '')[:20]!r}")
    submitted_at = fields.instant(date_text)
    if submitted_at is None:
        raise Unreadable(f"version v{found} without a date: {(date_text or '')[:40]!r}")
    if not fields.plausible(submitted_at):
        raise Unreadable(f"version v{found} dated {submitted_at:%Y-%m-%d}, which cannot be")
    return VersionRecord(found, submitted_at, fields.size_in_kb(size), fields.tidy(source_type))


def in_order(versions: Iterable[VersionRecord]) -> tuple[VersionRecord, ...]:
    """Versions by number, or Unreadable when there are none or one comes twice."""
    ordered = tuple(sorted(versions, key=lambda version: version.number))
    if not ordered:
        raise Unreadable("no version")
    if len({version.number for version in ordered}) < len(ordered):
        raise Unreadable("the same version twice")
    return ordered


def _arxiv_id(text: str | None) -> str:
    spelled = (text or "").strip()
    if not spelled:
        raise Unreadable("no id")
    found = parse_arxiv_id(spelled)
    if found is None:
        raise Unreadable(f"not an arXiv id: {spelled[:60]!r}")
    return found.id


def _check_first_day(arxiv_id: str, first: VersionRecord) -> None:
    """A paper comes before the month of its id is over; one dated long after would be the newest of all for ever.

    Back-loaded papers come years before, and a few that arXiv dated later go on to 83 days after.
    """
    month = fields.month_of_id(arxiv_id)
    if first.submitted_at.date() > month + _LATEST_FIRST_DAY:
        raise Unreadable(f"v1 dated {first.submitted_at:%Y-%m-%d}, though its id is of {month:%Y-%m}")


def _categories(codes: Iterable[str]) -> tuple[str, ...]:
    sent = list(codes)
    if not sent:
        raise Unreadable("no categories")
    found = fields.categories(sent)
    if not found:
        raise Unreadable(f"unknown primary category: {sent[0][:40]!r}")
    return found


_LATEST_FIRST_DAY = timedelta(days=400)
