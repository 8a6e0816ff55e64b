"""Curators join and part institutions; papers follow, what contradicts is refused, and every step can be undone."""

import pytest

from common.corrections import Contradiction
from institutions import lineage, merging
from institutions.models import Institution, InstitutionAncestor, InstitutionCorrection, InstitutionRelation
from papers.models import Affiliation, Paper, PaperInstitution
from papers.place_corrections import follow, merge, split, undo
from tests.factories import make_affiliation, make_institution, make_paper
from tests.weaving import weave

pytestmark = pytest.mark.django_db

WHO = ("mary", "one place")


def named_on(institution, *texts, **facts):
    """A paper whose author has these affiliations, all read as the institution."""
    paper = make_paper(**facts)
    for text in texts or (institution.name,):
        make_affiliation(paper.authorships.get(), institution, text)
    weave()
    return paper


def below(part, whole):
    InstitutionRelation.objects.create(institution=part, kind="parent", other=whole)
    lineage.remake_ancestors()


def state():
    """What readers see of institutions, and where papers are listed."""
    fields = ("pk", "openalex_id", "ror", "merged_into", "paper_count", "paper_count_with_parts")
    return (
        sorted(Institution.objects.values_list(*fields)),
        sorted(PaperInstitution.objects.values_list("paper", "institution", "own")),
        sorted(Affiliation.objects.values_list("pk", "institution", "read_as__pk", "text")),
        sorted(InstitutionAncestor.objects.values_list("institution", "ancestor", "distance")),
    )


def counts(institution):
    institution.refresh_from_db()
    return institution.paper_count, institution.paper_count_with_parts


def test_merged_institution_leads_to_the_one_kept_with_all_its_papers(client):
    kept, merged = make_institution("Analytical Institute"), make_institution("Inst. of Analysis")
    papers = [named_on(kept), named_on(merged), named_on(merged, "Inst. of Analysis, London")]
    merge(kept, merged, *WHO)
    assert (counts(kept), counts(merged)) == ((3, 3), (0, 0))
    assert {place.paper for place in PaperInstitution.objects.filter(institution=kept)} == set(papers)
    answer = client.get(f"/institutions/{merged.pk}-{merged.slug}")
    assert (answer.status_code, answer["Location"]) == (301, kept.get_absolute_url())


def test_papers_whose_places_change_and_no_others_take_a_new_number():
    kept, merged = make_institution(), make_institution("Inst. of Analysis")
    stays, moves = named_on(kept), named_on(merged)
    before = dict(Paper.objects.values_list("pk", "change_seq"))
    merge(kept, merged, *WHO)
    after = dict(Paper.objects.values_list("pk", "change_seq"))
    assert after[stays.pk] == before[stays.pk]
    assert after[moves.pk] > before[moves.pk]


def test_merge_that_is_undone_leaves_all_as_it_was():
    whole, kept, merged = make_institution("Whole"), make_institution(), make_institution("Inst. of Analysis")
    below(merged, whole)
    for one in (kept, merged, merged):
        named_on(one)
    both = named_on(kept)
    make_affiliation(both.authorships.get(), merged)
    weave()
    before = state()
    correction = merge(kept, merged, *WHO)
    assert counts(whole) == (0, 4)
    undo(correction, "carl", "they are two")
    assert state() == before
    assert (correction.undone_by, correction.stands) == ("carl", False)
    with pytest.raises(Contradiction, match="undone already"):
        undo(correction, "carl", "again")


def test_parts_of_a_merged_institution_are_parts_of_the_one_kept():
    kept, merged, part = make_institution(), make_institution("Inst. of Analysis"), make_institution("Part")
    below(part, merged)
    named_on(part)
    merge(kept, merged, *WHO)
    assert list(part.ancestors.values_list("ancestor", flat=True)) == [kept.pk]
    assert (counts(kept), counts(merged)) == ((0, 1), (0, 0))


def test_merged_rows_lead_on_to_the_last_and_back():
    first, second, third = make_institution("First"), make_institution("Second"), make_institution("Third")
    paper = named_on(third)
    merge(second, third, *WHO)
    correction = merge(first, second, *WHO)
    third.refresh_from_db()
    assert third.merged_into == first
    assert counts(first) == (1, 1)
    undo(correction, *WHO)
    third.refresh_from_db()
    assert third.merged_into == second
    assert PaperInstitution.objects.get(paper=paper).institution == second


@pytest.mark.parametrize(
    ("kept", "merged", "reason"),
    [
        ({"ror": "03yj89h83"}, {"ror": "00b30xv10"}, "separate active records: 03yj89h83 and 00b30xv10"),
        ({}, {"ror": "00b30xv10"}, "it must be the one that stays"),
        ({"ror": "03yj89h83", "status": "withdrawn"}, {}, "cannot be the one that stays"),
    ],
)
def test_merge_that_ror_contradicts_is_refused(kept, merged, reason):
    with pytest.raises(Contradiction, match=reason):
        merge(make_institution("One", **kept), make_institution("Other", **merged), *WHO)
    assert not InstitutionCorrection.objects.exists()


def test_closed_record_may_be_merged_into_an_active_one():
    kept = make_institution(ror="03yj89h83")
    merge(kept, make_institution("Closed", ror="00b30xv10", status="inactive"), *WHO)
    assert kept.corrections.get().stands


