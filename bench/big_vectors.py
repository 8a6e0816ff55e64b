"""`python -m bench.big_vectors --data FOLDER`: a vector for every paper of a big site, and the index over them.

Real vectors, of the first `--pool` papers' titles and abstracts, are mixed: a paper has a large part of one, a small
part of another and a little noise, so neighbourhoods are as dense as real ones and no two vectors are the same. Rows
are written by binary COPY, the HNSW index is made after them. The site's own model makes the real vectors, which
`--scratch` keeps from run to run.
"""

import argparse
import sys
import time
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import numpy

from bench.big import open_big
from bench.site import say

PART = 20_000
MIXED, NOISE = 0.35, 0.02  # part of the second vector; spread of the noise in each of 384 numbers
SEED = 7
SIGNATURE = b"PGCOPY\n\xff\r\n\0" + b"\0" * 8
END = b"\xff\xff"
SINCE_2000 = int((datetime(2026, 1, 1, tzinfo=UTC) - datetime(2000, 1, 1, tzinfo=UTC)).total_seconds()) * 1_000_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.big_vectors", description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of a site that bench.big made")
    parser.add_argument("--pool", type=int, default=2_000, help="real papers whose vectors are mixed")
    parser.add_argument("--scratch", type=Path, help="folder for their vectors (default: the site's)")
    options = parser.parse_args()
    with open_big(options.data):
        # Found by name: it needs settings, which are there only now.
        import_module("bench.big_vectors_rows").make(options.scratch or options.data, options.pool)
    return 0


def mixed(pool: numpy.ndarray, papers: numpy.ndarray) -> numpy.ndarray:
    """A vector of length 1 for each id, the same in every site that holds the paper."""
    chance = numpy.random.default_rng([SEED, int(papers[0])])
    first, second = chance.integers(len(pool), size=(2, len(papers)))
    made = pool[first] + MIXED * pool[second] + NOISE * chance.standard_normal((len(papers), pool.shape[1]))
    return made / numpy.linalg.norm(made, axis=1, keepdims=True)


def rows(papers: numpy.ndarray, vectors: numpy.ndarray, recipe: str) -> bytes:
    """Of one part, as binary COPY has them: paper, recipe, text hash, vector, number of the change, moment."""
    name, size = recipe.encode(), vectors.shape[1]
    row = numpy.dtype(
        [
            ("fields", ">i2"), ("l1", ">i4"), ("paper", ">i8"), ("l2", ">i4"), ("recipe", f"S{len(name)}"),
            ("l3", ">i4"), ("l4", ">i4"), ("dimensions", ">i2"), ("unused", ">i2"), ("vector", ">f2", (size,)),
            ("l5", ">i4"), ("change", ">i8"), ("l6", ">i4"), ("made_at", ">i8"),
        ]
    )  # fmt: skip
    made = numpy.zeros(len(papers), dtype=row)
    made["fields"], made["l1"], made["l2"], made["l3"] = 6, 8, len(name), 0
    made["l4"], made["l5"], made["l6"] = 4 + 2 * size, 8, 8
    made["paper"], made["recipe"], made["dimensions"], made["made_at"] = papers, name, size, SINCE_2000
    made["vector"] = vectors
    return made.tobytes()


def told(what: str, began: float) -> None:
    say(f"{what}: {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
