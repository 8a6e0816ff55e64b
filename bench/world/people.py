"""Who stands behind the names of the real author lists: slots are gathered into persons, as a world's truth.

Slots of one initial and family name are a block. Slots of it whose names could be one and which share a co-author
name are one person. What is left of one name is one person or several, at the rates of the table: Qian's for common
family names. Two of one block on one paper are two persons always.
"""

import random
from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from bench.world.names import could_be, key, only_initials, parts
from bench.world.papers import Author
from bench.world.rates import RATES
from bench.world.truth import NOBODY

COMMON = 20  # different first names that a common family name goes with, in the world
MOST_COAUTHORS = 30  # longer lists say nothing of who knows whom
Names = tuple[str, ...]
Block = tuple[str, str]


class People:
    """`person_of` by slot; of each person the given name in its fullest form, family name and suffix."""

    def __init__(self, seed: int, lists: Sequence[tuple[Author, ...]], categories: Sequence[str]) -> None:
        self._rng = random.Random(f"{seed}/people")
        self._lists, self._categories = lists, categories
        self.person_of = array("l")
        self.given: list[str] = []
        self.family: list[str] = []
        self.suffix: list[str] = []
        self.blocks: list[list[int]] = []  # persons who share initial and family name, where more than one
        self._gather()

    def _gather(self) -> None:
        blocks: dict[Block, list[tuple[int, int, Author]]] = defaultdict(list)  # slot, paper, author
        firsts: dict[str, set[str]] = defaultdict(set)
        known: list[frozenset[Block]] = []
        slot = 0
        for paper, authors in enumerate(self._lists):
            on_paper = []
            for author in authors:
                if not author.group:
                    block = block_of(author.given, author.family)
                    blocks[block].append((slot, paper, author))
                    on_paper.append(block)
                    given = parts(author.given)
                    if given and len(given[0]) > 1:
                        firsts[block[1]].add(given[0])
                slot += 1
            known.append(frozenset(on_paper if len(on_paper) <= MOST_COAUTHORS else ()))
        self.person_of = array("l", [NOBODY]) * slot
        self._firsts: dict[str, list[str]] = defaultdict(list)
        for _, several in sorted(blocks.items()):
            for first in sorted({author.given.split()[0] for _, _, author in several if author.given}):
                folded = parts(first)
                if len(folded) == 1 and len(folded[0]) > 2:
                    self._firsts[folded[0][0]].append(first)
        for block, slots in blocks.items():
            self._settle(block, slots, known, len(firsts[block[1]]) >= COMMON)

    def _settle(
        self, block: Block, slots: list[tuple[int, int, Author]], known: list[frozenset[Block]], common: bool
    ) -> None:
        circles, twins = self._circles(block, slots, known)
        by_name: dict[Names, list[Circle]] = defaultdict(list)
        for circle in circles:
            by_name[max(circle.names, key=_fullness)].append(circle)
        persons: list[list[int]] = [[twin] for twin in twins]
        for name, several in sorted(by_name.items()):
            several.sort(key=lambda circle: len(circle.members), reverse=True)
            persons += self._shared(name, several, slots, common)
        made = [self._person(slots, members) for members in persons]
        if len(made) > 1:
            self.blocks.append(made)

    def _circles(
        self, block: Block, slots: list[tuple[int, int, Author]], known: list[frozenset[Block]]
    ) -> tuple[list["Circle"], list[int]]:
        """Members (places in `slots`) joined by co-authors; and twins apart."""
        seen: set[int] = set()
        circle_of: dict[int, Circle] = {}
        by_coauthor: dict[Block, list[int]] = defaultdict(list)
        twins = []
        for member, (_, paper, author) in enumerate(slots):
            if paper in seen:
                twins.append(member)
                continue
            seen.add(paper)
            circle_of[member] = Circle({parts(author.given)}, [member])
            for other in known[paper] - {block}:
                by_coauthor[other].append(member)
        for _, members in sorted(by_coauthor.items()):
            for member in members[1:]:
                one, other = circle_of[members[0]], circle_of[member]
                if one is not other and one.could_be(other):
                    one.take(other)
                    circle_of.update(dict.fromkeys(other.members, one))
        return list({id(circle): circle for circle in circle_of.values()}.values()), twins

    def _shared(
        self, name: Names, circles: list["Circle"], slots: list[tuple[int, int, Author]], common: bool
    ) -> list[list[int]]:
        """Circles of one name to persons: one, or several that each keep to their archive where they can."""
        kind = "initial" if only_initials(name) else "full_name"
        rate = RATES[f"names.{'' if common else 'rare_'}{kind}_shared"]
        several = 1
        if len(circles) > 1 and self._rng.random() < rate:
            several = 2
            while several < len(circles) and self._rng.random() < 0.5:  # Qian: of shared names half go on to three
                several += 1
        persons = circles[:several]
        archives = [{self._archive(slots[member][1]) for member in circle.members} for circle in persons]
        for circle in circles[several:]:
            own = self._archive(slots[circle.members[0]][1])
            possible = [number for number, person in enumerate(persons) if person.could_be(circle)]
            fitting = [number for number in possible if own in archives[number]]
            if possible:
                chosen = self._rng.choice(fitting or possible)
                persons[chosen].take(circle)
                archives[chosen].add(own)
            else:
                persons.append(circle)
                archives.append({own})
        return [person.members for person in persons]

    def _person(self, slots: list[tuple[int, int, Author]], members: list[int]) -> int:
        person = len(self.given)
        fullest = max((slots[member][2] for member in members), key=lambda one: (_fullness(parts(one.given)), one))
        given = fullest.given
        folded = parts(given)
        if folded and only_initials(folded) and self._rng.random() < RATES["names.full_form_known"]:
            given = self._first_name(given, folded)
        self.given.append(given)
        self.family.append(fullest.family)
        self.suffix.append(fullest.suffix)
        for member in members:
            self.person_of[slots[member][0]] = person
        return person

    def _first_name(self, given: str, folded: Names) -> str:
        """A first name for an initial that only sources know; further initials stay."""
        possible = self._firsts.get(folded[0])
        if not possible:
            return given
        return " ".join([self._rng.choice(possible), *(f"{name.upper()}." for name in folded[1:])])

    def _archive(self, paper: int) -> str:
        return self._categories[paper].partition(".")[0]


@dataclass(slots=True, eq=False)
class Circle:
    """Slots of one person, and the given names printed there, of which no two exclude each other."""

    names: set[Names]
    members: list[int]

    def could_be(self, other: "Circle") -> bool:
        return all(could_be(one, another) for one in self.names for another in other.names)

    def take(self, other: "Circle") -> None:
        self.names |= other.names
        self.members += other.members


def block_of(given: str, family: str) -> Block:
    folded = parts(given)
    return (folded[0][0] if folded else "", key(family))


def _fullness(name: Names) -> tuple[int, Names]:
    return sum(map(len, name)), name
