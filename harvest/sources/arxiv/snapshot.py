"""One line of arXiv's weekly snapshot to a record.

The author string is the truth. `authors_parsed`, which some lines carry, is arXiv's own reading of the same string: it
would add nothing but arXiv's slips, so it is left alone. A line tells no sizes and no source types of versions.
"""

import json
from typing import Any

from harvest.records import PaperRecord, Refused
from harvest.sources.arxiv import fields
from harvest.sources.arxiv.authors import split_authors
from harvest.sources.arxiv.building import RawPaper, Unreadable, build, in_order, reason_to_refuse, version


def parse_line(line: bytes) -> PaperRecord | Refused:
    """A paper, or the line refused with the reason."""
    try:
        sent = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Refused("", f"broken JSON: {error}"[:200], line)
    if not isinstance(sent, dict):
        return Refused("", "not a JSON object", line)
    try:
        return build(_raw(sent))
    except Exception as fault:
        return Refused(str(sent.get("id") or "")[:100], reason_to_refuse(fault), line)


def _raw(sent: dict[str, Any]) -> RawPaper:
    printed = fields.tidy(_text(sent, "authors"))
    return RawPaper(
        arxiv_id=_text(sent, "id"),
        title=_text(sent, "title"),
        abstract=_text(sent, "abstract"),
        authors=split_authors(printed),
        authors_printed=printed,
        categories=(_text(sent, "categories") or "").split(),
        versions=in_order(_versions(sent.get("versions"))),
        submitter=_text(sent, "submitter"),
        comments=_text(sent, "comments"),
        journal_ref=_text(sent, "journal-ref"),
        doi=_text(sent, "doi"),
        report_number=_text(sent, "report-no"),
        licence=_text(sent, "license"),
        datestamp=fields.day(_text(sent, "update_date")),
    )


def _text(sent: dict[str, Any], name: str) -> str | None:
    value = sent.get(name)
    if value is None or isinstance(value, str):
        return value
    raise Unreadable(f"{name} is no text")


def _versions(sent: Any) -> list[Any]:
    if sent is None:
        return []
    if not isinstance(sent, list) or not all(isinstance(item, dict) for item in sent):
        raise Unreadable("versions are no list of objects")
    return [version(_text(item, "version"), _text(item, "created"), None, None) for item in sent]
