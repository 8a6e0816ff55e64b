"""What is true of a made world: who wrote what, where they worked, what cites what, and what sources support.

A slot is one entry of a paper's author list as arXiv prints it: (arxiv_id, position), position from 1, groups counted
in. It is what matching is measured on:

person        a number, None for a group. Slots with the same number are the same human being.
institutions  the bare ROR ids (nine signs) of where the person worked for this paper, as the strings of the paper
              would name them: a part that is named by itself stands for itself, its parents are not added. None where
              it is not known: arXiv prints affiliations of its own there, of which the world knows nothing.
support       flags, see below; 0 for a group.

A slot is supported by a source (SUPPORT_OPENALEX, SUPPORT_S2) when all of this holds:
  1. the source has the paper at the arXiv id, and of several works the one with arXiv's location and most locations
     holds a row that was made for this slot;
  2. the row carries a profile id that stands for somebody (no null, no null author, no deleted author), and its names,
     raw and of the profile, are forms of the name that arXiv prints: the same family name, and given names that are
     equal or initials of each other. Rows where a stranger's name or profile was put (shifted rows, one profile on two
     persons' rows, a stranger's list) do not count; a row whose order was changed does;
  3. over all rows that the source serves (those of a stranger left out), more than half of those with this profile are
     this person's, so the profile is pure or has a majority and this person is it. An old id that answers 301 is the
     profile it went into, one that answers 404 is a profile by itself;
  4. it is not ambiguous by construction: no other author of arXiv's list has the same family name with a given name
     that could be one of the row's, and no other row has it with one that could be the slot's (`W. Zhang` beside
     `Wei Zhang` and `Wu Zhang` is ambiguous; `Wei Zhang` beside `Wu Zhang` is not).
`supported(slot)` is: by at least one source. Recall is to be measured over those: of the supported slots, how many
are linked to a researcher that is the right one.

A link of a slot to a researcher is right when the researcher stands for the slot's person. A researcher stands for the
person whom most of its linked slots belong to (of equals, the lower number). Two researchers standing for one person
leave their links right; a confusion table should tell them as split, and minority slots as joined. For the rule that
nobody is joined against evidence: two persons are told apart by ORCID (`contradictions`) or by slots, where both stand
on one paper.

On disk (`python -m bench.world --out DIR`): `truth.jsonl.gz` has a line for each paper,
{"arxiv_id", "published_doi", "cites": [arxiv ids], "slots": [[position, person, [ROR ids] or null, support], ...]},
and `persons.jsonl.gz` one for each person, {"person", "name", "orcid"}.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

SUPPORT_OPENALEX = 1
SUPPORT_S2 = 2
SUPPORT_PLACES = 4  # OpenAlex's row for the slot shows a string of one of its institutions or its id
NOBODY = -1


class Slot(NamedTuple):
    arxiv_id: str
    position: int
    person: int | None
    institutions: frozenset[str] | None
    support: int

    @property
    def supported(self) -> bool:
        return bool(self.support & (SUPPORT_OPENALEX | SUPPORT_S2))


class Truth:
    """Compact: numbers in arrays, papers in the order of `arxiv_ids`; `places` are shared tuples of ROR ids."""

    def __init__(self, arxiv_ids: Sequence[str]) -> None:
        self.arxiv_ids = arxiv_ids
        self.paper_of = {arxiv_id: paper for paper, arxiv_id in enumerate(arxiv_ids)}
        self.start = array("L", [0])  # of a paper's slots; one more at the end
        self.person_of = array("l")  # by slot number
        self.places_of: list[tuple[str, ...] | None] = []
        self.support = bytearray()
        self.cites: list[Sequence[int]] = []  # paper numbers, by paper
        self.dois: list[str] = []  # the journal's, "" where not published
        self.names: list[str] = []  # by person
        self.orcids: list[str] = []  # by person, bare, "" where none

    def person(self, arxiv_id: str, position: int) -> int | None:
        found = self.person_of[self._number(arxiv_id, position)]
        return None if found == NOBODY else found

    def institutions(self, arxiv_id: str, position: int) -> frozenset[str] | None:
        found = self.places_of[self._number(arxiv_id, position)]
        return None if found is None else frozenset(found)

    def supported(self, slot: Slot | tuple[str, int]) -> bool:
        """By at least one source; a slot, or its (arxiv_id, position)."""
        return bool(self.support[self._number(slot[0], slot[1])] & (SUPPORT_OPENALEX | SUPPORT_S2))

    def slots_of(self, arxiv_id: str) -> list[Slot]:
        paper = self.paper_of[arxiv_id]
        return [self._slot(paper, number) for number in range(self.start[paper], self.start[paper + 1])]

    def slots(self) -> Iterator[Slot]:
        for arxiv_id in self.arxiv_ids:
            yield from self.slots_of(arxiv_id)

    def name(self, person: int) -> str:
        return self.names[person]

    def orcid(self, person: int) -> str:
        return self.orcids[person]

    def published_doi(self, arxiv_id: str) -> str:
        return self.dois[self.paper_of[arxiv_id]]

    def citations(self) -> Iterator[tuple[str, str]]:
        """(citing, cited), as arXiv ids."""
        for paper, arxiv_id in enumerate(self.arxiv_ids):
            for cited in self.cites[paper]:
                yield arxiv_id, self.arxiv_ids[cited]

    def contradictions(self, persons: Iterable[int]) -> set[tuple[int, int]]:
        """Of these, the pairs that ORCIDs tell apart: both have one, each another."""
        known = sorted({person for person in persons if self.orcids[person]})
        return {(one, other) for at, one in enumerate(known) for other in known[at + 1 :]}

    def lines(self) -> Iterator[dict]:
        """As `truth.jsonl.gz` has it."""
        for paper, arxiv_id in enumerate(self.arxiv_ids):
            slots = [
                [slot.position, slot.person, _listed(slot.institutions), slot.support]
                for slot in self.slots_of(arxiv_id)
            ]
            cites = [self.arxiv_ids[cited] for cited in self.cites[paper]]
            yield {"arxiv_id": arxiv_id, "published_doi": self.dois[paper], "cites": cites, "slots": slots}

    def _slot(self, paper: int, number: int) -> Slot:
        person, places = self.person_of[number], self.places_of[number]
        return Slot(
            self.arxiv_ids[paper],
            number - self.start[paper] + 1,
            None if person == NOBODY else person,
            None if places is None else frozenset(places),
            self.support[number],
        )

    def _number(self, arxiv_id: str, position: int) -> int:
        paper = self.paper_of[arxiv_id]
        number = self.start[paper] + position - 1
        if not 0 < position <= self.start[paper + 1] - self.start[paper]:
            raise KeyError((arxiv_id, position))
        return number


def _listed(institutions: frozenset[str] | None) -> list[str] | None:
    return None if institutions is None else sorted(institutions)
