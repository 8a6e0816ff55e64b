"""What we hold of some papers, and whether a record is newer than that.

Newer means, in this order: real over our own words (the sample), the source's datestamp, the newest version, and how
much the format tells. Between equals the later fetched wins. A record without a datestamp is judged by its version.
"""

from collections.abc import Iterable
from datetime import date, datetime
from enum import IntEnum
from typing import NamedTuple

from harvest.records import PaperRecord
from papers.models import Paper


class Detail(IntEnum):
    """How much a format tells. The poorer ones leave fields empty that a paper may well have."""

    QUERY_API = 1
    SNAPSHOT = 2
    ARXIV_RAW = 3


class Held(NamedTuple):
    """The columns of `_COLUMNS`, in their order."""

    arxiv_id: str
    id: int
    content_hash: str
    datestamp: date | None
    latest_version: int
    detail: int
    own_words: bool
    first_submitted_at: datetime
    category_codes: list[str]
    removed_at: datetime | None
    removed_on_request: bool


def look_up(arxiv_ids: Iterable[str]) -> dict[str, Held]:
    """By arXiv id, those of them that are held."""
    rows = Paper.objects.filter(arxiv_id__in=list(arxiv_ids)).values_list(*_COLUMNS)
    return {row[0]: Held(*row) for row in rows}


def is_newer(record: PaperRecord, detail: int, held: Held) -> bool:
    """Whether the record may overwrite what is held; the same again may."""
    if record.own_words != held.own_words:
        return held.own_words
    version = record.versions[-1].number
    if record.datestamp is None or held.datestamp is None:
        return (version, detail) >= (held.latest_version, held.detail)
    return (record.datestamp, version, detail) >= (held.datestamp, held.latest_version, held.detail)


def newest_of(records: list[PaperRecord]) -> PaperRecord:
    """Of several records of one paper: the newest, the last of equals."""
    return max(enumerate(records), key=lambda numbered: (*_age(numbered[1]), numbered[0]))[1]


def _age(record: PaperRecord) -> tuple[bool, date, int]:
    return not record.own_words, record.datestamp or date.min, record.versions[-1].number


_COLUMNS = (
    "arxiv_id", "id", "content_hash", "source_datestamp", "latest_version", "source_detail", "own_words",
    "first_submitted_at", "category_codes", "removed_at", "removed_on_request",
)  # fmt: skip
