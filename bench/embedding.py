"""`python -m bench.embedding`: vectors of abstracts and of queries by our embedder and by plain sentence-transformers.

Abstracts of a snapshot in parts as the worker takes them, then single queries, both on one thread, in turns, so that a
busy machine slows all alike. Wall times are told, and processor times, which others' work disturbs less; ratios are
those of the latter. Then how near the vectors are, and the memory of an encoder's process by each backend.
"""

import argparse
import gzip
import importlib
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from statistics import median

import django

PROJECT = Path(__file__).resolve().parent.parent
SHARED = PROJECT.parent / "shared"
MEMORY = (
    "import django, psutil; django.setup(); from search.embedders import query_embedder as load; "
    "load().embed(['a query']); print(psutil.Process().memory_info().rss)"
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.embedding", description=__doc__.partition("\n")[0])
    parser.add_argument("--snapshot", type=Path, default=SHARED / "upstream" / "arxiv" / "papers.jsonl.gz")
    parser.add_argument("--mix", type=Path, default=SHARED / "relevance" / "query-mix" / "queries.jsonl.gz")
    parser.add_argument("--papers", type=int, default=128)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    for file in (options.snapshot, options.mix):
        if not file.exists():
            print(f"There is no file {file}.", file=sys.stderr)
            return 2
    with tempfile.TemporaryDirectory(prefix="wove-bench-") as folder:
        os.environ.update({"DJANGO_SETTINGS_MODULE": "wovepaper.settings", "WOVE_DATA": folder, "LOG_LEVEL": "ERROR"})
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(48))
        os.environ.setdefault("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")  # none is asked
        django.setup()
        _measure(options)
    return 0


def _measure(options: argparse.Namespace) -> None:
    # Found by name: they need settings, which are there only now.
    embedders = importlib.import_module("search.embedders")
    part = importlib.import_module("search.embedding").PART
    name = importlib.import_module("django.conf").settings.EMBEDDING_MODEL
    library = importlib.import_module("search.sentence_models.torch_model")
    plain = library.SentenceModel(name, embedders.model_folder(name), threads=1)._model  # nothing of ours around it
    ours = embedders.query_embedder()
    texts = _abstracts(options.snapshot, options.papers)
    queries = [one["text"] for one in _lines(options.mix, options.queries)]

    def by_parts() -> list:
        return [vector for at in range(0, len(texts), part) for vector in ours.embed(texts[at : at + part])]

    def by_encode() -> list:
        return list(plain.encode(texts, normalize_embeddings=True, show_progress_bar=False))

    print(
        f"{len(texts)} abstracts of {sum(map(len, texts)) // len(texts)} characters, one thread, {type(ours).__name__}"
    )
    found = _in_turns({"plain": [by_encode] * options.rounds, "ours": [by_parts] * options.rounds}, len(texts))
    print("closeness to plain: mean {:.4f}, least {:.4f}".format(*_closeness(found["ours"], found["plain"])))
    print(f"{len(queries)} queries, one by one")
    _in_turns(
        {
            "plain": [lambda query=query: plain.encode([query], normalize_embeddings=True) for query in queries],
            "ours": [lambda query=query: ours.embed([query]) for query in queries],
        },
        1,
    )
    for backend in ("torch", "onnx"):
        told = subprocess.run(
            [sys.executable, "-c", MEMORY], cwd=PROJECT, env=os.environ | {"EMBEDDING_BACKEND": backend},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        print(f"memory of an encoder by {backend}: {int(told.stdout) / 1e6:.0f} MB")


def _in_turns(rivals: dict[str, Sequence[Callable[[], object]]], texts: int) -> dict[str, object]:
    """Each rival's calls beside the other's; what its last call gave."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in rivals}
    found: dict[str, object] = {}
    for calls in zip(*rivals.values(), strict=True):
        for name, call in zip(rivals, calls, strict=True):
            wall, processor = time.perf_counter(), time.process_time()
            found[name] = call()
            times[name].append((time.perf_counter() - wall, time.process_time() - processor))
    own = {name: median(processor for _, processor in measured) for name, measured in times.items()}
    for name, measured in times.items():
        wall = median(wall for wall, _ in measured)
        print(
            f"  {name:6} {1000 * wall / texts:8.2f} ms a text, {1000 * own[name] / texts:8.2f} ms of processor,"
            f" {own['plain'] / own[name]:.2f} times as fast as plain"
        )
    return found


def _closeness(ours: Sequence, plain: Sequence) -> tuple[float, float]:
    each = [float(one @ other) for one, other in zip(ours, plain, strict=True)]
    return sum(each) / len(each), min(each)


def _abstracts(snapshot: Path, wanted: int) -> list[str]:
    """From all over it: every hundredth paper."""
    embedded_text = importlib.import_module("search.documents").embedded_text
    papers = _lines(snapshot, wanted * 100)[::100]
    return [embedded_text(paper["title"], paper["abstract"]) for paper in papers]


def _lines(file: Path, wanted: int) -> list[dict]:
    with gzip.open(file, "rt") as lines:
        return [json.loads(line) for line in islice(lines, wanted)]


if __name__ == "__main__":
    sys.exit(main())
