"""Which institutions are one: what curators joined and parted, and what ROR withdrew in favour of another.

Every row keeps its own ids, names and facts of ROR, so that loads and harvests find it as before; a merged row only
leads to another. Where each leads is worked out anew from all that stands, which is how corrections outlive loads and
how one that is undone leaves no trace. A curator's word goes before ROR's. Contradictions are refused and named.

Only rows of institutions change here. `papers.place_corrections` is the door for curators: papers follow there.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from common.corrections import Contradiction
from common.locks import lock_writes
from common.models import touched
from common.slugs import slug
from institutions import lineage
from institutions.models import Institution, InstitutionAncestor, InstitutionCorrection
from institutions.names import fold

Kind = InstitutionCorrection.Kind


@dataclass(frozen=True, slots=True)
class Leads:
    """Where institutions lead, step by step: by row, and before that by what is printed where a curator parted it."""

    steps: Mapping[int, int] = field(default_factory=dict)
    strings: Mapping[tuple[int, str], int] = field(default_factory=dict)

    def end(self, institution: int, text: str = "") -> int:
        """The institution that stands for one; every walk ends."""
        folded = fold(text) if self.strings and text else ""
        seen = {institution}
        while True:
            following = self.strings.get((institution, folded)) or self.steps.get(institution)
            if following is None or following in seen:
                return institution
            institution = following
            seen.add(institution)


@dataclass(frozen=True, slots=True)
class Settled:
    """Institutions that lead elsewhere than before, and those that have other ancestors."""

    led: set[int]
    moved: set[int]


@transaction.atomic
def merge(kept: Institution, merged: Institution, curator: str, reason: str) -> InstitutionCorrection:
    """Take both for one place; `merged` leads to `kept` from now on, with all that leads to it."""
    lock_writes()
    kept.refresh_from_db()
    merged.refresh_from_db()
    _check_merge(kept, merged)
    return InstitutionCorrection.objects.create(
        kind=Kind.MERGE, institution=kept, other=merged, curator=curator, reason=reason
    )


@transaction.atomic
def split(
    institution: Institution,
    curator: str,
    reason: str,
    *,
    other: Institution | None = None,
    name: str = "",
    strings: Collection[str] = (),
    openalex: bool = False,
) -> InstitutionCorrection:
    """Part an institution in two: from `other`, or from a row of that name that is made.

    The other has from now on `strings`, affiliations as printed, and by `openalex` the OpenAlex id that was taken for
    the institution's, with what is found by it; with neither it is a row that ROR withdrew in favour of this one.
    """
    lock_writes()
    institution.refresh_from_db()
    folded = sorted({fold(text) for text in strings} - {""})
    if other is not None:
        other.refresh_from_db()
    _check_split(institution, other, name, folded, openalex)
    made = other is None
    if other is None:
        other = Institution.objects.create(slug=slug(name), name=name.strip(), changed_at=Now())
    moved_id = institution.openalex_id if openalex else None
    if moved_id:
        _write(institution, openalex_id=None)
        _write(other, openalex_id=moved_id)
    return InstitutionCorrection.objects.create(
        kind=Kind.SPLIT,
        institution=institution,
        other=other,
        curator=curator,
        reason=reason,
        details={"strings": folded, "openalex_id": moved_id or "", "made": made},
    )


@transaction.atomic
def undo(correction: InstitutionCorrection, curator: str, reason: str) -> None:
    """Take a correction back. A row that a split made leads to the institution it was parted from."""
    lock_writes()
    correction.refresh_from_db()
    if not correction.stands:
        raise Contradiction("This correction has been undone already.")
    other = correction.other
    if correction.kind == Kind.SPLIT and other is not None:
        _check_unsplit(correction, other)
        moved_id = correction.details.get("openalex_id")
        if moved_id and other.openalex_id == moved_id and correction.institution.openalex_id is None:
            _write(other, openalex_id=None)
            _write(correction.institution, openalex_id=moved_id)
    correction.undone_at, correction.undone_by, correction.undone_reason = Now(), curator, reason
    correction.save(update_fields=["undone_at", "undone_by", "undone_reason"])
    correction.refresh_from_db()


@transaction.atomic
def settle() -> Settled:
    """Bring `merged_into` and ancestors to what stands; only what differs is written."""
    lock_writes()
    found = leads()
    wanted = {one: end for one in found.steps if (end := found.end(one)) != one}
    held = dict(Institution.objects.exclude(merged_into=None).values_list("pk", "merged_into"))
    led = {one for one in wanted.keys() | held.keys() if wanted.get(one) != held.get(one)}
    for one in sorted(led):
        Institution.objects.filter(pk=one).update(merged_into=wanted.get(one))
    ends = {end for one in led for end in (wanted.get(one), held.get(one)) if end is not None}
    Institution.objects.filter(pk__in=led | ends).update(**touched())
    return Settled(led, lineage.remake_ancestors())


def leads() -> Leads:
    """Where each institution leads by all that stands now."""
    steps: dict[int, int] = {}
    strings: dict[tuple[int, str], int] = {}
    parted: set[frozenset[int]] = set()
    for row in InstitutionCorrection.objects.exclude(other=None).order_by("made_at", "id"):
        assert row.other_id is not None
        if row.kind == Kind.MERGE and row.stands:
            steps[row.other_id] = row.institution_id
        elif row.kind == Kind.SPLIT and row.stands:
            parted.add(frozenset((row.institution_id, row.other_id)))
            strings |= {(row.institution_id, text): row.other_id for text in row.details.get("strings", [])}
        elif row.kind == Kind.SPLIT and row.details.get("made"):
            steps.setdefault(row.other_id, row.institution_id)
    curators = Leads(steps)
    told = {
        one: end
        for one, end in lineage.living_successors().items()
        if one not in steps and curators.end(end) != one and frozenset((one, end)) not in parted
    }
    return Leads(told | steps, strings)


def _check_merge(kept: Institution, merged: Institution) -> None:
    if kept.pk == merged.pk:
        raise Contradiction("An institution cannot be merged with itself.")
    for one in (kept, merged):
        _check_stands_by_itself(one)
    active = [one for one in (kept, merged) if one.ror and one.status == Institution.Status.ACTIVE]
    if len(active) == 2:
        raise Contradiction(f"ROR lists them as separate active records: {kept.ror} and {merged.ror}.")
    if active == [merged]:
        raise Contradiction(f"ROR lists {merged} ({merged.ror}) as active: it must be the one that stays.")
    if kept.status == Institution.Status.WITHDRAWN:
        raise Contradiction(f"ROR has withdrawn {kept} ({kept.ror}): it cannot be the one that stays.")
    for part, whole in ((kept, merged), (merged, kept)):
        if InstitutionAncestor.objects.filter(institution=part, ancestor=whole).exists():
            raise Contradiction(f"{part} is a part of {whole}.")
    _check_no_other(kept, merged, Kind.SPLIT, "split them")


def _check_split(
    institution: Institution, other: Institution | None, name: str, strings: Collection[str], openalex: bool
) -> None:
    by_ror = other is not None and other.merged_into_id == institution.pk and not strings and not openalex
    _check_stands_by_itself(institution)
    if other is not None and other.pk == institution.pk:
        raise Contradiction("An institution cannot be parted from itself.")
    if other is None and not name.strip():
        raise Contradiction("A split needs another institution, or the name of one to be made.")
    if other is None and not strings and not openalex:
        raise Contradiction("Nothing would go over: name strings, or OpenAlex's id.")
    if openalex and institution.openalex_id is None:
        raise Contradiction(f"No id of OpenAlex's was taken for {institution}.")
    _check_strings(institution, strings)
    if other is None:
        return
    _check_no_other(institution, other, Kind.MERGE, "merged them")
    if not by_ror:
        _check_stands_by_itself(other)
        if not strings and not openalex:
            raise Contradiction(f"{other} (number {other.pk}) is another institution already.")
    if openalex and other.openalex_id is not None:
        raise Contradiction(f"{other} has an id of OpenAlex's of its own: {other.openalex_id}.")
    for text in strings:
        back = InstitutionCorrection.objects.filter(
            kind=Kind.SPLIT, institution=other, other=institution, undone_at=None, details__strings__contains=[text]
        ).first()
        if back is not None:
            raise Contradiction(f"{back.curator} gave “{text}” to {institution} ({back.reason}): undo that first.")


def _check_strings(institution: Institution, strings: Collection[str]) -> None:
    if not strings:
        return
    printed = {fold(text) for text in institution.affiliations.values_list("text", flat=True).distinct()}
    for text in strings:
        if text not in printed:
            raise Contradiction(f"No paper here names {institution} as “{text}”.")
    if institution.ror is None and printed <= set(strings):
        raise Contradiction(f"All that papers name {institution} would go over: nothing would be left.")


def _check_unsplit(correction: InstitutionCorrection, other: Institution) -> None:
    if correction.details.get("made") and other.merged_into is not None:
        raise Contradiction(f"{other} (number {other.pk}) has been merged since: undo that first.")


def _check_stands_by_itself(one: Institution) -> None:
    if one.merged_into_id is not None:
        raise Contradiction(f"{one} (number {one.pk}) is merged into number {one.merged_into_id} already.")


def _check_no_other(one: Institution, other: Institution, kind: str, did: str) -> None:
    standing = InstitutionCorrection.objects.filter(
        Q(institution=one, other=other) | Q(institution=other, other=one), kind=kind, undone_at=None
    ).first()
    if standing is not None:
        when = f"{standing.made_at:%Y-%m-%d}"
        raise Contradiction(f"{standing.curator} {did} on {when} ({standing.reason}): undo that first.")


def _write(institution: Institution, **facts: object) -> None:
    Institution.objects.filter(pk=institution.pk).update(**facts, **touched())
    for name, value in facts.items():
        setattr(institution, name, value)
