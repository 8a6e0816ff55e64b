"""What is known of a paper's versions, newest first, in words. Pure.

A version's text is held only while it is the newest, so what changed is known only between two versions that this site
held one after the other; for the rest it says that it does not know.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from papers.models import Version

UNKNOWN = "what changed is not known here"
FIELD_WORDS = {
    "authors": "authors",
    "abstract": "abstract",
    "title": "title",
    "comments": "comments",
    "journal_ref": "journal reference",
    "dois": "DOI",
    "categories": "categories",
    "license": "licence",
    "report_number": "report number",
    "msc_class": "MSC class",
    "acm_class": "ACM class",
    "withdrawn": "withdrawal",
}


@dataclass(frozen=True, slots=True)
class Step:
    number: int
    submitted_at: datetime
    size_kb: int | None
    remark: str

    @property
    def is_known(self) -> bool:
        return self.remark != UNKNOWN


def steps(versions: Sequence[Version]) -> list[Step]:
    held: Version | None = None
    found = []
    for version in sorted(versions, key=lambda version: version.number):
        found.append(Step(version.number, version.submitted_at, version.size_kb, _remark(version, held)))
        if version.seen_as_newest:
            held = version
    return found[::-1]


def _remark(version: Version, held: Version | None) -> str:
    if version.number == 1:
        return "first version"
    if not version.seen_as_newest or held is None:
        return UNKNOWN
    since = "" if held.number == version.number - 1 else f" since v{held.number}"
    if not version.changes:
        return f"nothing changed in what this site holds{since}"
    words = [FIELD_WORDS.get(name, name.replace("_", " ")) for name in version.changes]
    listed = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
    return f"{listed} changed{since}"
