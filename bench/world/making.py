"""A world before any source has looked at it: papers, persons, where they worked, what cites what; by seed alone."""

import bisect
import random
from array import array
from collections import defaultdict

from bench.world import citations
from bench.world.names import could_be, parts
from bench.world.papers import Author, Papers
from bench.world.people import People, block_of
from bench.world.places import Careers, Places, by_time
from bench.world.rates import RATES
from bench.world.truth import NOBODY, Truth

UNKNOWN_PLACES = ()  # arXiv prints the affiliation itself


class Made:
    """Persons of real papers come first, those of made papers after them. `truth` has no support yet."""

    def __init__(self, seed: int, papers: int, researchers: int | None = None) -> None:
        self.seed = seed
        self.papers = Papers(seed, papers, researchers)
        self._people = People(seed, self.papers.real.authors, self.papers.real.categories)
        self._first_made = len(self._people.given)
        self.person_count = self._first_made + self.papers.made.person_count
        self.people_blocks = [*self._people.blocks, *self._made_blocks()]
        self.places = Places(seed)
        self.truth = Truth(self.papers.ids)
        self.paper_of = self.truth.paper_of
        self._lower = {arxiv_id.lower(): arxiv_id for arxiv_id in self.paper_of if arxiv_id != arxiv_id.lower()}
        self._fill_slots()
        self._fill_places()
        categories = [self.papers.category(paper) for paper in range(len(self.papers))]
        self.cites = self.truth.cites = citations.draw(seed, self._order, categories)
        self._cited_from: list[array] | None = None
        self._slots_of: tuple[array, array] | None = None
        rng = random.Random(f"{seed}/published")
        self._published = bytearray(rng.random() < RATES["openalex.published"] for _ in range(len(self.papers)))
        self.truth.dois = [self._true_doi(paper) for paper in range(len(self.papers))]
        self.truth.names = [" ".join(self.name(person)).strip() for person in range(self.person_count)]
        rng = random.Random(f"{seed}/orcids")
        self.truth.orcids = [
            _orcid(rng) if rng.random() < RATES["people.orcid"] else "" for _ in range(self.person_count)
        ]

    def rng(self, what: str, number: int) -> random.Random:
        return random.Random(f"{self.seed}/{what}/{number}")

    def paper_in_lower_case(self, arxiv_id: str) -> int | None:
        return self.paper_of.get(self._lower.get(arxiv_id, ""))

    def authors(self, paper: int) -> tuple[Author, ...]:
        return self.papers.authors(paper)

    def persons(self, paper: int) -> array:
        return self.truth.person_of[self.truth.start[paper] : self.truth.start[paper + 1]]

    def name(self, person: int) -> tuple[str, str, str]:
        """(given, family, suffix), the given name in the fullest form that anybody knows."""
        if person >= self._first_made:
            return *self.papers.made.name(person - self._first_made), ""
        return self._people.given[person], self._people.family[person], self._people.suffix[person]

    def orcid(self, person: int) -> str:
        return self.truth.orcids[person]

    def alike(self, person: int, namesake: int) -> tuple[int, int]:
        """How easily one is taken for the other: same given name, then given names that could be one."""
        one, other = parts(self.name(person)[0]), parts(self.name(namesake)[0])
        return int(one == other), int(could_be(one, other))

    def slot_places(self, paper: int, position: int) -> tuple[int, ...]:
        return self._places_of[self.truth.start[paper] + position - 1]

    def slots_of(self, person: int) -> list[tuple[int, int]]:
        """(paper, position), in the order of papers."""
        start, slots = self._slots_of or self._sort_slots()
        return [self._slot(number) for number in slots[start[person] : start[person + 1]]]

    def is_published(self, paper: int) -> bool:
        return bool(self._published[paper])

    def journal_doi(self, paper: int) -> str:
        return self.papers.real.dois.get(paper) or f"10.1234/made.{self.seed}.{paper}"

    def cited_by_year(self, paper: int) -> dict[int, int]:
        """By papers of the world, and by others outside of it."""
        found: dict[int, int] = defaultdict(int)
        for citing in (self._cited_from or self._turn_citations())[paper]:
            found[self.papers.year(citing)] += 1
        rng, year = self.rng("cited", paper), self.papers.year(paper)
        for _ in range(int(rng.paretovariate(1.2)) - 1 if rng.random() < 0.9 else 0):
            found[min(year + int(rng.expovariate(0.25)), 2026)] += 1
            if len(found) > 40 or found[year] > 2000:
                break
        return dict(sorted(found.items()))

    def _made_blocks(self) -> list[list[int]]:
        blocks: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number in range(self.papers.made.person_count):
            blocks[block_of(*self.papers.made.name(number))].append(self._first_made + number)
        return [block for block in blocks.values() if len(block) > 1]

    def _fill_slots(self) -> None:
        start, person_of = self.truth.start, self._people.person_of
        for authors in self.papers.real.authors:
            start.append(start[-1] + len(authors))
        for number in range(len(self.papers.made)):
            persons = self.papers.made.persons(number)
            person_of.extend(self._first_made + person for person in persons)
            start.append(start[-1] + len(persons))
        self.truth.person_of = person_of
        self.truth.support = bytearray(len(person_of))

    def _fill_places(self) -> None:
        """In the order of time, so that careers run forward; strings that arXiv prints are taken as unknown."""
        self._order = by_time([self.papers.day(paper) for paper in range(len(self.papers))])
        careers = Careers(self.seed, self.places)
        start = self.truth.start
        self._places_of: list[tuple[int, ...]] = [UNKNOWN_PLACES] * len(self.truth.person_of)
        self.truth.places_of = [None] * len(self.truth.person_of)
        rors: dict[tuple[int, ...], tuple[str, ...]] = {}
        for paper in self._order:
            slots = [slot for slot in range(start[paper], start[paper + 1]) if self.truth.person_of[slot] != NOBODY]
            persons = [self.truth.person_of[slot] for slot in slots]
            found = dict(zip(slots, careers.of_paper(self.papers.year(paper), persons), strict=True))
            authors = () if self.papers.is_made(paper) else self.papers.real.authors[paper]
            if any(author.placed for author in authors):
                continue
            for slot, places in found.items():
                self._places_of[slot] = places
                if places not in rors:
                    rors[places] = tuple(self.places.every[number].ror for number in places)
                self.truth.places_of[slot] = rors[places]

    def _true_doi(self, paper: int) -> str:
        known = self.papers.real.dois.get(paper, "")
        return known or (self.journal_doi(paper) if self.is_published(paper) else "")

    def _turn_citations(self) -> list[array]:
        turned: dict[int, array] = defaultdict(lambda: array("L"))
        for citing, cited_papers in enumerate(self.cites):
            for cited in cited_papers:
                turned[cited].append(citing)
        none = array("L")
        self._cited_from = [turned.get(paper, none) for paper in range(len(self.papers))]
        return self._cited_from

    def _sort_slots(self) -> tuple[array, array]:
        counts = array("L", bytes(8 * (self.person_count + 1)))
        for person in self.truth.person_of:
            if person != NOBODY:
                counts[person + 1] += 1
        for person in range(self.person_count):
            counts[person + 1] += counts[person]
        slots, free = array("L", bytes(8 * counts[-1])), counts[:]
        for slot, person in enumerate(self.truth.person_of):
            if person != NOBODY:
                slots[free[person]] = slot
                free[person] += 1
        self._slots_of = counts, slots
        return self._slots_of

    def _slot(self, number: int) -> tuple[int, int]:
        paper = bisect.bisect_right(self.truth.start, number) - 1
        return paper, number - self.truth.start[paper] + 1


def _orcid(rng: random.Random) -> str:
    digits = f"0000000{rng.randrange(1, 4)}{rng.randrange(10**7):07}"
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    whole = digits + ("X" if check == 10 else str(check))
    return "-".join(whole[at : at + 4] for at in range(0, 16, 4))
