"""Curators join and split researchers; what contradicts is refused, and every step can be undone."""

import pytest
from django.utils import timezone

from papers.authorship_corrections import confirm, detach, move
from papers.models import Authorship, Paper
from researchers.merging import Contradiction, merge, split, undo
from researchers.models import Profile, Researcher
from tests.factories import make_paper

pytestmark = pytest.mark.django_db

WHO = ("mary", "the same person")


def make_researcher(name="Ada Lovelace", papers=1, **fields):
    """With papers of their own, each by them alone, and a profile."""
    one = Researcher.objects.create(name=name, folded=name.lower(), changed_at=timezone.now(), **fields)
    Profile.objects.create(source="openalex", outside_id=f"A{one.pk}", researcher=one, orcid=fields.get("orcid") or "")
    for _ in range(papers):
        make_paper(authors=[name]).authorships.update(researcher=one, evidence="one-source")
    Researcher.objects.filter(pk=one.pk).update(paper_count=papers)
    one.refresh_from_db()
    return one


def state():
    """What readers see of researchers, by id."""
    fields = ("name", "orcid", "merged_into_id", "paper_count")
    return {one.pk: [getattr(one, name) for name in fields] for one in Researcher.objects.all()} | {
        "slots": dict(Authorship.objects.values_list("pk", "researcher_id")),
        "profiles": dict(Profile.objects.values_list("pk", "researcher_id")),
    }


def test_merged_researcher_leads_to_the_one_kept_with_all_it_had():
    kept, merged = make_researcher(papers=2), make_researcher("Ada K. Lovelace", orcid="0000-0002-1825-0097")
    merge(kept, merged, *WHO)
    kept.refresh_from_db()
    merged.refresh_from_db()
    assert (kept.paper_count, kept.name, kept.orcid) == (3, "Ada K. Lovelace", "0000-0002-1825-0097")
    assert (merged.merged_into, merged.paper_count, merged.orcid) == (kept, 0, None)
    assert kept.corrections.get().reason == "the same person"


def test_merge_that_is_undone_leaves_all_as_it_was():
    kept, merged = make_researcher(papers=2), make_researcher("Ada K. Lovelace", orcid="0000-0002-1825-0097")
    before = state()
    correction = merge(kept, merged, *WHO)
    undo(correction, "carl", "they are two")
    assert state() == before
    assert (correction.undone_by, correction.stands) == ("carl", False)
    with pytest.raises(Contradiction, match="undone already"):
        undo(correction, "carl", "again")


def test_researchers_with_different_orcids_are_not_merged():
    kept, merged = make_researcher(orcid="0000-0002-1825-0097"), make_researcher(orcid="0000-0001-5109-3700")
    with pytest.raises(Contradiction, match="0000-0002-1825-0097 and 0000-0001-5109-3700"):
        merge(kept, merged, *WHO)
    assert not kept.corrections.exists()


def test_researchers_of_one_paper_are_not_merged():
    kept, merged = make_researcher(), make_researcher()
    paper = make_paper("2001.00077", authors=["Ada Lovelace", "A. Lovelace"])
    paper.authorships.filter(position=1).update(researcher=kept)
    paper.authorships.filter(position=2).update(researcher=merged)
    with pytest.raises(Contradiction, match=r"Both stand on one paper: 2001\.00077"):
        merge(kept, merged, *WHO)


def test_researcher_is_not_merged_twice_or_with_itself():
    kept, merged, third = make_researcher(), make_researcher(), make_researcher()
    with pytest.raises(Contradiction, match="itself"):
        merge(kept, kept, *WHO)
    merge(kept, merged, *WHO)
    with pytest.raises(Contradiction, match="is merged into"):
        merge(third, merged, *WHO)


def test_merged_rows_lead_on_to_the_last():
    first, second, third = make_researcher(), make_researcher(), make_researcher()
    merge(second, third, *WHO)
    correction = merge(first, second, *WHO)
    third.refresh_from_db()
    assert third.merged_into == first
    undo(correction, *WHO)
    third.refresh_from_db()
    assert third.merged_into == second


