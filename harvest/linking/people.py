"""Decides anew who is who around some slots and profiles, and writes what came out differently."""

import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from harvest.linking import bulk, corrections
from harvest.linking.bulk import select
from harvest.linking.changes import Changes
from harvest.linking.components import Component, TooLarge, load
from harvest.linking.researcher_rows import Facts, held_facts, write_facts
from harvest.linking.settled import link_settled
from harvest.matching.identity import Identified, Known, identify
from harvest.matching.people import gather

log = logging.getLogger(__name__)


def decide(
    slots: Collection[int], profiles: Collection[int], renewed: Collection[int], changes: Changes, now: datetime
) -> None:
    """Who the touched slots are; `profiles` are those with claims on them, `renewed` those whose own facts changed."""
    left, claimants = link_settled(slots, profiles, renewed, changes, now)
    if left or claimants or renewed:
        decide_from_whole(left, claimants | set(renewed), changes, now)


def decide_from_whole(slots: Collection[int], profiles: Collection[int], changes: Changes, now: datetime) -> None:
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
            decide_from_whole(sorted(slots)[part::2], sorted(profiles)[part::2], changes, now)
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
    before = held_facts(component.researchers)
    _end(identified, before, changes)
    write_facts(facts, before, changes, now)
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


def _facts_of(known: Known, component: Component) -> Facts:
    slots = [component.slots[slot] for slot in known.slots]
    papers = {held.slot.paper for held in slots if held.listed}
    printed = Counter((held.printed, held.given, held.family, held.suffix) for held in slots)
    return Facts.of(printed, known.orcid or None, len(papers))


def _end(identified: Identified, before: Mapping[int, Facts], changes: Changes) -> None:
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
        hidden = select(  # whoever objected stays hidden under whatever row, and on all papers of it
            """
            UPDATE researchers_researcher held SET hidden_at = gone.hidden_at FROM researchers_researcher gone
            WHERE gone.id = ANY(%s) AND gone.merged_into_id = held.id AND gone.hidden_at IS NOT NULL
                AND held.hidden_at IS NULL RETURNING held.id
            """,
            list(merged),
        )
        if hidden:
            changes.researchers |= {one for (one,) in hidden}
            changes.papers |= _papers_of([one for (one,) in hidden])
    emptied = identified.emptied | (identified.merged.keys() - merged.keys())
    if emptied:
        select(
            "UPDATE researchers_researcher SET paper_count = 0, orcid = NULL WHERE id = ANY(%s) RETURNING id",
            sorted(emptied),
        )
    changes.researchers |= merged.keys() | {one for one in emptied if before[one].paper_count}


def _papers_of(researchers: Collection[int]) -> set[int]:
    rows = select("SELECT paper_id FROM papers_authorship WHERE researcher_id = ANY(%s)", list(researchers))
    return {paper for (paper,) in rows}


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
    """A profile hangs on whoever has most of what it claims, of equals on whoever has the first slot of it; on nobody,
    where it is believed in nothing."""
    owner_of = {slot: known.id for known in identified.people for slot in known.slots}
    owned: dict[int, Counter[int]] = defaultdict(Counter)
    for claim in sorted(component.claims, key=lambda claim: claim.slot):
        owner = owner_of.get(claim.slot)
        if owner is not None:
            owned[claim.profile][owner] += 1
    rows = []
    for profile in component.profiles:
        counts = owned.get(profile)
        holder = max(counts, key=lambda one: counts[one]) if counts else None  # the first of equals
        before = component.holders.get(profile)
        if before != holder:
            rows.append((profile, holder))
            changes.researchers |= {one for one in (before, holder) if one is not None}
    bulk.update("researchers_profile", {"id": "bigint", "researcher_id": "bigint"}, sorted(rows))


_MOST_COMPANY = 100  # authors of a paper that says something about who works with whom