def test_part_and_whole_are_not_merged():
    whole, middle, part = make_institution("Whole"), make_institution("Middle"), make_institution("Part")
    below(part, middle)
    below(middle, whole)
    for one, other in ((part, whole), (whole, part)):
        with pytest.raises(Contradiction, match="Part is a part of Whole"):
            merge(one, other, *WHO)


def test_institution_is_not_merged_twice_or_with_itself_or_into_a_merged_one():
    kept, merged, third = make_institution(), make_institution("Merged"), make_institution("Third")
    with pytest.raises(Contradiction, match="itself"):
        merge(kept, kept, *WHO)
    merge(kept, merged, *WHO)
    for one, other in ((third, merged), (merged, third)):
        with pytest.raises(Contradiction, match=f"is merged into number {kept.pk} already"):
            merge(one, other, *WHO)


def test_strings_are_parted_from_an_institution_and_come_back():
    whole = make_institution("University of Somewhere")
    stays, goes = named_on(whole), named_on(whole, "Somewhere Else University")
    before = state()
    correction = split(whole, *WHO, name="Somewhere Else University", strings=["SOMEWHERE ELSE, University"])
    other = correction.other
    assert (counts(whole), counts(other)) == ((1, 1), (1, 1))
    assert PaperInstitution.objects.get(paper=goes).institution == other
    assert PaperInstitution.objects.get(paper=stays).institution == whole
    undo(correction, *WHO)
    other.refresh_from_db()
    assert other.merged_into == whole
    assert counts(whole) == (2, 2)
    other.delete()
    assert state() == before


def test_strings_may_go_to_an_institution_that_is_held():
    one, other = make_institution("One", ror="03yj89h83"), make_institution("Other", ror="00b30xv10")
    named_on(one, "Other, by mistake")
    correction = split(one, *WHO, other=other, strings=["Other, by mistake"])
    assert (counts(one), counts(other)) == ((0, 0), (1, 1))
    undo(correction, *WHO)
    other.refresh_from_db()
    assert other.merged_into is None
    assert (counts(one), counts(other)) == ((1, 1), (0, 0))


def test_openalex_id_is_parted_with_what_was_found_by_it():
    one = make_institution("One", ror="03yj89h83", openalex_id="I1")
    by_string, by_id = named_on(one), make_paper()
    make_affiliation(by_id.authorships.get(), one, method="id-and-string")
    weave()
    before = state()
    correction = split(one, *WHO, name="Another one", openalex=True)
    one.refresh_from_db()
    assert (one.openalex_id, correction.other.openalex_id) == (None, "I1")
    assert PaperInstitution.objects.get(paper=by_id).institution == correction.other
    assert PaperInstitution.objects.get(paper=by_string).institution == one
    undo(correction, *WHO)
    one.refresh_from_db()
    assert one.openalex_id == "I1"
    assert state()[1] == before[1]


def test_split_that_parts_nothing_is_refused():
    one, other = make_institution("One"), make_institution("Other")
    named_on(one)
    for told, reason in (
        ({"name": "New"}, "Nothing would go over"),
        ({"strings": ["One"]}, "the name of one to be made"),
        ({"name": "New", "openalex": True}, "No id of OpenAlex's"),
        ({"name": "New", "strings": ["Elsewhere"]}, "No paper here names One as “elsewhere”"),
        ({"name": "New", "strings": ["One"]}, "nothing would be left"),
        ({"other": other}, "another institution already"),
        ({"other": one, "strings": ["One"]}, "from itself"),
    ):
        with pytest.raises(Contradiction, match=reason):
            split(one, *WHO, **told)
    assert not InstitutionCorrection.objects.exists()


def test_two_whom_a_curator_parted_are_not_merged_before_that_is_undone_nor_the_other_way_round():
    one, other = make_institution("One"), make_institution("Other")
    named_on(one, "One", "Second")
    correction = split(one, *WHO, other=other, strings=["Second"])
    with pytest.raises(Contradiction, match="mary split them"):
        merge(one, other, *WHO)
    undo(correction, *WHO)
    merge(one, other, *WHO)
    with pytest.raises(Contradiction, match="mary merged them"):
        split(one, *WHO, other=other, strings=["Second"])


def test_row_that_a_split_made_and_that_was_merged_since_is_not_taken_back_before_that():
    one, third = make_institution("One"), make_institution("Third")
    named_on(one, "One", "Second")
    correction = split(one, *WHO, name="Second", strings=["Second"])
    later = merge(third, correction.other, *WHO)
    with pytest.raises(Contradiction, match="has been merged since"):
        undo(correction, *WHO)
    undo(later, *WHO)
    undo(correction, *WHO)
    assert counts(one) == (1, 1)


def test_history_tells_both_sides_with_who_why_and_what(client, collected_static):
    kept, other = make_institution("Kept"), make_institution("Other")
    named_on(kept, "Kept", "Second")
    undo(split(kept, *WHO, other=other, strings=["Second"]), "carl", "it was right")
    for one in (kept, other):
        told = client.get(f"{one.get_absolute_url()}/history").text
        for part in ("one place", "mary", "carl", "it was right", "Split", "second"):
            assert part in told


def test_following_again_writes_nothing():
    kept, merged = make_institution(), make_institution("Merged")
    named_on(merged)
    merge(kept, merged, *WHO)
    before = list(Paper.objects.values()), list(Institution.objects.order_by("pk").values())
    follow(merging.settle())
    assert (list(Paper.objects.values()), list(Institution.objects.order_by("pk").values())) == before
