"""Decides anew who is who around some slots and profiles, and writes what came out differently."""

import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from common.slugs import slug
from harvest.linking import bulk, corrections
from harvest.linking.bulk import select
from harvest.linking.changes import Changes
from harvest.linking.components import Component, TooLarge, load
from harvest.matching.identity import Identified, Known, identify
from harvest.matching.people import gather
from researchers.names import fold, fullest

log = logging.getLogger(__name__)

_NEW = {
    "id": "bigint", "slug": "text", "name": "text", "given": "text", "family": "text", "suffix": "text",
    "folded": "text", "orcid": "text", "paper_count": "integer", "changed_at": "timestamptz",
}  # fmt: skip
_FACTS = {name: kind for name, kind in _NEW.items() if name != "changed_at"}


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a researcher's row says, by the slots they have."""

    slug: str
    name: str
    given: str
    family: str
    suffix: str
    folded: str
    orcid: str | None
    paper_count: int


def decide(slots: Collection[int], profiles: Collection[int], changes: Changes, now: datetime) -> None:
    """Who the slots are, given all claims held; notes whom and what it changed.

    Where more hangs together than can be decided at once, it is decided by halves; what is too large by itself stays
    as it is.
    """
    try:
        component = load(slots, profiles)
    except TooLarge as error:
        if len(slots) <= 1 and len(profiles) <= 1:
            log.warning("slots %s, profiles %s: %s; left as they are", slots, profiles, error)
            return
        for part in (0, 1):
            decide(sorted(slots)[part::2], sorted(profiles)[part::2], changes, now)
        return
    standing = corrections.standing_for(component)
    if missing := set(standing.pins.values()) - component.researchers:
        component = load([*slots, *component.slots], profiles, missing)
        standing = corrections.standing_for(component)
    persons = gather(
        [held.slot for held in component.slots.values()],
        list(component.profiles.values()),
        component.claims,
        company_of,
    )
    held = {slot: one.researcher for slot, one in component.slots.items() if one.researcher is not None}
    paper_of = {slot: one.slot.paper for slot, one in component.slots.items()}
    identified = identify(persons, held, component.claimed, standing, paper_of)
    _write(component, identified, changes, now)


def company_of(slots: Iterable[int]) -> dict[int, set[int]]:
    """For each slot the profiles that claim others of its paper."""
    found: dict[int, set[int]] = defaultdict(set)
    for one, profile in select(
        """
        SELECT own.id, claim.profile_id FROM papers_authorship own
        JOIN papers_authorship other ON other.paper_id = own.paper_id AND other.id <> own.id
        JOIN papers_claim claim ON claim.authorship_id = other.id
        JOIN papers_paper paper ON paper.id = own.paper_id AND paper.author_count <= %s
        WHERE own.id = ANY(%s)
        """,
        _MOST_COMPANY,
        list(slots),
    ):
        found[one].add(profile)
    return found


def _write(component: Component, identified: Identified, changes: Changes, now: datetime) -> None:
    _give_ids(identified.people)
    facts = {_id(known): _facts_of(known, component) for known in identified.people}
    before = _held_facts(component.researchers)
    _end(identified, before, changes)
    _write_facts(facts, before, changes, now)
    _write_slots(component, identified.people, changes)
    _write_profiles(component, identified, changes)


def _give_ids(people: Collection[Known]) -> None:
    new = [known for known in people if known.id is None]
    if new:
        ids = select(
            "SELECT nextval(pg_get_serial_sequence('researchers_researcher', 'id')) FROM generate_series(1, %s)",
            len(new),
        )
        for known, (researcher,) in zip(new, ids, strict=True):
            known.id = researcher


def _id(known: Known) -> int:
    assert known.id is not None
    return known.id


def _facts_of(known: Known, component: Component) -> _Facts:
    slots = [component.slots[slot] for slot in known.slots]
    name = fullest(held.printed for held in slots)
    best = next(held for held in slots if held.printed == name)
    papers = {held.slot.paper for held in slots if held.listed}
    return _Facts(
        slug(best.printed), best.printed, best.given, best.family, best.suffix, fold(best.printed),
        known.orcid or None, len(papers),
    )  # fmt: skip


def _held_facts(researchers: Collection[int]) -> dict[int, _Facts]:
    rows = select(
        """
        SELECT id, slug, name, given, family, suffix, folded, orcid, paper_count FROM researchers_researcher
        WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE
        """,
        sorted(researchers),
    )
    return {row[0]: _Facts(*row[1:]) for row in rows}


