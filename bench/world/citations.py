"""What cites what in a world: earlier papers only, three of four of the same category, the much cited more often."""

import random
from array import array
from collections import defaultdict
from collections.abc import Iterable

MEAN = 5  # of references to papers of the world; real lists are longer, but name mostly papers that are not held
SAME_CATEGORY = 0.75


def draw(seed: int, order: Iterable[int], category_of: list[str]) -> list[array]:
    """By paper, the papers that it cites; `order` is that of time."""
    rng = random.Random(f"{seed}/citations")
    urns: dict[str, array] = defaultdict(lambda: array("L"))  # a paper once, and once more for each citation
    everything = array("L")
    cites: list[array] = [_NONE] * len(category_of)
    for paper in order:
        own = urns[category_of[paper]]
        count = min(int(rng.expovariate(1 / MEAN)), 40)
        found: dict[int, None] = {}
        for _ in range(count):
            urn = own if own and rng.random() < SAME_CATEGORY else everything
            if urn:
                found[urn[int(rng.random() * len(urn))]] = None
        for cited in found:
            urns[category_of[cited]].append(cited)
        if found:
            cites[paper] = array("L", sorted(found))
        own.append(paper)
        everything.append(paper)
    return cites


_NONE = array("L")
