"""Curators' standing corrections of what hangs together, as `matching.identity` takes them.

A correction of a slot ends by itself when another name is printed there.
"""

from collections import defaultdict
from typing import Any

from django.db.models import Q

from harvest.linking.bulk import select
from harvest.linking.components import Component
from harvest.matching.identity import Corrections, Join, Split
from papers.models import AuthorshipCorrection
from researchers.models import Profile, ResearcherCorrection


def standing_for(component: Component) -> Corrections:
    pins, bans = _of_slots(component)
    return Corrections(_of_researchers(component), pins, bans)


def _of_slots(component: Component) -> tuple[dict[int, int], dict[int, frozenset[int]]]:
    pins: dict[int, int] = {}
    bans: dict[int, set[int]] = defaultdict(set)
    if not AuthorshipCorrection.objects.filter(undone_at=None).exists():
        return {}, {}
    places = {(held.slot.paper, held.position): (slot, held.printed) for slot, held in component.slots.items()}
    rows = AuthorshipCorrection.objects.filter(undone_at=None, paper__in=component.papers).order_by("made_at", "id")
    for row in rows.select_related("researcher"):
        slot, printed = places.get((row.paper_id, row.position), (0, ""))
        if not slot or printed != row.printed or row.researcher is None:
            continue
        researcher = row.researcher.standing.pk
        if row.kind == AuthorshipCorrection.Kind.DETACH:
            bans[slot].add(researcher)
            pins.pop(slot, None)
        else:
            pins[slot] = researcher
            bans[slot].discard(researcher)
    return pins, {slot: frozenset(found) for slot, found in bans.items() if found}


def _of_researchers(component: Component) -> list[Join | Split]:
    steps: list[Join | Split] = []
    rows = ResearcherCorrection.objects.filter(
        Q(researcher__in=component.researchers) | Q(other__in=component.researchers), undone_at=None
    )
    for row in rows.select_related("researcher", "other").order_by("made_at", "id"):
        if row.kind == ResearcherCorrection.Kind.MERGE:
            kept, merged = (frozenset(_slots_at(row.details.get(side, []))) for side in ("kept", "merged"))
            steps.append(Join(row.researcher.standing.pk, kept, merged))
        elif row.other is not None:
            # What was parted along its profiles hangs together no more: the other part is not of this component.
            slots = frozenset(component.slots.keys() & _slots_at(row.details.get("slots", [])))
            steps.append(Split(row.other.standing.pk, slots, frozenset(_profiles(row.details.get("profiles", [])))))
    return steps


def _slots_at(places: list[list[Any]]) -> list[int]:
    """Slots by paper, position and the name printed there."""
    if not places:
        return []
    papers, positions, printed = zip(*places, strict=True)
    return [
        row[0]
        for row in select(
            """
            SELECT slot.id FROM unnest(%s::bigint[], %s::int[], %s::text[]) AS told (paper_id, position, printed)
            JOIN papers_authorship slot USING (paper_id, position, printed)
            """,
            list(papers),
            list(positions),
            list(printed),
        )
    ]


def _profiles(names: list[list[str]]) -> list[int]:
    """Profiles by source and outside id."""
    wanted = {(source, outside_id) for source, outside_id in names}
    rows = Profile.objects.filter(outside_id__in=[outside_id for _, outside_id in wanted])
    return [row.pk for row in rows if (row.source, row.outside_id) in wanted]
