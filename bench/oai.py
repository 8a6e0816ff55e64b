"""`python -m bench.oai`: pages of arXiv's OAI-PMH, from their bytes to the commit, in records a second.

Pages of 2,500 arXivRaw records are made of real papers of a snapshot, in the layout of arXiv's server. Measured is what
a harvest does between the answer and the next request: read the XML, compare, render, write papers, raw answer and
checkpoint in one transaction. The first pass finds the papers new, the second finds all as before. The aim is 1,000.
"""

import argparse
import gzip
import json
import time
from itertools import islice
from pathlib import Path

from django.db import transaction

from bench.empty_database import empty_database
from bench.load import SNAPSHOT

PAGE = 2500


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.oai", description=__doc__.partition("\n")[0])
    parser.add_argument("--snapshot", type=Path, default=SNAPSHOT)
    parser.add_argument("--pages", type=int, default=8)
    options = parser.parse_args()
    with empty_database():
        from bench import oai_pages  # noqa: PLC0415 - its models need the settings that empty_database makes

        pages = oai_pages.made_of(_records(options.snapshot, options.pages * PAGE), PAGE)
        for name in ("new papers", "the same again"):
            parsing = writing = 0.0
            for page in pages:
                began = time.monotonic()
                parsed = oai_pages.read(page)
                parsing += time.monotonic() - began
                with transaction.atomic():
                    oai_pages.write(parsed, page)
                writing += time.monotonic() - began
            count = options.pages * PAGE
            print(
                f"{name:15} {count / writing:7,.0f} records a second, {parsing / writing:.0%} of the time reading XML"
            )


def _records(snapshot: Path, count: int) -> list[dict]:
    with gzip.open(snapshot) as lines:
        return [json.loads(line) for line in islice(lines, count)]


if __name__ == "__main__":
    main()
