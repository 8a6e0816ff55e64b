"""OpenAlex's lists of ids that went into others: files of the snapshots until November 2025; pure."""

import csv
from dataclasses import dataclass
from datetime import date
from io import StringIO

from harvest.records import Refused
from harvest.sources import shapes
from harvest.sources.openalex import ids

COLUMNS = ["merge_date", "id", "merge_into_id"]


@dataclass(frozen=True, slots=True)
class Merge:
    """`into` is empty where nobody is left: the id went to a deleted author, or to one of a dead generation."""

    id: str
    into: str
    day: date


def parse_merges(text: str) -> list[Merge | Refused]:
    """The rows of a file; one whose heading is another's is one refusal."""
    rows = csv.reader(StringIO(text))
    heading = next(rows, [])
    if heading != COLUMNS:
        return [shapes.refused(text[:1000], "", f"heading {','.join(heading)[:80]!r} is not that of merged ids")]
    return [_merge(row) for row in rows if row]


def _merge(row: list[str]) -> Merge | Refused:
    try:
        day, old, into = date.fromisoformat(row[0]), *(ids.parse_openalex_id(one) for one in row[1:])
    except (ValueError, IndexError):
        return shapes.refused(row, "", "no day and two ids")
    if not old or not into or old[0] != into[0]:
        return shapes.refused(row, old or "", "no two ids of one kind")
    return Merge(old, ids.person_id(into) if into.startswith("A") else into, day)
