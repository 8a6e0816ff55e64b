"""Which rows a source lists for a paper, and whose profile each carries: the failure patterns common to both sources.

Everything follows from the seed, the source and the paper's number, so that rows need not be kept: they are drawn again
whenever the paper is asked for. A profile's number is four times its person's plus a kind (MAIN, SECOND, OLD, GONE).
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench.world.papers import Author
from bench.world.rates import RATES

MAIN, SECOND, OLD, GONE = 0, 1, 2, 3  # OLD went into MAIN and answers 301; GONE did so too and answers 404
MOST_NAMESAKES = 100  # looked at for who swallowed somebody; only made blocks are larger
NULL, NULL_AUTHOR, DELETED_AUTHOR = -1, -2, -3


@dataclass(slots=True)
class Row:
    """`position` is the slot's it was made for (from 1), 0 where for none; `profile` may be put there by mistake."""

    position: int
    author: Author
    profile: int = NULL
    mistaken: bool = False  # what the row says is a stranger's, name or profile


class Profiles:
    """Who of a source's profiles is split, and who is swallowed by a namesake's."""

    def __init__(
        self,
        seed: int,
        source: str,
        persons: int,
        blocks: Sequence[Sequence[int]],
        rank: Callable[[int, int], tuple[int, ...]],
        alike: "Profiles | None" = None,
    ) -> None:
        """`rank(person, namesake)` is higher for namesakes more easily taken for the person; `alike` erred before."""
        rng = random.Random(f"{seed}/{source}/profiles")
        self._seed, self._source = seed, source
        self.swallowed: dict[int, int] = {}  # person: whose profile takes a share of the rows
        self.split = bytearray(rng.random() < RATES[f"{source}.profile_split"] for _ in range(persons))
        for block in blocks:
            for person in block:
                if alike and person in alike.swallowed and rng.random() < RATES[f"{source}.merged_alike"]:
                    self.swallowed[person] = alike.swallowed[person]
                elif rng.random() < RATES[f"{source}.profile_merged"]:
                    others = [one for one in block if one != person]
                    if len(others) > MOST_NAMESAKES:
                        others = rng.sample(others, MOST_NAMESAKES)
                    self.swallowed[person] = max(others, key=lambda one: (*rank(person, one), -one))

    def of(self, person: int, rng: random.Random, old_rate: float = 0) -> int:
        """The profile for one row; `rng` is the row's."""
        chance, old = rng.random(), rng.random()
        host = self.swallowed.get(person)
        if host is not None and chance < RATES[f"{self._source}.swallowed_share"]:
            return 4 * host + MAIN
        if self.split[person] and chance > 1 - RATES[f"{self._source}.split_share"]:
            return 4 * person + SECOND
        if old < old_rate:
            return 4 * person + (OLD if old < old_rate / 2 else GONE)
        return 4 * person + MAIN


def rows_of(
    source: str, authors: Sequence[Author], persons: Sequence[int], profiles: Profiles, rng: random.Random
) -> list[Row]:
    """Before what only one of the sources does; `persons` has nobody (below 0) for groups."""
    rows = []
    old_rate = RATES.get(f"{source}.profile_old_id", 0)
    for position, (author, person) in enumerate(zip(authors, persons, strict=True), 1):
        if person < 0:
            if rng.random() < RATES[f"{source}.group_row"]:
                rows.append(Row(position, author))
            continue
        profile = profiles.of(person, rng, old_rate)
        if rng.random() < RATES[f"{source}.null_author"]:
            profile = NULL
        if rng.random() >= RATES[f"{source}.row_missing"]:
            rows.append(Row(position, author, profile))
    if len(rows) > 1 and rng.random() < RATES[f"{source}.list_short"]:
        del rows[rng.randrange(1, len(rows)) :]
    if len(rows) > 1 and rng.random() < RATES[f"{source}.reordered"]:
        _reorder(rows, rng)
    if len(rows) > 1 and rng.random() < RATES[f"{source}.same_author_twice"]:
        _double(rows, rng)
    return rows


def _reorder(rows: list[Row], rng: random.Random) -> None:
    if rng.random() < 0.5:
        rows.sort(key=lambda row: (row.author.family.casefold(), row.position))
    else:
        at = rng.randrange(len(rows) - 1)
        rows[at], rows[at + 1] = rows[at + 1], rows[at]


def _double(rows: list[Row], rng: random.Random) -> None:
    """One profile on two rows: of two persons of the list, or a row that comes twice."""
    one, other = rng.sample(range(len(rows)), 2)
    if rows[one].profile < 0:
        return
    if rng.random() < 0.5:
        rows[other].profile, rows[other].mistaken = rows[one].profile, True
    else:
        again = rows[one]
        rows.insert(other, Row(again.position, again.author, again.profile))
