"""What differs between a version held here and the newer one that replaces it: the paper page tells it.

Compared are the rendered forms, since formats spell the same text differently. A description of ours (the sample) is
no version of anything, so nothing is said of it.
"""

from collections.abc import Mapping
from typing import Any

from common.tex import to_unicode
from harvest.ingest.rows import PAPER_COLUMNS, Row
from papers.models import Paper

_COLUMN = {name: place for place, name in enumerate(PAPER_COLUMNS)}
_COMPARED = ("title", "abstract", "authors_printed", "comments")


def changes_of(rows: Mapping[int, Row]) -> dict[int, tuple[str, ...]]:
    """For papers by our id, with their new rows of PAPER_COLUMNS: the fields that a newer version changed."""
    held = Paper.objects.filter(id__in=list(rows), own_words=False).values("id", "latest_version", *_COMPARED)
    return {
        old["id"]: _differing(old, rows[old["id"]])
        for old in held
        if old["latest_version"] < rows[old["id"]][_COLUMN["latest_version"]]
    }


def _differing(old: Mapping[str, Any], new: Row) -> tuple[str, ...]:
    found = []
    for name in _COMPARED:
        before, after = old[name], new[_COLUMN[name]]
        if name == "authors_printed":
            before, after = to_unicode(before), to_unicode(after)
        if " ".join(before.split()) != " ".join(after.split()):
            found.append("authors" if name == "authors_printed" else name)
    return tuple(found)
