"""ORCIDs in what outside sources say: they join researchers, and contradict profiles."""

from dataclasses import replace

import pytest

from papers.models import Authorship, OutsideWork
from researchers.models import Researcher
from tests.factories import make_paper
from tests.harvest.outside import OPENALEX, SCHOLAR, links, openalex_author, scholar_author, tell, work

pytestmark = pytest.mark.django_db


def test_orcid_that_comes_later_merges_two_researchers():
    for number in (1, 2):
        make_paper(f"2001.0000{number}", authors=["Ada Lovelace"])
        tell(OPENALEX, work(f"2001.0000{number}", [openalex_author("Ada Lovelace", f"A500{number}")]))
    first, second = Researcher.objects.order_by("pk")
    for number in (1, 2):
        author = openalex_author("Ada Lovelace", f"A500{number}", orcid="0000-0002-1825-0097")
        tell(OPENALEX, work(f"2001.0000{number}", [author]))
    second.refresh_from_db()
    first.refresh_from_db()
    assert (second.merged_into, second.paper_count) == (first, 0)
    assert (first.orcid, first.paper_count) == ("0000-0002-1825-0097", 2)
    assert {slot.evidence for slot in Authorship.objects.all()} == {"orcid"}


def test_profile_whose_orcid_the_paper_contradicts_claims_nothing():
    paper = make_paper("2001.00001")
    author = openalex_author("Ada Lovelace", "A5001", orcid="0000-0002-1825-0097")
    tell(OPENALEX, work("2001.00001", [replace(author, claimed_orcid="0000-0001-5109-3700")]))
    assert links(paper) == {}
    tell(OPENALEX, work("2001.00001", [replace(author, claimed_orcid=author.orcid)]))
    assert links(paper)


def test_orcid_given_without_a_profile_keeps_another_sources_claim_open():
    first, second = make_paper("2001.00001"), make_paper("2001.00002")
    ada = openalex_author("Ada Lovelace", "A5001", orcid="0000-0002-1825-0097")
    other = replace(openalex_author("Ada Lovelace", ""), claimed_orcid="0000-0001-5109-3700")
    tell(OPENALEX, work("2001.00001", [ada]), work("2001.00002", [other]))
    tell(SCHOLAR, work("2001.00001", [scholar_author("Ada Lovelace", "7")], SCHOLAR))
    tell(SCHOLAR, work("2001.00002", [scholar_author("Ada Lovelace", "7")], SCHOLAR))
    assert links(first)
    assert links(second) == {}
    tell(OPENALEX, work("2001.00002", [replace(other, claimed_orcid="")]))
    assert links(second) == links(first)


def test_orcid_in_another_record_of_the_paper_keeps_a_claim_open_too():
    first, second = make_paper("2001.00001"), make_paper("2001.00002")
    ada = openalex_author("Ada Lovelace", "A5001", orcid="0000-0002-1825-0097")
    other = openalex_author("Ada Lovelace", "A5002", orcid="0000-0001-5109-3700")
    preprint = work("2001.00002", [openalex_author("Ada Lovelace")], outside_id="W1")
    journal = work("2001.00002", [other], outside_id="W2", arxiv_location=False, title="Another matter")
    tell(OPENALEX, work("2001.00001", [ada]), preprint, journal)
    assert OutsideWork.objects.get(paper=second, chosen=True).outside_id == "W1"
    tell(SCHOLAR, work("2001.00001", [scholar_author("Ada Lovelace", "7")], SCHOLAR))
    tell(SCHOLAR, work("2001.00002", [scholar_author("Ada Lovelace", "7")], SCHOLAR))
    assert links(first)
    assert links(second) == {}