def test_split_makes_another_person_and_is_undone():
    one = make_researcher(papers=3)
    before = state()
    slot = one.authorships.first()
    correction = split(one, [slot.pk], *WHO)
    slot.refresh_from_db()
    one.refresh_from_db()
    assert slot.researcher == correction.other != one
    assert (one.paper_count, correction.other.paper_count, correction.other.name) == (2, 1, "Ada Lovelace")
    undo(correction, *WHO)
    after = state()
    assert after.pop(correction.other.pk) == ["Ada Lovelace", None, one.pk, 0]
    assert after == before


def test_split_takes_what_a_profile_claims():
    one = make_researcher(papers=2)
    profile = Profile.objects.create(source="openalex", outside_id="A9", researcher=one, orcid="0000-0002-1825-0097")
    slot = one.authorships.last()
    slot.claims.create(source="openalex", profile=profile, method="full-name", score=1, claimed_at=timezone.now())
    Researcher.objects.filter(pk=one.pk).update(orcid=profile.orcid)
    correction = split(one, [], *WHO, profiles=[profile.pk])
    one.refresh_from_db()
    assert (one.orcid, correction.other.orcid) == (None, "0000-0002-1825-0097")
    assert correction.details["profiles"] == [["openalex", "A9"]]


def test_split_that_leaves_nobody_is_refused():
    one = make_researcher(papers=2)
    with pytest.raises(Contradiction, match="nobody would be left"):
        split(one, list(one.authorships.values_list("pk", flat=True)), *WHO)
    with pytest.raises(Contradiction, match="None of these"):
        split(one, [make_researcher().authorships.get().pk], *WHO)


def test_two_whom_a_curator_split_are_not_merged_before_that_is_undone():
    one = make_researcher(papers=2)
    correction = split(one, [one.authorships.first().pk], *WHO)
    with pytest.raises(Contradiction, match="mary split them"):
        merge(one, correction.other, *WHO)


def test_objection_of_one_hides_whoever_they_are_merged_into():
    kept, merged = make_researcher(), make_researcher(hidden_at=timezone.now())
    merge(kept, merged, *WHO)
    kept.refresh_from_db()
    assert kept.hidden_at


def test_papers_of_both_are_told_of_as_changed_when_one_who_objected_is_merged():
    kept, merged = make_researcher(papers=2), make_researcher(hidden_at=timezone.now())
    before = dict(Paper.objects.values_list("pk", "change_seq"))
    merge(kept, merged, *WHO)
    assert all(seq > before[pk] for pk, seq in Paper.objects.values_list("pk", "change_seq"))


def test_what_a_curator_gave_to_a_researcher_is_not_split_off_before_that_is_undone():
    one = make_researcher(papers=2)
    first, second = one.authorships.order_by("pk")
    confirm(first, *WHO)
    with pytest.raises(Contradiction, match=f"mary said that Ada Lovelace of {first.paper.arxiv_id} is Ada Lovelace"):
        split(one, [first.pk], *WHO)
    split(one, [second.pk], *WHO)


@pytest.mark.parametrize("turned", [False, True])
def test_researchers_are_not_merged_where_a_curator_took_a_paper_of_the_one_from_the_other(turned):
    one, other = make_researcher(papers=2), make_researcher()
    slot = one.authorships.first()
    detach(slot, *WHO)
    move(slot, other, *WHO)
    with pytest.raises(Contradiction, match=r"is not Ada Lovelace .*undo that first"):
        merge(*((other, one) if turned else (one, other)), *WHO)


def test_what_a_curator_confirmed_since_stays_when_the_merge_is_undone():
    kept, merged = make_researcher(), make_researcher(papers=2)
    correction = merge(kept, merged, *WHO)
    slot = Authorship.objects.filter(researcher=kept).last()
    confirm(slot, *WHO)
    undo(correction, *WHO)
    slot.refresh_from_db()
    assert slot.researcher == kept
    assert sorted(Researcher.objects.values_list("paper_count", flat=True)) == [1, 2]


def test_rows_that_lead_to_each_other_stand_for_themselves(client, collected_static):
    one, other, third = make_researcher(), make_researcher(), make_researcher()
    for row, into in ((one, other), (other, one), (third, one)):
        Researcher.objects.filter(pk=row.pk).update(merged_into=into)
    for row in (one, other, third):
        row.refresh_from_db()
        assert row.standing == row
        assert client.get(f"/researchers/{row.pk}").status_code == 200
