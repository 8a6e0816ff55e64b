"""A curator confirms an author of a paper, detaches them, or gives the authorship to another; undone as easily.

What contradicts is refused with the contradiction named. A correction holds for the name printed at its position: it
ends by itself when arXiv's list says another name there.
"""

from django.db import transaction
from django.db.models.functions import Now

from common.corrections import Contradiction
from common.locks import lock_writes
from common.models import touched
from papers.models import Authorship, AuthorshipCorrection, Paper
from researchers.merging import refresh
from researchers.models import Researcher

Kind = AuthorshipCorrection.Kind


@transaction.atomic
def confirm(authorship: Authorship, curator: str, reason: str) -> AuthorshipCorrection:
    """The link is right, whatever sources say from now on."""
    lock_writes()
    authorship.refresh_from_db()
    if authorship.researcher is None:
        raise Contradiction("Nobody is linked to this authorship: it can be moved to somebody.")
    return _correct(Kind.CONFIRM, authorship, authorship.researcher, authorship.researcher, curator, reason)


@transaction.atomic
def detach(authorship: Authorship, curator: str, reason: str) -> AuthorshipCorrection:
    """This author is not that researcher; who it is stays open."""
    lock_writes()
    authorship.refresh_from_db()
    if authorship.researcher is None:
        raise Contradiction("Nobody is linked to this authorship.")
    return _correct(Kind.DETACH, authorship, authorship.researcher, None, curator, reason)


@transaction.atomic
def move(authorship: Authorship, to: Researcher, curator: str, reason: str) -> AuthorshipCorrection:
    """This author is that researcher."""
    lock_writes()
    authorship.refresh_from_db()
    to.refresh_from_db()
    if authorship.kind == Authorship.Kind.GROUP:
        raise Contradiction("A group is no person.")
    if to.merged_into is not None:
        raise Contradiction(f"{to} (number {to.pk}) is merged into number {to.merged_into_id}.")
    _check_once_on_paper(authorship, to)
    return _correct(Kind.MOVE, authorship, to, to, curator, reason)


@transaction.atomic
def undo(correction: AuthorshipCorrection, curator: str, reason: str) -> None:
    """Link the authorship as it was before; the next harvest may know better.

    Where a later correction of it stands, that one goes on to hold, and what was before is from now on before it.
    """
    lock_writes()
    correction.refresh_from_db()
    if not correction.stands:
        raise Contradiction("This correction has been undone already.")
    correction.undone_at, correction.undone_by, correction.undone_reason = Now(), curator, reason
    correction.save(update_fields=["undone_at", "undone_by", "undone_reason"])
    correction.refresh_from_db()
    place = {"paper": correction.paper_id, "position": correction.position, "printed": correction.printed}
    later = AuthorshipCorrection.objects.filter(**place, undone_at=None, pk__gt=correction.pk).order_by("pk").first()
    if later is not None:
        later.details = correction.details
        later.save(update_fields=["details"])
        return
    authorship = Authorship.objects.filter(**place).first()
    if authorship is None:
        return
    before = Researcher.objects.filter(pk=correction.details["researcher"]).first()
    if before is not None:
        before = before.standing
        _check_once_on_paper(authorship, before)
    _link(authorship, before, correction.details["evidence"] if before else "")


def _correct(
    kind: str, authorship: Authorship, about: Researcher, to: Researcher | None, curator: str, reason: str
) -> AuthorshipCorrection:
    correction = AuthorshipCorrection.objects.create(
        kind=kind,
        paper=authorship.paper,
        position=authorship.position,
        printed=authorship.printed,
        researcher=about,
        curator=curator,
        reason=reason,
        details={"researcher": authorship.researcher_id, "evidence": authorship.evidence},
    )
    _link(authorship, to, Authorship.Evidence.CURATOR if to else "")
    return correction


def _check_once_on_paper(authorship: Authorship, to: Researcher) -> None:
    other = Authorship.objects.filter(paper=authorship.paper_id, researcher=to).exclude(pk=authorship.pk).first()
    if other is not None:
        raise Contradiction(f"{to} stands on this paper already, at position {other.position} ({other.printed}).")


def _link(authorship: Authorship, to: Researcher | None, evidence: str) -> None:
    before = authorship.researcher
    authorship.researcher, authorship.evidence = to, evidence
    authorship.save(update_fields=["researcher", "evidence"])
    Paper.objects.filter(pk=authorship.paper_id).update(**touched())
    for one in {one.pk: one for one in (before, to) if one is not None}.values():
        refresh(one)
