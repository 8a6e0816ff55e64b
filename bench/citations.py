"""Do other people's parsers read our citation files as they are meant? Ten thousand real papers.

    python -m bench.citations [--papers 10000] [--snapshot FILE]

BibTeX goes through pybtex and bibtexparser, RIS through rispy, CSL-JSON through citeproc-py, and every field is
compared with the paper's own. Papers are spread over the whole snapshot. Ends with 1 where one is read otherwise.
"""

import argparse
import gzip
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from bench.empty_database import empty_database
from bench.site import SNAPSHOT, say

IN_SNAPSHOT = 80_428  # near enough to spread over it
BATCH = 1_000
SHOWN = 40


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.citations", description=__doc__)
    parser.add_argument("--papers", type=int, default=10_000)
    parser.add_argument("--snapshot", type=Path, default=SNAPSHOT)
    arguments = parser.parse_args()
    with empty_database():
        began = time.monotonic()
        read, faults = 0, []
        for found, misread in over(arguments.snapshot, arguments.papers):
            read += found
            faults += misread
            say(f"{read:,} papers read, {len(faults)} fields otherwise than meant")
        for fault in faults[:SHOWN]:
            print(fault)
        print(f"{read:,} papers through four parsers in {time.monotonic() - began:.0f} s: {len(faults)} misread")
    return bool(faults or read < arguments.papers * 0.99)


def over(snapshot: Path, papers: int) -> Iterator[tuple[int, list[str]]]:
    """Takes papers in, a thousand at a time, and tells how many were read and what was misread."""
    from bench.citations_reading import misread  # noqa: PLC0415 - settings are read by then
    from harvest.ingest.batches import ingest_papers  # noqa: PLC0415
    from harvest.ingest.held import Detail  # noqa: PLC0415
    from harvest.records import PaperRecord  # noqa: PLC0415
    from harvest.sources.arxiv.snapshot import parse_line  # noqa: PLC0415
    from papers.models import Paper  # noqa: PLC0415

    with gzip.open(snapshot, "rb") as lines:
        chosen = islice(lines, 0, papers * max(1, IN_SNAPSHOT // papers), max(1, IN_SNAPSHOT // papers))
        while batch := list(islice(chosen, BATCH)):
            records = [record for record in map(parse_line, batch) if isinstance(record, PaperRecord)]
            ingest_papers(records, source="arxiv", detail=Detail.SNAPSHOT)
            ids = [record.arxiv_id for record in records]
            held = Paper.objects.filter(arxiv_id__in=ids).prefetch_related("authorships")
            yield len(held), [fault for paper in held for fault in misread(paper)]


if __name__ == "__main__":
    sys.exit(main())