def _end(identified: Identified, before: Mapping[int, _Facts], changes: Changes) -> None:
    """Those that became others lead there; those without any slot keep their row and count nothing."""
    merged = {
        old: into
        for old, into in identified.merged.items()
        if not (before[old].orcid and into.orcid and before[old].orcid != into.orcid)
    }
    if merged:
        select(
            """
            UPDATE researchers_researcher held SET merged_into_id = told.into_id, orcid = NULL, paper_count = 0
            FROM unnest(%s::bigint[], %s::bigint[]) AS told (id, into_id)
            WHERE held.id = told.id OR held.merged_into_id = told.id RETURNING held.id
            """,
            list(merged),
            [_id(into) for into in merged.values()],
        )
        select(  # whoever objected stays hidden under whatever row
            """
            UPDATE researchers_researcher held SET hidden_at = gone.hidden_at FROM researchers_researcher gone
            WHERE gone.id = ANY(%s) AND gone.merged_into_id = held.id AND gone.hidden_at IS NOT NULL
                AND held.hidden_at IS NULL RETURNING held.id
            """,
            list(merged),
        )
    emptied = identified.emptied | (identified.merged.keys() - merged.keys())
    if emptied:
        select(
            "UPDATE researchers_researcher SET paper_count = 0, orcid = NULL WHERE id = ANY(%s) RETURNING id",
            sorted(emptied),
        )
    changes.researchers |= merged.keys() | {one for one in emptied if before[one].paper_count}


def _write_facts(facts: Mapping[int, _Facts], before: Mapping[int, _Facts], changes: Changes, now: datetime) -> None:
    new = {one: told for one, told in facts.items() if one not in before}
    other = {one: told for one, told in facts.items() if one in before and told != before[one]}
    moved = [one for one, told in other.items() if before[one].orcid and told.orcid != before[one].orcid]
    if moved:  # an ORCID is one researcher's: first let go, then take
        select("UPDATE researchers_researcher SET orcid = NULL WHERE id = ANY(%s) RETURNING id", sorted(moved))
    bulk.update("researchers_researcher", _FACTS, [(one, *_values(told)) for one, told in sorted(other.items())])
    rows = [(one, *_values(told), now.isoformat()) for one, told in sorted(new.items())]
    bulk.upsert("researchers_researcher", _NEW, rows, ("id",))
    if facts:
        select(
            "UPDATE researchers_researcher SET merged_into_id = NULL "
            "WHERE id = ANY(%s) AND merged_into_id IS NOT NULL RETURNING id",
            sorted(facts),
        )
    changes.researchers |= other.keys()


def _values(facts: _Facts) -> tuple[object, ...]:
    return (
        facts.slug, facts.name, facts.given, facts.family, facts.suffix, facts.folded, facts.orcid, facts.paper_count
    )  # fmt: skip


def _write_slots(component: Component, people: Collection[Known], changes: Changes) -> None:
    wanted = {slot: (known.id, evidence.value) for known in people for slot, evidence in known.slots.items()}
    rows = []
    for slot, held in component.slots.items():
        researcher, evidence = wanted.get(slot, (None, ""))
        if (held.researcher, held.evidence) != (researcher, evidence):
            rows.append((slot, researcher, evidence))
            changes.papers.add(held.slot.paper)
            changes.researchers |= {one for one in (held.researcher, researcher) if one is not None}
    bulk.update("papers_authorship", {"id": "bigint", "researcher_id": "bigint", "evidence": "text"}, sorted(rows))


def _write_profiles(component: Component, identified: Identified, changes: Changes) -> None:
    """A profile hangs on whoever has most of what it claims; on nobody, where it is believed in nothing."""
    owner_of = {slot: known.id for known in identified.people for slot in known.slots}
    owned: dict[int, Counter[int]] = defaultdict(Counter)
    for claim in component.claims:
        owner = owner_of.get(claim.slot)
        if owner is not None:
            owned[claim.profile][owner] += 1
    rows = []
    for profile in component.profiles:
        counts = owned.get(profile)
        holder = min(counts, key=lambda one: (-counts[one], one)) if counts else None
        before = component.holders.get(profile)
        if before != holder:
            rows.append((profile, holder))
            changes.researchers |= {one for one in (before, holder) if one is not None}
    bulk.update("researchers_profile", {"id": "bigint", "researcher_id": "bigint"}, sorted(rows))


_MOST_COMPANY = 100  # authors of a paper that says something about who works with whom
