"""A curator joins two researchers or splits one; each step is a row with its reason, can be undone, and lasts.

What contradicts is refused with the contradiction named. Facts change here at once; harvests read the corrections and
come to the same, since slots and profiles are noted in `details` in words that outlive our ids: paper, position and
printed name; source and outside id.
"""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Now

from common.corrections import Contradiction
from common.locks import lock_writes
from common.models import touched
from common.slugs import slug
from researchers import names
from researchers.contradictions import check_merge, check_split, check_undo, given_to
from researchers.models import Profile, Researcher, ResearcherCorrection


@transaction.atomic
def merge(kept: Researcher, merged: Researcher, curator: str, reason: str) -> ResearcherCorrection:
    """Take both for one person; `merged` leads to `kept` from now on."""
    lock_writes()
    kept.refresh_from_db()
    merged.refresh_from_db()
    check_merge(kept, merged)
    correction = ResearcherCorrection.objects.create(
        kind=ResearcherCorrection.Kind.MERGE,
        researcher=kept,
        other=merged,
        curator=curator,
        reason=reason,
        details={
            "kept": _places(kept.authorships.all()),
            "merged": _places(merged.authorships.all()),
            "profiles": [[profile.source, profile.outside_id] for profile in merged.profiles.all()],
            "led_here": [other.pk for other in merged.merged.all()],
            "orcids": [kept.orcid, merged.orcid],
        },
    )
    _touch_papers(merged.authorships.all())
    merged.authorships.update(researcher=kept)
    merged.profiles.update(researcher=kept)
    merged.merged.update(merged_into=kept)
    orcid = kept.orcid or merged.orcid
    _write(merged, merged_into=kept, orcid=None, paper_count=0)
    if merged.hidden_at and not kept.hidden_at:
        kept.hidden_at = merged.hidden_at
        _touch_papers(kept.authorships.all())  # all of them name nobody now
    _write(kept, orcid=orcid, hidden_at=kept.hidden_at)
    refresh(kept)
    return correction


@transaction.atomic
def split(
    researcher: Researcher, authorships: Collection[int], curator: str, reason: str, profiles: Collection[int] = ()
) -> ResearcherCorrection:
    """Make another person of these authorships, and of what only these profiles claim from now on."""
    lock_writes()
    researcher.refresh_from_db()
    slots = researcher.authorships.filter(Q(pk__in=authorships) | Q(claims__profile__in=profiles)).distinct()
    moved = list(slots)
    check_split(researcher, moved)
    going = Profile.objects.filter(pk__in=profiles, researcher=researcher)
    printed = names.fullest(slot.printed for slot in moved)
    parts = names.split(printed)
    other = Researcher.objects.create(
        slug=slug(printed), name=printed, given=parts.given, family=parts.family, suffix=parts.suffix,
        folded=names.fold(printed), changed_at=Now(),
    )  # fmt: skip
    orcid = researcher.orcid
    takes_orcid = orcid is not None and going.filter(orcid=orcid).exists()
    takes_orcid = takes_orcid and not researcher.profiles.exclude(pk__in=going).filter(orcid=orcid or "").exists()
    correction = ResearcherCorrection.objects.create(
        kind=ResearcherCorrection.Kind.SPLIT,
        researcher=researcher,
        other=other,
        curator=curator,
        reason=reason,
        details={
            "slots": _places(slots),
            "profiles": [[profile.source, profile.outside_id] for profile in going],
        },
    )
    _touch_papers(slots)
    researcher.authorships.filter(pk__in=[slot.pk for slot in moved]).update(researcher=other)
    going.update(researcher=other)
    if takes_orcid:
        _write(researcher, orcid=None)
        _write(other, orcid=orcid)
    refresh(researcher)
    refresh(other)
    return correction


@transaction.atomic
def undo(correction: ResearcherCorrection, curator: str, reason: str) -> None:
    """Take a correction back: all is as it was, but for what harvests have brought since."""
    lock_writes()
    correction.refresh_from_db()
    if not correction.stands:
        raise Contradiction("This correction has been undone already.")
    first, other = correction.researcher, correction.other
    assert other is not None
    for one in (first, other) if correction.kind == ResearcherCorrection.Kind.SPLIT else (first,):
        check_undo(one)
    stands = first.standing  # a harvest may have found that they are somebody else
    first = first if stands == other else stands
    if correction.kind == ResearcherCorrection.Kind.MERGE:
        _unmerge(first, other, correction.details)
    else:
        _unsplit(first, other)
    correction.undone_at, correction.undone_by, correction.undone_reason = Now(), curator, reason
    correction.save(update_fields=["undone_at", "undone_by", "undone_reason"])
    correction.refresh_from_db()
    refresh(first)
    refresh(other)


def refresh(researcher: Researcher) -> None:
    """Count the papers anew, and show the fullest name printed on them."""
    slots = researcher.authorships.filter(paper__removed_at=None)
    facts: dict[str, Any] = slots.aggregate(paper_count=Count("paper", distinct=True))
    printed = list(researcher.authorships.values_list("printed", flat=True))
    if printed:
        name = names.fullest(printed)
        parts = names.split(name)
        facts |= {"name": name, "slug": slug(name), "folded": names.fold(name), **parts._asdict()}
    _write(researcher, **facts)
    researcher.refresh_from_db()


def _unmerge(kept: Researcher, merged: Researcher, details: dict[str, Any]) -> None:
    slots = kept.authorships.filter(pk__in=set(_slots_at(kept, details["merged"])) - given_to(kept))
    _touch_papers(slots)
    _write(merged, merged_into=None)
    kept.authorships.filter(pk__in=list(slots.values_list("pk", flat=True))).update(researcher=merged)
    for source, outside_id in details["profiles"]:
        Profile.objects.filter(source=source, outside_id=outside_id, researcher=kept).update(researcher=merged)
    Researcher.objects.filter(pk__in=details["led_here"], merged_into=kept).update(merged_into=merged)
    of_kept, of_merged = details["orcids"]
    if of_merged and kept.orcid == of_merged:
        _write(kept, orcid=of_kept)
        _write(merged, orcid=of_merged)


def _unsplit(researcher: Researcher, other: Researcher) -> None:
    _touch_papers(other.authorships.all())
    _write(researcher, merged_into=None)
    other.authorships.update(researcher=researcher)
    other.profiles.update(researcher=researcher)
    orcid = other.orcid
    _write(other, merged_into=researcher, orcid=None)
    if orcid and not researcher.orcid:
        _write(researcher, orcid=orcid)


def _places(authorships: QuerySet[Any]) -> list[list[Any]]:
    """Paper, position and printed name: what is said of the slot holds while that name stands there."""
    return [list(row) for row in authorships.order_by("pk").values_list("paper_id", "position", "printed")]


def _slots_at(researcher: Researcher, places: list[list[Any]]) -> list[int]:
    wanted = {tuple(place) for place in places}
    rows = researcher.authorships.filter(paper__in={place[0] for place in places})
    return [row.pk for row in rows if (row.paper_id, row.position, row.printed) in wanted]


def _touch_papers(authorships: QuerySet[Any]) -> None:
    papers = authorships.model._meta.get_field("paper").related_model.objects
    papers.filter(pk__in=list(authorships.values_list("paper", flat=True))).update(**touched())


def _write(researcher: Researcher, **facts: Any) -> None:
    Researcher.objects.filter(pk=researcher.pk).update(**facts, **touched())
    for name, value in facts.items():
        setattr(researcher, name, value)
