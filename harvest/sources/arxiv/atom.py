"""An answer of arXiv's query API (Atom) to records; asked for single ids only.

A query answer tells the first date and that of the version shown, no licence, no sizes and no datestamp, so what it
says of versions is incomplete. An unknown id is left out by the server without a word. An error is a feed with one
entry, whatever the HTTP status. Personal feeds have all authors in one name.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from lxml import etree

from common.identifiers import parse_arxiv_id
from harvest.records import AuthorRecord, PaperRecord, Refused, VersionRecord
from harvest.sources.arxiv import fields
from harvest.sources.arxiv.authors import split_authors
from harvest.sources.arxiv.building import RawPaper, Unreadable, build, reason_to_refuse
from harvest.sources.arxiv.xml import BrokenPayload, parse_xml


@dataclass(frozen=True, slots=True)
class AtomPage:
    """One answer. `total` is what the server says it has, None where it does not; `error` its objection, else empty."""

    records: list[PaperRecord | Refused]
    total: int | None = None
    error: str = ""


def parse_feed(payload: bytes) -> AtomPage:
    """The page in an answer; BrokenPayload when it is no Atom feed."""
    root = parse_xml(payload)
    if root.tag != f"{_ATOM}feed":
        raise BrokenPayload(f"not an Atom feed: root element {str(root.tag)[:80]}")
    entries = root.findall(f"{_ATOM}entry")
    for entry in entries:
        if _ERROR_ADDRESS in (entry.findtext(f"{_ATOM}id") or ""):
            message = entry.findtext(f"{_ATOM}summary") or entry.findtext(f"{_ATOM}title")
            return AtomPage([], error=fields.tidy(message) or "error without a message")
    total = (root.findtext(f"{_SEARCH}totalResults") or "").strip()
    return AtomPage(list(_records(entries)), int(total) if total.isdecimal() else None)


def _records(entries: list[etree._Element]) -> Iterator[PaperRecord | Refused]:
    for entry in entries:
        try:
            yield _paper(entry)
        except Exception as fault:
            raw = etree.tostring(entry, encoding="utf-8", with_tail=False)
            yield Refused(fields.tidy(entry.findtext(f"{_ATOM}id"))[:100], reason_to_refuse(fault), raw)


def _paper(entry: etree._Element) -> PaperRecord:
    primary = entry.find(f"{_ARXIV}primary_category")
    codes = [] if primary is None else [primary.get("term", "").strip()]
    codes += [category.get("term", "").strip() for category in entry.iterfind(f"{_ATOM}category")]
    names = list(_names(entry))
    return build(
        RawPaper(
            arxiv_id=entry.findtext(f"{_ATOM}id"),
            title=entry.findtext(f"{_ATOM}title"),
            abstract=entry.findtext(f"{_ATOM}summary"),
            authors=tuple(author for name, affiliations in names for author in _authors(name, affiliations)),
            authors_printed=", ".join(_printed(name, affiliations) for name, affiliations in names),
            categories=[code for code in codes if code],
            versions=_versions(entry),
            comments=entry.findtext(f"{_ARXIV}comment"),
            journal_ref=entry.findtext(f"{_ARXIV}journal_ref"),
            doi=entry.findtext(f"{_ARXIV}doi"),
            first_is_sure=False,
        )
    )


def _names(entry: etree._Element) -> Iterator[tuple[str, tuple[str, ...]]]:
    for author in entry.iterfind(f"{_ATOM}author"):
        name = fields.tidy(author.findtext(f"{_ATOM}name"))
        affiliations = (fields.tidy(place.text) for place in author.iterfind(f"{_ARXIV}affiliation"))
        if name:
            yield name, tuple(place for place in affiliations if place)


def _authors(name: str, affiliations: tuple[str, ...]) -> tuple[AuthorRecord, ...]:
    found = split_authors(name)
    return (replace(found[0], affiliations=affiliations),) if affiliations and len(found) == 1 else found


def _printed(name: str, affiliations: tuple[str, ...]) -> str:
    return f"{name} ({', '.join(affiliations)})" if affiliations else name


def _versions(entry: etree._Element) -> tuple[VersionRecord, ...]:
    first = _date(entry, "published")
    spelled = parse_arxiv_id(fields.tidy(entry.findtext(f"{_ATOM}id")))
    shown = (spelled.version if spelled else None) or 1
    if shown == 1:
        return (VersionRecord(1, first),)
    return (VersionRecord(1, first), VersionRecord(shown, _date(entry, "updated")))


def _date(entry: etree._Element, name: str) -> datetime:
    text = entry.findtext(f"{_ATOM}{name}")
    found = fields.instant(text)
    if found is None:
        raise Unreadable(f"no {name} date: {(text or '')[:40]!r}")
    if not fields.plausible(found):
        raise Unreadable(f"{name} {found:%Y-%m-%d}, which cannot be")
    return found


_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_SEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"
_ERROR_ADDRESS = "arxiv.org/api/errors"
