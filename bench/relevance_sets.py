"""Ranks the labelled sets by the site's search and scores the rankings. Needs Django and an empty database."""

import csv
import gzip
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from io import StringIO
from math import log2
from pathlib import Path
from typing import Any

from django.core.management import call_command

from papers.models import Paper
from search import lexical
from search.answers import SearchRequest
from search.query import parse

DEEP = 10
# Each set, and the folders whose documents are searched for it.
SETS = {
    "s2-search-sample": ("s2-search-sample",),
    "cranfield": ("cranfield",),
    "cisi": ("cisi",),
    "doris-mae-best": ("doris-mae-best", "csfcube"),
}
WHEN = datetime(2020, 1, 1, tzinfo=UTC)

Grades = Mapping[str, int]  # by document


def measure(folder: Path) -> None:
    for name, corpora in SETS.items():
        if not (folder / name).is_dir():
            print(f"{name}: not there, passed over")
            continue
        names = _load([document for corpus in corpora for document in _lines(folder / corpus / "corpus.jsonl.gz")])
        grades = _grades(folder / name / "qrels.tsv")
        queries = [query for query in _lines(folder / name / "queries.jsonl.gz") if query["_id"] in grades]
        scores = []
        for query in queries:
            found = lexical.find(SearchRequest(parse(query["text"]))).ids
            scores.append(ndcg([names[paper] for paper in found], grades[query["_id"]]))
        print(f"{name:18} {len(queries):4} queries, {len(names):5,} documents: nDCG@10 {sum(scores) / len(scores):.3f}")


def ndcg(ranked: Sequence[str], grades: Grades) -> float:
    """Gain of the first ten, each its grade by its place (as trec_eval has it), of what the best order would gain."""
    best = _gain(sorted(grades.values(), reverse=True)[:DEEP])
    return _gain([grades.get(document, 0) for document in ranked[:DEEP]]) / best if best else 0.0


def _gain(grades: Sequence[int]) -> float:
    return sum(grade / log2(place + 1) for place, grade in enumerate(grades, 1))


def _load(documents: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """The documents as papers, the only ones held, in a new word index; their names by our ids."""
    Paper.objects.all().delete()
    by_name = {document["_id"]: document for document in documents}
    made = Paper.objects.bulk_create(
        Paper(
            arxiv_id=f"bench/{number:07}", title=one["title"], title_tex="", title_html="", abstract=one["text"],
            tex_recipe=0, category_codes=["cs"], first_submitted_at=WHEN, latest_submitted_at=WHEN,
            content_hash="bench", first_held_at=WHEN, changed_at=WHEN,
        )
        for number, one in enumerate(by_name.values())
    )  # fmt: skip
    call_command("index", verbosity=0, stdout=StringIO())
    return {paper.pk: name for paper, name in zip(made, by_name, strict=True)}


def _grades(file: Path) -> dict[str, Grades]:
    found: dict[str, dict[str, int]] = defaultdict(dict)
    with file.open(newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            found[row["query-id"]][row["corpus-id"]] = int(row["score"])
    return found


def _lines(file: Path) -> list[dict[str, Any]]:
    with gzip.open(file, "rt") as lines:
        return [json.loads(line) for line in lines]
