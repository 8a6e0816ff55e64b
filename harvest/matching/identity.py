"""Which of our researchers each person is: ids that stay, and curators' corrections, applied last; pure.

The researcher that holds most of a person's slots stays; another that has lost all of them leads to whoever has most
of them now. A person whom nobody holds is new. Corrections name slots, which outlive the profiles of sources.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from harvest.matching.claims import Evidence, Person


@dataclass(frozen=True, slots=True)
class Join:
    """A curator's merge: whoever has most of `merged` is also whoever has most of `kept`, under the id `into`."""

    into: int
    kept: frozenset[int]
    merged: frozenset[int]


@dataclass(frozen=True, slots=True)
class Split:
    """A curator's split: these slots, and what only these profiles claim, are the researcher's."""

    researcher: int
    slots: frozenset[int]
    profiles: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Corrections:
    """`steps` in the order in which curators took them: a later one may take back what an earlier one did."""

    steps: Sequence[Join | Split] = ()
    pins: Mapping[int, int] = field(default_factory=dict)  # slot to researcher
    bans: Mapping[int, frozenset[int]] = field(default_factory=dict)  # slot to researchers it is not


@dataclass(slots=True, eq=False)
class Known:
    """A person who is our researcher `id`, or a new one (None)."""

    id: int | None = None
    slots: dict[int, Evidence] = field(default_factory=dict)
    profiles: set[int] = field(default_factory=set)
    orcid: str = ""


@dataclass(slots=True)
class Identified:
    """The researchers of a component, and those that became others (`merged`) or lost all they had (`emptied`)."""

    people: list[Known]
    merged: dict[int, Known]
    emptied: set[int]


def identify(
    persons: Sequence[Person],
    held: Mapping[int, int],
    claimed: Mapping[int, set[int]],
    corrections: Corrections = Corrections(),
    paper_of: Mapping[int, int] | None = None,
) -> Identified:
    """`held`: the researcher of each slot now. `claimed`: the profiles that claim each slot."""
    people = [Known(None, dict(person.slots), set(person.profiles), person.orcid) for person in persons]
    for step in corrections.steps:
        if isinstance(step, Split):
            people.append(_split_off(people, step, claimed))
        else:
            _join(people, step)
    people = [known for known in people if known.slots or known.id is not None]
    _assign(people, held)
    _pin(people, corrections)
    for known in people:
        _once_on_a_paper(known, paper_of or {})
    people = [known for known in people if known.slots]
    return _with_ends(people, held, corrections)


def _split_off(people: Sequence[Known], split: Split, claimed: Mapping[int, set[int]]) -> Known:
    apart = Known(split.researcher, profiles=set(split.profiles))
    for known in people:
        for slot in list(known.slots):
            if slot in split.slots or (claimed.get(slot) and claimed[slot] <= split.profiles):
                apart.slots[slot] = known.slots.pop(slot)
        known.profiles -= split.profiles
    for slot in split.slots:
        apart.slots[slot] = Evidence.CURATOR
    return apart


def _join(people: list[Known], join: Join) -> None:
    first, second = _holder(people, join.kept), _holder(people, join.merged)
    if first is None:
        first, second = second, None
    if first is None:
        return
    first.id = join.into
    if second is None or second is first:
        return
    first.slots.update(second.slots)
    first.profiles |= second.profiles
    first.orcid = first.orcid or second.orcid
    people.remove(second)


def _holder(people: Sequence[Known], slots: frozenset[int]) -> Known | None:
    """Who has most of the slots; the first of equals."""
    best = max(people, key=lambda known: len(known.slots.keys() & slots), default=None)
    return best if best is not None and best.slots.keys() & slots else None


def _assign(people: Sequence[Known], held: Mapping[int, int]) -> None:
    taken = {known.id for known in people if known.id is not None}
    overlaps: Counter[tuple[int, int]] = Counter()
    for number, known in enumerate(people):
        if known.id is None:
            for slot in known.slots:
                if slot in held:
                    overlaps[held[slot], number] += 1
    for (researcher, number), _ in sorted(overlaps.items(), key=lambda item: (-item[1], item[0])):
        if people[number].id is None and researcher not in taken:
            people[number].id = researcher
            taken.add(researcher)


def _pin(people: list[Known], corrections: Corrections) -> None:
    by_id = {known.id: known for known in people if known.id is not None}
    for slot, researcher in corrections.pins.items():
        for known in people:
            known.slots.pop(slot, None)
        if researcher not in by_id:
            by_id[researcher] = Known(researcher)
            people.append(by_id[researcher])
        by_id[researcher].slots[slot] = Evidence.CURATOR
    for slot, researchers in corrections.bans.items():
        for researcher in researchers:
            if researcher in by_id and corrections.pins.get(slot) != researcher:
                by_id[researcher].slots.pop(slot, None)


def _once_on_a_paper(known: Known, paper_of: Mapping[int, int]) -> None:
    """Corrections may bring two slots of a paper together: the curator's own stays, else none does."""
    by_paper: dict[int, list[int]] = defaultdict(list)
    for slot in known.slots:
        if slot in paper_of:
            by_paper[paper_of[slot]].append(slot)
    for slots in by_paper.values():
        if len(slots) > 1:
            said = [slot for slot in slots if known.slots[slot] == Evidence.CURATOR]
            for slot in slots:
                if len(said) != 1 or slot != said[0]:
                    del known.slots[slot]


def _with_ends(people: list[Known], held: Mapping[int, int], corrections: Corrections) -> Identified:
    """Whoever a curator parted stays apart: without a slot they lead nowhere."""
    now = {slot: number for number, known in enumerate(people) for slot in known.slots}
    stays = {known.id for known in people}
    parted = {step.researcher for step in corrections.steps if isinstance(step, Split)}
    went: dict[int, Counter[int]] = defaultdict(Counter)
    for slot, researcher in held.items():
        if researcher not in stays:
            went[researcher][now.get(slot, _NOWHERE)] += 1
    result = Identified(people, {}, set())
    for researcher, ends in sorted(went.items()):
        moved = sorted(number for number in ends if number != _NOWHERE)
        if moved and researcher not in parted:
            result.merged[researcher] = people[max(moved, key=lambda number: ends[number])]
        else:
            result.emptied.add(researcher)
    return result


_NOWHERE = -1
