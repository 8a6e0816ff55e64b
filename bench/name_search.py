"""`python -m bench.name_search`: whether people are found by name however it is typed, in a made world of known truth.

A world is loaded and harvested as `bench.linking` does it, and the name index built. 300 persons, drawn evenly from
all whom a researcher stands for, are each asked for in twelve spellings of their full name (name_spellings.py). Found
is who stands among the first three people as the one researcher with most of the person's papers: another of the same
name is a miss, and so is a second researcher of the same person. A miss is told apart as one among namesakes where more
than three persons have a name that is spelt just the same in that way: no ranking could tell whom the reader meant.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.empty_database import empty_database
from bench.name_spellings import KINDS, folded
from bench.world import World
from tests.upstreams.openalex import OpenAlexServer
from tests.upstreams.semantic_scholar import SemanticScholarServer

PEOPLE = 300
FIRST = 3
AIM = 0.95


def stands_for(world: World, links: dict[tuple[str, int], tuple[int, str]]) -> dict[int, int]:
    """Person -> the researcher with most of their slots among those whose slots are mostly theirs."""
    slots: dict[int, Counter[int]] = defaultdict(Counter)
    for slot, (researcher, _) in links.items():
        person = world.truth_alone.person(*slot)
        if person is not None:
            slots[researcher][person] += 1
    found: dict[int, tuple[int, int]] = {}
    for researcher, persons in slots.items():
        person = min(persons, key=lambda one: (-persons[one], one))
        found[person] = max(found.get(person, (0, 0)), (persons[person], -researcher))
    return {person: -researcher for person, (_, researcher) in found.items()}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.name_search", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--papers", type=int, default=10_000)
    options = parser.parse_args()
    world = World(options.seed, options.papers)
    with empty_database():
        # Models exist only once Django has settings, and those only once there is a database.
        from bench.linking_run import harvest, links_made  # noqa: PLC0415

        with TemporaryDirectory(prefix="wove-world-") as folder:
            snapshot, ror = Path(folder) / "papers.jsonl", Path(folder) / "ror.json"
            with snapshot.open("wb") as lines:
                lines.writelines(world.snapshot_lines())
            ror.write_text(json.dumps(list(world.ror_records())))
            with OpenAlexServer(world.openalex) as works, SemanticScholarServer(world.semantic_scholar) as papers:
                harvest(snapshot, ror, works.url, papers.url)
        return report(world, links_made(), options.seed)


def report(world: World, links: dict[tuple[str, int], tuple[int, str]], seed: int) -> int:
    from search.names import find_people  # noqa: PLC0415
    from search.names.index import NAMES, home  # noqa: PLC0415
    from search.writer import rebuild  # noqa: PLC0415

    home().mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    rebuild(home(), followed=NAMES)
    researcher_of = stands_for(world, links)
    print(f"{len(researcher_of):,} persons; name index in {time.monotonic() - began:.1f} s", flush=True)
    names = {person: world.made.name(person) for person in researcher_of}
    chosen = random.Random(f"{seed}/names").sample(sorted(researcher_of), PEOPLE)
    times: list[float] = []
    total: Counter[str] = Counter()
    namesakes = Counter(folded(" ".join(name)) for name in names.values())
    print(f"\n{'spelling':<28}{'changed':>8}{'first':>8}{'in 3':>8}{'of namesakes':>14}")
    misses = []
    for kind, spell in KINDS.items():
        told: Counter[str] = Counter()
        bearers = Counter(folded(spell(*name, random.Random(repr(name)))) for name in names.values())
        for person in chosen:
            name = names[person]
            typed = spell(*name, random.Random(repr(name)))
            began = time.perf_counter()
            ids = find_people(typed, FIRST).ids
            times.append(time.perf_counter() - began)
            right = researcher_of[person]
            told["changed"] += typed != " ".join(filter(None, name))
            told["first"] += ids[:1] == (right,)
            told["in 3"] += right in ids
            limited = right not in ids and max(bearers[folded(typed)], namesakes[folded(" ".join(name))]) > FIRST
            told["limited"] += limited
            if right not in ids and not limited:
                misses.append(f"{kind}: {' '.join(filter(None, name))} as {typed}")
        print(f"{kind:<28}" + "".join(f"{told[key]:>{width}}" for key, width in COLUMNS), flush=True)
        total += told
    asked = PEOPLE * len(KINDS)
    share, limited = total["in 3"] / asked, total["limited"] / asked
    print(f"{'all, of ' + f'{asked:,}':<28}" + "".join(f"{total[key]:>{width}}" for key, width in COLUMNS))
    print(f"\nin the first three: {share:.1%}; missed among namesakes spelt the same: {limited:.1%}")
    print(f"of those that a ranking can tell apart: {total['in 3'] / (asked - total['limited']):.1%}")
    ordered = sorted(times)
    late = ordered[int(len(ordered) * 0.95)]
    print(f"one search: p50 {statistics.median(ordered) * 1e3:.1f} ms, p95 {late * 1e3:.1f} ms")
    for miss in random.Random(seed).sample(misses, min(len(misses), 25)):
        print(f"  {miss}")
    return 0 if share >= AIM else 1


COLUMNS = (("changed", 8), ("first", 8), ("in 3", 8), ("limited", 14))

if __name__ == "__main__":
    sys.exit(main())
