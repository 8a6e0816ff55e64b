"""Judged sets as files: corpus.jsonl.gz, queries.jsonl.gz and qrels.tsv in a folder each. Nothing of them is kept."""

import csv
import gzip
import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Each set, and the folders whose documents are searched for it.
SEARCHED = {
    "s2-search-sample": ("s2-search-sample",),
    "cranfield": ("cranfield",),
    "cisi": ("cisi",),
    "doris-mae-best": ("doris-mae-best", "csfcube"),
}
POOLS = "csfcube"  # of each query a pool of papers is judged by how like its paper they are
TRIPLETS = "citation-triplets"

Grades = Mapping[str, int]  # by document


@dataclass(frozen=True)
class Judged:
    name: str
    documents: Mapping[str, Mapping[str, Any]]
    queries: Mapping[str, Mapping[str, Any]]
    grades: Mapping[str, Grades]  # by query


def read_set(folder: Path, name: str, corpora: tuple[str, ...]) -> Judged:
    documents = {one["_id"]: one for corpus in corpora for one in read_lines(folder / corpus / "corpus.jsonl.gz")}
    grades: dict[str, dict[str, int]] = defaultdict(dict)
    with (folder / name / "qrels.tsv").open(newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            grades[row["query-id"]][row["corpus-id"]] = int(row["score"])
    queries = {one["_id"]: one for one in read_lines(folder / name / "queries.jsonl.gz") if one["_id"] in grades}
    return Judged(name, documents, queries, grades)


def read_lines(file: Path) -> list[dict[str, Any]]:
    with gzip.open(file, "rt") as lines:
        return [json.loads(line) for line in lines]
