"""Who is one person: slots of author lists, claimed by profiles of two sources, gathered into persons; pure.

A person is made of profiles that agree: they share an ORCID, or one of each source claims the same slots and nothing
contradicts. Names alone join nothing. Contradictions are other ORCIDs, other slots of one paper, and given names that
cannot be one. A profile that claims two slots of a paper is not believed there; one that mixes names is cut up by
them. Where the sources disagree the finer cut stands, as persons of their own, and a slot over which two settled
persons meet stays open.

What two sources leave undecided (whose a slot is that only the coarser profile claims) goes to the person with whom
it shares a co-author, or to the one that has nearly all; else it stays open.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from harvest.matching.claims import Claim, Evidence, Person, Profile, Slot
from harvest.matching.name_groups import agree, group_by_name

Coauthors = Callable[[Iterable[int]], Mapping[int, set[int]]]


def gather(
    slots: Sequence[Slot], profiles: Sequence[Profile], claims: Sequence[Claim], coauthors: Coauthors
) -> list[Person]:
    """The persons, by their first slot. `coauthors` gives for slots the profiles that claim others of their papers."""
    return _Gathering(slots, profiles, claims, coauthors).persons()


@dataclass(slots=True, eq=False)
class _Unit:
    """What is taken for one person so far. Slots by source: a profile's, or those of several that share an ORCID.

    `key` decides among equals: the first slot that its first profile is believed for, with the source. Ids of profiles
    would tell in which order the sources were read, and who is who must not hang on that.
    """

    key: tuple[int, str]
    slots: dict[str, set[int]]
    profiles: set[int]
    orcid: str = ""

    @property
    def sources(self) -> set[str]:
        return {source for source, held in self.slots.items() if held}

    @property
    def all_slots(self) -> set[int]:
        return set().union(*self.slots.values())


class _Gathering:
    def __init__(
        self, slots: Sequence[Slot], profiles: Sequence[Profile], claims: Sequence[Claim], coauthors: Coauthors
    ) -> None:
        self._slots = {slot.id: slot for slot in slots}
        self._profiles = {profile.id: profile for profile in profiles}
        self._claimed: dict[int, list[int]] = defaultdict(list)  # profiles by slot
        for claim in claims:
            if claim.slot in self._slots and claim.profile in self._profiles:
                self._claimed[claim.slot].append(claim.profile)
        self._coauthors = coauthors

    def persons(self) -> list[Person]:
        units = self._joined_by_orcid(self._parts())
        units, cells = self._joined_by_slots(units)
        owners = self._owners(units, cells)
        owned: dict[_Unit, list[int]] = defaultdict(list)
        for slot in sorted(owners):
            owned[owners[slot]].append(slot)
        found = [self._person(unit, owned[unit]) for unit in units]
        return sorted((person for person in found if person.slots), key=lambda person: min(person.slots))

    def _parts(self) -> list[_Unit]:
        """Profiles with the slots they are believed for, cut up where these bear names that cannot be one."""
        by_profile: dict[int, list[int]] = defaultdict(list)
        for slot, claimants in self._claimed.items():
            for profile_id in claimants:
                by_profile[profile_id].append(slot)
        parts = []
        for profile_id in by_profile:
            papers = Counter(self._slots[slot].paper for slot in by_profile[profile_id])
            believed = [slot for slot in sorted(by_profile[profile_id]) if papers[self._slots[slot].paper] == 1]
            groups, doubtful = group_by_name({slot: self._slots[slot].name for slot in believed})
            self._allocate(doubtful, groups)
            profile = self._profiles[profile_id]
            orcid = profile.orcid if len(groups) == 1 else ""
            for group in groups:
                parts.append(_Unit((min(group), profile.source), {profile.source: group}, {profile_id}, orcid))
        return sorted(parts, key=lambda part: part.key)

    def _joined_by_orcid(self, parts: list[_Unit]) -> list[_Unit]:
        """Parts with one ORCID as one, unless any two of them claim two slots of a paper or bear other given names."""
        units = [part for part in parts if not part.orcid]
        by_orcid: dict[str, list[_Unit]] = defaultdict(list)
        for part in parts:
            if part.orcid:
                by_orcid[part.orcid].append(part)
        for together in by_orcid.values():
            pairs = [(one, other) for place, one in enumerate(together) for other in together[:place]]
            if any(self._contradict(one, other, surnames=False) for one, other in pairs):
                for part in together:
                    part.orcid = ""
                units.extend(together)
                continue
            first = together[0]
            for part in together[1:]:
                _absorb(first, part)
            units.append(first)
        return sorted(units, key=lambda unit: unit.key)

    def _joined_by_slots(self, units: list[_Unit]) -> tuple[list[_Unit], dict[tuple[_Unit, _Unit], set[int]]]:
        """Units of two sources that claim the same slots as one, most slots first; and the cells left over."""
        joined: dict[_Unit, _Unit] = {}
        cells = self._cells(units)
        left: dict[tuple[_Unit, _Unit], set[int]] = {}
        for (one, other), shared in sorted(
            cells.items(), key=lambda cell: (-len(cell[1]), cell[0][0].key, cell[0][1].key)
        ):
            first, second = joined.get(one, one), joined.get(other, other)
            if first is second:
                continue
            if first.sources & second.sources or self._contradict(first, second):
                left[one, other] = shared
                continue
            _absorb(first, second)
            joined[one] = joined[other] = first
        found: dict[tuple[_Unit, _Unit], set[int]] = defaultdict(set)
        for (one, other), shared in left.items():
            first, second = joined.get(one, one), joined.get(other, other)
            if first is not second:
                found[first, second] |= shared
        gone = {unit for unit, first in joined.items() if unit is not first}
        return [unit for unit in units if unit not in gone], dict(found)

    def _cells(self, units: list[_Unit]) -> dict[tuple[_Unit, _Unit], set[int]]:
        """Slots that two units claim, each by another source."""
        by_slot: dict[int, list[_Unit]] = defaultdict(list)
        for unit in units:
            for slot in unit.all_slots:
                by_slot[slot].append(unit)
        cells: dict[tuple[_Unit, _Unit], set[int]] = defaultdict(set)
        for slot, claimants in by_slot.items():
            if len(claimants) > 1:
                one, other = sorted(claimants, key=lambda unit: unit.key)[:2]
                cells[one, other].add(slot)
        return cells

    def _contradict(self, one: _Unit, other: _Unit, *, surnames: bool = True) -> bool:
        if one.orcid and other.orcid and one.orcid != other.orcid:
            return True
        ours = {self._slots[slot].paper: slot for slot in one.all_slots}
        same = differing = 0
        for slot in other.all_slots:
            mine = ours.get(self._slots[slot].paper)
            same += mine == slot
            differing += mine is not None and mine != slot
        if differing and same < _OUTWEIGHS * differing:
            return True
        return not agree(
            [self._slots[slot].name for slot in one.all_slots],
            [self._slots[slot].name for slot in other.all_slots],
            surnames=surnames,
        )

    def _owners(self, units: list[_Unit], cells: dict[tuple[_Unit, _Unit], set[int]]) -> dict[int, _Unit]:
        """Whose each slot is; those over which the sources disagree beyond repair are left out."""
        owners = {slot: unit for unit in units for slot in unit.all_slots}
        rivals: dict[_Unit, list[tuple[_Unit, set[int]]]] = defaultdict(list)
        for (one, other), shared in cells.items():
            settled = len(one.sources) + len(other.sources)
            finer = min(one, other, key=lambda unit: len(unit.sources)) if settled == 3 else None
            for slot in shared:
                del owners[slot]
                if finer is not None:
                    owners[slot] = finer
            if settled > 2:
                for unit, rival in ((one, other), (other, one)):
                    if unit is not finer:
                        rivals[unit].append((rival, shared))
        for unit in units:
            self._one_slot_a_paper(unit, owners)
        for unit in sorted(rivals, key=lambda unit: unit.key):
            self._share_out(unit, rivals[unit], owners)
        for unit in units:
            self._one_orcid(unit, owners)
        return owners

    def _one_slot_a_paper(self, unit: _Unit, owners: dict[int, _Unit]) -> None:
        mine = [slot for slot in unit.all_slots if owners.get(slot) is unit]
        papers = Counter(self._slots[slot].paper for slot in mine)
        for slot in mine:
            if papers[self._slots[slot].paper] > 1:
                del owners[slot]

    def _one_orcid(self, unit: _Unit, owners: dict[int, _Unit]) -> None:
        """Slots of which another ORCID is told are left out; where the unit has none, all but the one most told."""
        told = {slot: self._orcids_of(slot) for slot in unit.all_slots if owners.get(slot) is unit}
        counts = Counter(orcid for orcids in told.values() for orcid in orcids).most_common()
        tied = len(counts) > 1 and counts[0][1] == counts[1][1]
        own = unit.orcid or (counts[0][0] if counts and not tied else "")
        for slot, orcids in told.items():
            if orcids and own not in orcids:
                del owners[slot]

    def _orcids_of(self, slot: int) -> set[str]:
        """The one that the paper's record gives, else those of the profiles that claim it."""
        if self._slots[slot].orcid:
            return {self._slots[slot].orcid}
        return {self._profiles[one].orcid for one in self._claimed[slot]} - {""}

    def _share_out(self, unit: _Unit, rivals: list[tuple[_Unit, set[int]]], owners: dict[int, _Unit]) -> None:
        """What the coarser profile alone claims, where the other source finds several people in it."""
        coarse = {source for _, shared in rivals for source, held in unit.slots.items() if held & shared}
        mine = {slot for slot in unit.all_slots if owners.get(slot) is unit}
        doubtful = {slot for slot in mine if {self._profiles[one].source for one in self._claimed[slot]} <= coarse}
        if len(coarse) > 1:
            doubtful = {slot for slot in doubtful if len(self._claimed[slot]) == 1}
        if not doubtful:
            return
        holders = [unit, *(rival for rival, _ in rivals)]
        groups = [mine - doubtful, *(set(shared) for _, shared in rivals)]
        before = [set(group) for group in groups]
        self._allocate(doubtful, groups)
        for slot in doubtful:
            del owners[slot]
        for holder, old, new in zip(holders, before, groups, strict=True):
            papers = {self._slots[slot].paper for slot in holder.all_slots if owners.get(slot) is holder}
            for slot in sorted(new - old):
                if self._slots[slot].paper not in papers:
                    owners[slot] = holder

    def _allocate(self, doubtful: set[int], groups: list[set[int]]) -> None:
        """Add to each group the doubtful slots that share co-authors with it alone, else to the one with nearly all."""
        if not doubtful or not groups:
            return
        known = self._coauthors(doubtful.union(*groups))
        company = [set().union(*(known.get(slot, set()) for slot in group)) for group in groups]
        sizes = [len(group) for group in groups]
        most = max(range(len(groups)), key=lambda place: sizes[place])
        nearly_all = sizes[most] >= _NEARLY_ALL * sum(sizes)
        for slot in sorted(doubtful):
            shared = [place for place, met in enumerate(company) if met & known.get(slot, set())]
            if len(shared) == 1:
                groups[shared[0]].add(slot)
            elif nearly_all and (not shared or most in shared):
                groups[most].add(slot)

    def _person(self, unit: _Unit, slots: list[int]) -> Person:
        with_orcid = {one for one in unit.profiles if unit.orcid and self._profiles[one].orcid == unit.orcid}
        evidence = {slot: self._evidence(unit.profiles.intersection(self._claimed[slot]), with_orcid) for slot in slots}
        return Person(evidence, set(unit.profiles), unit.orcid)

    def _evidence(self, told: set[int], with_orcid: set[int]) -> Evidence:
        if told & with_orcid:
            return Evidence.ORCID
        if len({self._profiles[profile].source for profile in told}) > 1:
            return Evidence.AGREEMENT
        return Evidence.ONE_SOURCE


def _absorb(first: _Unit, second: _Unit) -> None:
    for source, held in second.slots.items():
        first.slots[source] = first.slots.get(source, set()) | held
    first.profiles |= second.profiles
    first.orcid = first.orcid or second.orcid


_OUTWEIGHS = 4  # slots on which two profiles agree, to one on which they do not
_NEARLY_ALL = 0.95
