"""A curator joins two institutions, parts one, or takes that back: the papers follow in the same transaction.

What may be done and where institutions lead is `institutions.merging`. An affiliation keeps the institution that was
read in it (`read_as`) beside the one it leads to, so that whatever is undone puts it where it would be without.
"""

from collections.abc import Collection

from django.db import connection, transaction
from django.db.models import F, Q

from common.models import touched
from institutions import merging
from institutions.merging import Settled
from institutions.models import Institution, InstitutionCorrection
from papers import placing
from papers.models import Affiliation, Paper, PaperInstitution

FOUND_BY_ID = "id-and-string"  # the method of affiliations found by OpenAlex's id


@transaction.atomic
def merge(kept: Institution, merged: Institution, curator: str, reason: str) -> InstitutionCorrection:
    """Take both for one place; refused with `common.corrections.Contradiction`, as all of these."""
    correction = merging.merge(kept, merged, curator, reason)
    _follow_all(correction)
    return correction


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
    """Part an institution, as `institutions.merging.split` tells."""
    correction = merging.split(institution, curator, reason, other=other, name=name, strings=strings, openalex=openalex)
    if openalex:
        by_id = Affiliation.objects.filter(method=FOUND_BY_ID)
        by_id.filter(institution=institution, read_as=None).update(read_as=F("institution"))
        by_id.filter(read_as=institution).update(read_as=correction.other)
    _follow_all(correction)
    return correction


@transaction.atomic
def undo(correction: InstitutionCorrection, curator: str, reason: str) -> None:
    """Take a correction back; papers that came since go where they would have gone without it."""
    merging.undo(correction, curator, reason)
    _follow_all(correction)


def follow(settled: Settled, also: Collection[int] = ()) -> None:
    """Bring papers to where institutions lead now (and those of `also`); in the transaction that settled it."""
    papers = _move(settled.led | set(also))
    above = PaperInstitution.objects.filter(own=True, institution__in=settled.moved)
    placed = placing.place(papers | set(above.values_list("paper", flat=True)))
    Institution.objects.filter(pk__in=placed.institutions).update(**touched())
    Paper.objects.filter(pk__in=papers | placed.papers).update(**touched())


def _follow_all(correction: InstitutionCorrection) -> None:
    ends = {correction.institution_id, correction.other_id} - {None}
    follow(merging.settle(), ends)  # type: ignore[arg-type]
    for one in (correction.institution, correction.other):
        if one is not None:
            one.refresh_from_db()


def _move(institutions: Collection[int]) -> set[int]:
    """Affiliations read as one of these, or standing at one: each to where it leads; gives their papers."""
    leads = merging.leads()
    held = Affiliation.objects.filter(Q(institution__in=institutions) | Q(read_as__in=institutions))
    rows = []
    for row, institution, read_as, text in held.values_list("pk", "institution", "read_as", "text"):
        found = read_as or institution
        end = leads.end(found, text)
        wanted = (end, found if found != end else None)
        if wanted != (institution, read_as):
            rows.append((row, *wanted))
    if not rows:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, [list(column) for column in zip(*rows, strict=True)])
        return {row[0] for row in cursor.fetchall()}


_MOVE = """
    UPDATE papers_affiliation held SET institution_id = told.institution_id, read_as_id = told.read_as_id
    FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[]) AS told (id, institution_id, read_as_id)
    CROSS JOIN papers_authorship slot WHERE held.id = told.id AND slot.id = held.authorship_id RETURNING slot.paper_id
"""
