"""All that hangs together with some slots and profiles: whoever is decided anew is decided from the whole of it.

Slots hang on the profiles that claim them, profiles on those of the same ORCID, and both on the researcher they are
taken for, so that a researcher is never seen in part. The walk ends where nothing new is found.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from harvest.linking.bulk import select
from harvest.matching.claims import Claim, Profile, Slot
from harvest.matching.names import form

MOST_SLOTS = 200_000  # beyond it memory and time are not bounded any more


class TooLarge(Exception):  # noqa: N818 - says what is the matter
    """More hangs together than one transaction should decide."""


@dataclass(frozen=True, slots=True)
class HeldSlot:
    slot: Slot
    position: int
    printed: str
    given: str
    family: str
    suffix: str
    listed: bool
    researcher: int | None
    evidence: str


@dataclass(slots=True)
class Component:
    slots: dict[int, HeldSlot] = field(default_factory=dict)
    profiles: dict[int, Profile] = field(default_factory=dict)
    holders: dict[int, int] = field(default_factory=dict)  # profile to researcher
    claims: list[Claim] = field(default_factory=list)
    researchers: set[int] = field(default_factory=set)

    @property
    def papers(self) -> set[int]:
        return {held.slot.paper for held in self.slots.values()}

    @property
    def claimed(self) -> dict[int, set[int]]:
        """Profiles by slot."""
        found: dict[int, set[int]] = {slot: set() for slot in self.slots}
        for claim in self.claims:
            found[claim.slot].add(claim.profile)
        return found


def load(slots: Collection[int], profiles: Collection[int], researchers: Collection[int] = ()) -> Component:
    """Everything that hangs together with these."""
    walk = _Walk()
    new_slots, new_profiles, new_researchers = set(slots), set(profiles), set(researchers)
    while new_slots or new_profiles or new_researchers:
        told = walk.read(new_slots, new_profiles, new_researchers)
        new_slots, new_profiles, new_researchers = told
    return walk.found()


class _Walk:
    def __init__(self) -> None:
        self._slots: set[int] = set()
        self._component = Component()
        self._claims: set[tuple[int, int]] = set()
        self._orcids: set[str] = set()

    def read(self, slots: set[int], profiles: set[int], researchers: set[int]) -> tuple[set[int], set[int], set[int]]:
        """Note these, and give what hangs on them and was not met before."""
        self._slots |= slots
        self._component.researchers |= researchers
        if len(self._slots) > MOST_SLOTS:
            raise TooLarge(f"{len(self._slots)} slots hang together")
        next_slots, next_profiles, next_researchers = set(), set(), set()
        for slot, profile in self._claims_of(slots, profiles):
            self._claims.add((slot, profile))
            next_slots.add(slot)
            next_profiles.add(profile)
        orcids = set()
        for profile, source, orcid, holder in self._profile_rows(profiles):
            self._component.profiles[profile] = Profile(profile, source, orcid)
            if orcid:
                orcids.add(orcid)
            if holder is not None:
                self._component.holders[profile] = holder
                next_researchers.add(holder)
        new_orcids = orcids - self._orcids
        next_profiles |= self._with_orcid("researchers_profile", new_orcids)
        next_researchers |= self._with_orcid("researchers_researcher", new_orcids)
        self._orcids |= orcids
        next_slots |= self._slots_of(researchers)
        next_researchers |= self._researchers_of(slots)
        return (
            next_slots - self._slots,
            next_profiles - self._component.profiles.keys(),
            next_researchers - self._component.researchers,
        )

    def found(self) -> Component:
        for row in select(
            """
            SELECT slot.id, paper_id, position, printed, given, family, suffix, removed_at IS NULL,
                researcher_id, evidence, orcid
            FROM papers_authorship slot JOIN papers_paper paper ON paper.id = paper_id
            WHERE slot.id = ANY(%s) AND kind = 'person'
            """,
            list(self._slots),
        ):
            slot_id, paper, position, printed, given, family, suffix, listed, researcher, evidence, orcid = row
            slot = Slot(slot_id, paper, form(given, family, suffix), orcid)
            self._component.slots[slot_id] = HeldSlot(
                slot, position, printed, given, family, suffix, listed, researcher, evidence
            )
        self._component.claims = [
            Claim(slot, profile) for slot, profile in sorted(self._claims) if slot in self._component.slots
        ]
        return self._component

    def _claims_of(self, slots: set[int], profiles: set[int]) -> list[tuple[int, int]]:
        found = []
        if slots:
            found += select(
                "SELECT authorship_id, profile_id FROM papers_claim WHERE authorship_id = ANY(%s)", list(slots)
            )
        if profiles:
            found += select(
                "SELECT authorship_id, profile_id FROM papers_claim WHERE profile_id = ANY(%s)", list(profiles)
            )
        return found

    def _profile_rows(self, profiles: set[int]) -> list[tuple[int, str, str, int | None]]:
        if not profiles:
            return []
        return select(
            "SELECT id, source, orcid, researcher_id FROM researchers_profile WHERE id = ANY(%s)", list(profiles)
        )

    def _with_orcid(self, table: str, orcids: set[str]) -> set[int]:
        if not orcids:
            return set()
        statement = f"SELECT id FROM {table} WHERE orcid = ANY(%s) AND orcid <> ''"  # noqa: S608 - our own names
        return {row[0] for row in select(statement, list(orcids))}

    def _slots_of(self, researchers: set[int]) -> set[int]:
        if not researchers:
            return set()
        return {
            row[0]
            for row in select("SELECT id FROM papers_authorship WHERE researcher_id = ANY(%s)", list(researchers))
        }

    def _researchers_of(self, slots: set[int]) -> set[int]:
        if not slots:
            return set()
        return {
            row[0]
            for row in select(
                "SELECT DISTINCT researcher_id FROM papers_authorship WHERE id = ANY(%s) AND researcher_id IS NOT NULL",
                list(slots),
            )
        }
