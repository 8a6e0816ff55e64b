"""`manage.py evaluate_search`: how well words, meaning and both rank judged queries, beside BM25 and plain vectors.

Works in a database of its own beside ours (the role must be allowed to create one), which goes away with it.
"""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from search.evaluation import similar, tuning
from search.evaluation.filling import Vectors, empty_site, fill
from search.evaluation.measures import mean
from search.evaluation.rankings import rank_all
from search.evaluation.sets import POOLS, SEARCHED, TRIPLETS, read_set

SETS = settings.BASE_DIR.parent / "shared" / "relevance"
WAYS = {
    "bm25": "BM25 (bm25s)", "plain_model": "plain model", "words": "words only", "meaning": "meaning only",
    "hybrid": "hybrid", "hybrid, as shipped": "as shipped",
}  # fmt: skip


class Command(BaseCommand):
    help = "Score search by words, by meaning and by both on judged queries; choose weights on halves of them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--sets", type=Path, default=SETS, help="folder of judged sets (default: %(default)s)")
        parser.add_argument("--scratch", type=Path, help="folder where vectors are kept from run to run")

    def handle(self, *args: Any, sets: Path, scratch: Path | None, **options: Any) -> None:
        there = {name: corpora for name, corpora in SEARCHED.items() if (sets / name).is_dir()}
        if not there:
            raise CommandError(f"There are no judged sets in {sets}: name their folder with --sets.")
        with tempfile.TemporaryDirectory() as folder:
            vectors = Vectors(scratch or Path(folder))
            ranked = {}
            with empty_site() as home:
                for name, corpora in there.items():
                    judged = read_set(sets, name, corpora)
                    ranked[name] = rank_all(judged, fill(home, judged.documents, vectors), vectors)
            self._tell(*tuning.tell(ranked))
            self.stdout.write(f"Best on all queries: {tuning.best(ranked)}")
            if (sets / POOLS).is_dir():
                self.stdout.write(f"similar papers, {POOLS}: nDCG@10 {similar.pools(sets, vectors):.3f}")
            if (sets / TRIPLETS).is_dir():
                self.stdout.write(f"similar papers, {TRIPLETS}: {similar.triplets(sets, vectors):.1%} in order")

    def _tell(self, told: list[tuning.Told], chosen: tuple[Any, Any]) -> None:
        line = "{:18}" + "{:>16}" * len(WAYS)
        self.stdout.write("nDCG@10, recall@100")
        self.stdout.write(line.format("", *WAYS.values()))
        for one in told:
            scores = [f"{score:.3f} {found:.3f}" for score, found in (one.scores[way] for way in WAYS)]
            self.stdout.write(
                line.format(one.name, *scores) + f"  {one.queries} queries, {one.empty} without an answer"
            )
        means = {
            way: (mean([one.scores[way][0] for one in told]), mean([one.scores[way][1] for one in told]))
            for way in WAYS
        }
        self.stdout.write(line.format("mean", *(f"{score:.3f} {found:.3f}" for score, found in means.values())))
        gain = means["hybrid"][0] - max(means["words"][0], means["meaning"][0])
        worst = min(one.scores["hybrid"][0] - max(one.scores["words"][0], one.scores["meaning"][0]) for one in told)
        self.stdout.write(
            f"Hybrid over the better single leg: {100 * gain:+.1f} points on the mean, {100 * worst:+.1f} at the least"
        )
        self.stdout.write(f"Chosen on the halves: {chosen[0]}; {chosen[1]}")
