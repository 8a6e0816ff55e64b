"""What Semantic Scholar's papers and authors mean: each trap that has been seen, in a small payload."""

from datetime import date

import pytest

from harvest.records import Refused
from harvest.sources.semantic_scholar.authors import parse_author
from harvest.sources.semantic_scholar.papers import parse_batch, parse_paper
from tests.upstreams.semantic_scholar import author, paper, paper_id


def test_a_paper_of_arxiv_is_not_published():
    found = parse_paper(paper(1, "2401.00001", title="On <i>x</i> &amp; y"))
    assert (found.outside_id, found.second_id, found.arxiv_ids) == (paper_id(1), "CorpusId:1", ("2401.00001",))
    assert (found.title, found.venue, found.date) == ("On x & y", "", date(2024, 1, 2))


@pytest.mark.parametrize(
    ("facts", "venue"),
    [
        ({"venue": "ICML"}, "ICML"),
        ({"venue": "", "journal": {"name": "ArXiv"}}, ""),
        ({"venue": "arXiv.org", "journal": {"name": "Nature"}}, "Nature"),
        ({"venue": None, "journal": None, "publicationVenue": {"name": "ICML"}}, "ICML"),
        ({"venue": " ", "journal": {"name": None}}, ""),
    ],
)
def test_the_venue_is_the_first_that_is_not_arxiv(facts, venue):
    assert parse_paper(paper(1, **facts)).venue == venue


def test_names_are_the_profiles_and_profiles_may_be_missing_or_twice():
    found = parse_paper(paper(1, authors=[("7", "A. Lee"), (None, "Bo Ek"), ("7", "Anna Lee"), ("x7", "C")])).authors
    assert [(one.position, one.name, one.profile_name, one.profile_id) for one in found] == [
        (1, "", "A. Lee", "7"),
        (2, "", "Bo Ek", ""),
        (3, "", "Anna Lee", "7"),
        (4, "", "C", ""),
    ]
    assert found[0].any_name == "A. Lee"


@pytest.mark.parametrize("outside", [None, {}, {"ArXiv": None}, {"ArXiv": "nonsense", "DOI": "no doi"}])
def test_ids_may_be_missing(outside):
    found = parse_paper({"paperId": paper_id(1), "externalIds": outside})
    assert (found.arxiv_ids, found.doi, found.second_id) == ((), "", "")


def test_an_arxiv_doi_tells_the_id_where_no_other_does():
    found = parse_paper(paper(1, externalIds={"DOI": "10.48550/ARXIV.2401.00001", "CorpusId": 5}))
    assert (found.arxiv_ids, found.arxiv_location, found.published_doi) == (("2401.00001",), False, "")
    assert parse_paper(paper(1, externalIds={"DOI": "10.1093/MIND/LIX.236.433"})).doi == "10.1093/mind/lix.236.433"


def test_null_lists_are_empty():
    found = parse_paper({"paperId": paper_id(1), "authors": None, "citations": None, "references": None, "year": None})
    assert (found.authors, found.reference_ids, found.year, found.date) == ((), (), None, None)


def test_references_without_an_id_are_left_out():
    assert parse_paper(paper(1, references=[2, None, 3, 2])).reference_ids == (paper_id(2), paper_id(3))


def test_rows_are_zipped_by_position_and_nulls_stay():
    found = parse_batch(["ARXIV:2401.00001", "ARXIV:2401.00002"], [None, paper(2, "2401.00002")])
    assert [(one.asked, one.record and one.record.outside_id) for one in found] == [
        ("ARXIV:2401.00001", None),
        ("ARXIV:2401.00002", paper_id(2)),
    ]


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        ({"id": "5bd3e1fe913dea18eb5d485b3c481e491d3afd04"}, "no paperId"),
        ({"paperId": "W1"}, "paperId 'W1' is none"),
        ({"paperId": paper_id(1), "authors": [[]]}, "authors[0] is a list, not an object"),
        ({"paperId": paper_id(1), "year": "2024"}, "year is a text, not a whole number"),
        ({"paperId": paper_id(1), "citationCount": -1}, "citationCount is -1: out of range"),
    ],
)
def test_a_wrong_shape_is_refused_with_its_reason(payload, reason):
    found = parse_paper(payload)
    assert isinstance(found, Refused)
    assert found.reason == reason


def test_an_author_has_counts_and_the_affiliations_of_today():
    orcid = {"ORCID": "0000-0002-1825-0097", "DBLP": ["Ann Lee"]}
    found = parse_author(author("7", "A. Lee", affiliations=["MIT", "MIT.", "CERN"], externalIds=orcid, aliases=["X"]))
    assert ([one.name for one in found.affiliations], found.orcid) == (["MIT", "CERN"], "0000-0002-1825-0097")
    assert found.alternatives == ()
    assert parse_author({"authorId": None}).reason == "no authorId"
