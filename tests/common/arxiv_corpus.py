"""The real abstracts that lie beside the project in the workplace; tests that want them skip where they are absent."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "upstream" / "arxiv" / "papers.jsonl.gz"


def papers(every: int = 1) -> Iterator[dict]:
    """Each `every`-th paper of the snapshot, its abstract with paragraphs parted by a blank line."""
    if not CORPUS.exists():
        pytest.skip("the snapshot of real papers (../shared/upstream/arxiv/papers.jsonl.gz) is not here")
    with gzip.open(CORPUS, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % every == 0:
                paper = json.loads(line)
                paper["abstract"] = re.sub(r"\n(?= )", "\n\n", paper["abstract"].strip())
                yield paper
