"""A world to test in: real arXiv papers and ROR records, made persons, careers and citations, with known truth.

    python -m bench.world --seed S --papers N --out DIR     writes snapshot, ROR records, sources' records and truth
    python -m bench.world --seed S --papers N --serve       serves it as OpenAlex and Semantic Scholar until stopped

Same seed and size, same world, to the byte. Rates of what goes wrong: rates.toml. What truth means, and which
slots count as supported: truth.py. It shares no code with matching, or matching would be measured by itself.
Up to the 80,428 papers of the sample snapshot papers are real; beyond those they are made (papers.py), by
`researchers` more persons, as many as made papers unless told.
"""

import gzip
import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from bench.world import places, support
from bench.world.making import Made
from bench.world.openalex import OpenAlexWorld
from bench.world.semantic_scholar import SemanticScholarWorld
from bench.world.truth import Truth


class World:
    """`openalex` and `semantic_scholar` are what tests/upstreams' servers ask."""

    def __init__(self, seed: int, papers: int, researchers: int | None = None) -> None:
        self.seed = seed
        self.made = Made(seed, papers, researchers)
        self.openalex = OpenAlexWorld(self.made)
        self.semantic_scholar = SemanticScholarWorld(self.made, self.openalex)

    @cached_property
    def truth(self) -> Truth:
        """With support filled in, which needs a walk over all rows of both sources; see `truth_alone`."""
        support.fill(self.made, self.openalex, self.semantic_scholar)
        return self.made.truth

    @property
    def truth_alone(self) -> Truth:
        """Persons, places and citations, but whether a slot is supported is not told: for worlds of a million."""
        return self.made.truth

    @property
    def arxiv_ids(self) -> list[str]:
        return self.made.papers.ids

    def snapshot_lines(self) -> Iterator[bytes]:
        """JSON lines as of the weekly snapshot, for load_snapshot."""
        for line in self.made.papers.lines():
            yield line.rstrip(b"\n") + b"\n"

    def ror_records(self) -> Iterator[dict[str, Any]]:
        """All of the sample's records of schema 2, also those where nobody works."""
        return places.ror_records()

    def works(self) -> Iterator[dict[str, Any]]:
        """All of OpenAlex's, by paper."""
        for arxiv_id in self.arxiv_ids:
            yield from self.openalex.works_by_landing_page(f"http://arxiv.org/abs/{arxiv_id}")

    def s2_papers(self) -> Iterator[dict[str, Any]]:
        for arxiv_id in self.arxiv_ids:
            found = self.semantic_scholar.paper(f"ARXIV:{arxiv_id}")
            if found:
                yield found

    def persons(self) -> Iterator[dict[str, Any]]:
        truth = self.made.truth
        for person, (name, orcid) in enumerate(zip(truth.names, truth.orcids, strict=True)):
            yield {"person": person, "name": name, "orcid": orcid}

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        with gzip.open(folder / "papers.jsonl.gz", "wb", compresslevel=3) as lines:
            lines.writelines(self.snapshot_lines())
        with (folder / "ror.json").open("w") as records:  # one array, as in ROR's dumps
            for number, record in enumerate(self.ror_records()):
                records.write(("[\n" if number == 0 else ",\n") + json.dumps(record, ensure_ascii=False))
            records.write("\n]\n")
        _write(folder / "openalex-works.jsonl.gz", self.works())
        _write(folder / "semanticscholar-papers.jsonl.gz", self.s2_papers())
        _write(folder / "truth.jsonl.gz", self.truth.lines())
        _write(folder / "persons.jsonl.gz", self.persons())


def _write(path: Path, records: Iterable[dict[str, Any]]) -> None:
    with gzip.open(path, "wt", compresslevel=3) as lines:
        lines.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
