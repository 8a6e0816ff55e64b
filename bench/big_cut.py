"""Which papers of a world a smaller site holds, so that some of its pages are those of the whole world. Pure.

All papers of the most prolific real persons, then made papers from the first: those come in whole circles, so that
everybody there has all their papers and co-authors. The world's most prolific have fewer than 200 papers; among the
made ones some who stand at the head of a circle are taken for one person here, so that there are two with more.
"""

from collections import Counter

from bench.world.making import Made
from bench.world.truth import NOBODY

CIRCLE = 1_000  # made persons write with nobody outside of their thousand, and have as many first papers
JOINED = {0: (1, 2), 3: (4, 5, 6, 7, 8)}  # heads of circles, some 100 papers each
PROLIFIC = 3


def cut(made: Made, papers: int) -> list[int]:
    """Numbers of `papers` papers in order; all where there are no more."""
    if papers >= len(made.papers):
        return list(range(len(made.papers)))
    counts = Counter(person for person in made.truth.person_of if person != NOBODY)
    prolific = sorted(counts, key=lambda person: (-counts[person], person))[:PROLIFIC]
    first = [paper for person in prolific for paper, _ in made.slots_of(person)]
    real = len(made.papers.real)
    order = dict.fromkeys([*first, *range(real, len(made.papers)), *range(real)])
    return sorted(list(order)[:papers])


def joined(made: Made) -> dict[int, int]:
    """Persons taken for another one, by number."""
    first = made.person_count - made.papers.made.person_count
    if made.papers.made.person_count < CIRCLE * 10:
        return {}
    return {first + CIRCLE * other: first + CIRCLE * head for head, others in JOINED.items() for other in others}
