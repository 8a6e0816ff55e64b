"""Which of several works speaks for a paper."""

import pytest

from harvest.precedence import best_first
from papers.models import OutsideWork
from tests.factories import make_paper
from tests.harvest.outside import OPENALEX, SCHOLAR, openalex_author, scholar_author, tell, work

ID, TITLE = "2001.00001", "On the analytical engine"


def told(outside_id, name="Ada Lovelace", title=TITLE, source=OPENALEX, **facts):
    author = openalex_author(name, "A5001") if source == OPENALEX else scholar_author(name, "77")
    return work(ID, [author], source, outside_id=outside_id, title=title, **facts)


def test_the_work_at_arxiv_comes_first_then_the_one_with_most_locations_then_the_one_with_the_first_id():
    by_doi = told("W1", arxiv_location=False, locations_count=3)
    two, three, more = told("W2"), told("W3"), told("W4", locations_count=2)
    assert [one.outside_id for one in best_first([by_doi, three, two, more])] == ["W4", "W2", "W3", "W1"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("works", "chosen"),
    [
        ([told("W1", locations_count=1), told("W2", locations_count=5)], "W2"),
        ([told("W1", arxiv_location=False, locations_count=9), told("W2")], "W2"),
        ([told("W1", "Wei Zhang", "Quite another thing", locations_count=9), told("W2")], "W2"),
        ([told("W1", "Wei Zhang", locations_count=9), told("W2")], "W1"),  # its title says so
        ([told("W1", title="Quite another thing", locations_count=9), told("W2")], "W1"),  # its authors say so
        ([told("W1", "Wei Zhang", "Quite another thing")], None),
    ],
)
def test_the_best_work_that_is_this_paper_speaks_for_it_in_whatever_order_they_come(works, chosen):
    make_paper(ID, title=TITLE)
    for several in (works, works[::-1]):
        tell(OPENALEX, *several)
        held = OutsideWork.objects.filter(chosen=True).values_list("outside_id", flat=True)
        assert list(held) == ([chosen] if chosen else [])
    assert OutsideWork.objects.count() == len(works)


@pytest.mark.django_db
def test_one_work_of_each_source_speaks_and_gives_way_to_a_better_one():
    make_paper(ID, title=TITLE)
    tell(OPENALEX, told("W1"))
    tell(SCHOLAR, told("s" * 40, source=SCHOLAR))
    tell(OPENALEX, told("W1"), told("W2", locations_count=4))
    assert dict(OutsideWork.objects.values_list("outside_id", "chosen")) == {"W1": False, "W2": True, "s" * 40: True}
    tell(OPENALEX, told("W1"))
    assert dict(OutsideWork.objects.values_list("outside_id", "chosen")) == {"W1": True, "W2": False, "s" * 40: True}
