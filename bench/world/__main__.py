"""`python -m bench.world`: makes a world, writes it or serves it."""

import argparse
import resource
import sys
import time
from pathlib import Path

from bench.world import World
from bench.world.serving import serve


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.world", description="Make a world and write or serve it.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--papers", type=int, default=5_000)
    parser.add_argument("--researchers", type=int, help="of made papers, beyond the real ones")
    parser.add_argument("--out", type=Path, help="folder to write to")
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--budget", help="OpenAlex's dollars of a day; when spent it answers 429 (default: no end)")
    options = parser.parse_args()
    began = time.monotonic()
    world = World(options.seed, options.papers, options.researchers)
    told = world.truth_alone
    print(f"{len(told.arxiv_ids)} papers, {len(told.person_of)} slots, {len(told.names)} persons", file=sys.stderr)
    if options.out:
        world.write(options.out)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"made in {time.monotonic() - began:.0f} s, {memory} MB at most", file=sys.stderr)
    if options.serve:
        serve(world.openalex, world.semantic_scholar, options.budget)
    return 0


if __name__ == "__main__":
    sys.exit(main())
