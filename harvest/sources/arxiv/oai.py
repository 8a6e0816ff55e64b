"""An OAI-PMH answer of arXiv, format arXivRaw, to records; ListRecords and GetRecord alike.

Element names are matched with their namespaces, layout is free. A record that cannot be read is refused and the page
goes on; an answer that is not OAI-PMH raises `BrokenPayload`. `noRecordsMatch` is how an empty day is said, so it
makes an empty page without error.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from lxml import etree

from common.identifiers import parse_arxiv_id
from harvest.records import PaperRecord, Refused, Removed
from harvest.sources.arxiv import fields
from harvest.sources.arxiv.authors import split_authors
from harvest.sources.arxiv.building import RawPaper, Unreadable, build, in_order, reason_to_refuse, version
from harvest.sources.arxiv.xml import BrokenPayload, parse_xml


@dataclass(frozen=True, slots=True)
class OaiError:
    """What the server objected to; `code` is one of the protocol's, such as badResumptionToken."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class OaiPage:
    """One answer: its records, the token of the next page (None on the last), the server's clock, its error."""

    records: list[PaperRecord | Refused | Removed]
    token: str | None
    response_date: datetime
    error: OaiError | None = None


def parse_list_records(payload: bytes) -> OaiPage:
    """The page in an answer to ListRecords or GetRecord; BrokenPayload when it is none."""
    root = parse_xml(payload)
    if root.tag != f"{_OAI}OAI-PMH":
        raise BrokenPayload(f"not an OAI-PMH answer: root element {str(root.tag)[:80]}")
    response_date = fields.instant(root.findtext(f"{_OAI}responseDate"))
    if response_date is None:
        raise BrokenPayload("no response date")
    errors = [OaiError(error.get("code", ""), fields.tidy(error.text)) for error in root.iterfind(f"{_OAI}error")]
    if errors:
        serious = [error for error in errors if error.code != "noRecordsMatch"]
        return OaiPage([], None, response_date, serious[0] if serious else None)
    for verb in ("ListRecords", "GetRecord"):
        answer = root.find(f"{_OAI}{verb}")
        if answer is not None:
            token = (answer.findtext(f"{_OAI}resumptionToken") or "").strip()
            return OaiPage(list(_records(answer)), token or None, response_date)
    raise BrokenPayload("neither records nor an error")


def _records(answer: etree._Element) -> Iterator[PaperRecord | Refused | Removed]:
    for element in answer.iterfind(f"{_OAI}record"):
        try:
            yield _record(element)
        except Exception as fault:
            identifier = element.findtext(f"{_OAI}header/{_OAI}identifier") or ""
            raw = etree.tostring(element, encoding="utf-8", with_tail=False)
            yield Refused(fields.tidy(identifier)[:100], reason_to_refuse(fault), raw)


def _record(element: etree._Element) -> PaperRecord | Removed:
    header = element.find(f"{_OAI}header")
    if header is None:
        raise Unreadable("no header")
    datestamp = fields.day(header.findtext(f"{_OAI}datestamp"))
    if header.get("status") == "deleted":
        removed = parse_arxiv_id(fields.tidy(header.findtext(f"{_OAI}identifier")))
        if removed is None:
            raise Unreadable("deleted record without an arXiv id")
        return Removed(removed.id, datestamp)
    metadata = element.find(f"{_OAI}metadata")
    if metadata is None or len(metadata) == 0:
        raise Unreadable("no metadata")
    if metadata[0].tag != f"{_RAW}arXivRaw":
        raise Unreadable(f"metadata is {str(metadata[0].tag)[:80]}, not arXivRaw")
    return _paper(metadata[0], datestamp)


def _paper(metadata: etree._Element, datestamp: date | None) -> PaperRecord:
    sent: dict[str, str | None] = {}
    versions = []
    for child in metadata:
        name = child.tag.removeprefix(_RAW)
        if name == "version":
            parts = {part.tag: part.text for part in child}
            versions.append(
                version(
                    child.get("version"),
                    parts.get(f"{_RAW}date"),
                    parts.get(f"{_RAW}size"),
                    parts.get(f"{_RAW}source_type"),
                )
            )
        else:
            sent[name] = "".join(map(str, child.itertext())) if len(child) else child.text
    printed = fields.tidy(sent.get("authors"))
    return build(
        RawPaper(
            arxiv_id=sent.get("id"),
            title=sent.get("title"),
            abstract=sent.get("abstract"),
            authors=split_authors(printed),
            authors_printed=printed,
            categories=(sent.get("categories") or "").split(),
            versions=in_order(versions),
            submitter=sent.get("submitter"),
            comments=sent.get("comments"),
            journal_ref=sent.get("journal-ref"),
            doi=sent.get("doi"),
            report_number=sent.get("report-no"),
            msc_class=sent.get("msc-class"),
            acm_class=sent.get("acm-class"),
            licence=sent.get("license"),
            datestamp=datestamp,
        )
    )


_OAI = "{http://www.openarchives.org/OAI/2.0/}"
_RAW = "{http://arxiv.org/OAI/arXivRaw/}"
