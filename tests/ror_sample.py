"""The ROR records and gold sets that lie beside the project in the workplace; tests skip where they are absent."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROR = Path(__file__).resolve().parents[2] / "shared" / "upstream" / "ror"
RECORDS = ("ror-v2-records-a", "ror-v2-records-b", "ror-v1-legacy-records")


def lines(name: str) -> Iterator[Any]:
    path = ROR / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip("the sample of ROR (../shared/upstream/ror) is not here")
    with gzip.open(path, "rb") as stream:
        for line in stream:
            yield json.loads(line)
