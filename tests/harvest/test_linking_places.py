"""Places in what outside sources say: where they are read in affiliations, and how papers count there."""

import pytest

from harvest.linking.counts import papers_come_or_go, recount
from harvest.outside_records import InstitutionRecord
from institutions.merging import Settled
from institutions.models import Institution, InstitutionAncestor, InstitutionName
from papers.models import Paper
from papers.place_corrections import follow
from researchers.models import Researcher
from tests.factories import make_paper
from tests.harvest.outside import OPENALEX, openalex_author, tell, work

pytestmark = pytest.mark.django_db


def make_institution(openalex_id, name, *others, above=None, **fields):
    one = Institution.objects.create(openalex_id=openalex_id, name=name, changed_at="2020-01-01T00:00Z", **fields)
    for value in (name, *others):
        InstitutionName.objects.create(institution=one, value=value, kinds=["label"], folded=value.lower())
    if above:
        InstitutionAncestor.objects.create(institution=one, ancestor=above, distance=1)
    return one


def test_affiliation_is_taken_where_the_string_speaks_of_it_and_counts_above_too():
    whole = make_institution("I1", "Max Planck Society")
    part = make_institution("I2", "Max Planck Institute for Physics", above=whole)
    paper = make_paper("2001.00001")
    author = openalex_author(
        "Ada Lovelace",
        "A5001",
        affiliations=[("Max-Planck-Institut für Physik, 80805 München", "I2"), ("Dept. of Mathematics", "I3")],
    )
    told = (InstitutionRecord("I2", part.name), InstitutionRecord("I3", "Harvard University"))
    tell(OPENALEX, work("2001.00001", [author], institutions=told))
    places = paper.authorships.get().places.all()
    assert [(place.institution_id, place.text[:4]) for place in places] == [(part.pk, "Max-"), (None, "Dept")]
    part.refresh_from_db()
    whole.refresh_from_db()
    assert (part.paper_count, part.paper_count_with_parts) == (1, 1)
    assert (whole.paper_count, whole.paper_count_with_parts) == (0, 1)


def test_institution_that_moves_under_another_takes_its_papers_along():
    whole, part = (
        make_institution("I1", "Max Planck Society"),
        make_institution("I2", "Max Planck Institute for Physics"),
    )
    make_paper("2001.00001")
    author = openalex_author("Ada Lovelace", "A5001", affiliations=[("Max Planck Institute for Physics", "I2")])
    tell(OPENALEX, work("2001.00001", [author], institutions=(InstitutionRecord("I2", part.name),)))
    above = InstitutionAncestor.objects.create(institution=part, ancestor=whole, distance=1)
    follow(Settled(led=set(), moved={part.pk}))
    whole.refresh_from_db()
    assert (whole.paper_count, whole.paper_count_with_parts) == (0, 1)
    above.delete()
    follow(Settled(led=set(), moved={part.pk}))
    whole.refresh_from_db()
    assert whole.paper_count_with_parts == 0


def test_removed_paper_leaves_all_counts_and_comes_back_to_them():
    place = make_institution("I1", "Analytical Institute")
    paper = make_paper("2001.00001")
    author = openalex_author("Ada Lovelace", "A5001", affiliations=[("Analytical Institute", "I1")])
    tell(OPENALEX, work("2001.00001", [author], institutions=(InstitutionRecord("I1", place.name),)))
    for step, count in ((-1, 0), (1, 1)):
        Paper.objects.update(removed_at=paper.changed_at if step < 0 else None)
        papers_come_or_go([paper.pk], step, paper.changed_at)
        place.refresh_from_db()
        assert place.paper_count == Researcher.objects.get().paper_count == count
    assert recount() == 0
