"""What OpenAlex's works, authors and institutions mean: each trap that has been seen, in a small payload."""

from datetime import date

import pytest

from harvest.outside_records import OutsideAffiliation
from harvest.records import Refused
from harvest.sources.openalex.authors import parse_author, parse_authors
from harvest.sources.openalex.institutions import parse_institution
from harvest.sources.openalex.merges import Merge, parse_merges
from harvest.sources.openalex.works import parse_work, parse_works
from tests.upstreams.openalex import author, authorship, institution, work

UNI = institution("I1", "University of X", ror="https://ror.org/042nb2s44")
LAB = institution("I2", "X Lab")


def rows(*authorships, **facts):
    return parse_work(work("W1", authors=authorships, **facts)).authors


@pytest.mark.parametrize(
    ("place", "arxiv_id"),
    [
        ({"id": "pmh:oai:arXiv.org:hep-th/9901001"}, "hep-th/9901001"),
        ({"id": "mag:1", "landing_page_url": "https://arxiv.org/pdf/1310.4546.pdf"}, "1310.4546"),
        ({"landing_page_url": "http://arxiv.org/abs/1310.4546v3"}, "1310.4546"),
        ({"pdf_url": "http://export.arxiv.org/pdf/1310.4546"}, "1310.4546"),
        ({"landing_page_url": "https://doi.org/10.48550/arXiv.1310.4546"}, "1310.4546"),
        ({"landing_page_url": "https://example.org/abs/1310.4546"}, None),
        ({"landing_page_url": "https://example.org/?to=http://arxiv.org/abs/1310.4546"}, None),
        ({"landing_page_url": "http://[arxiv.org/abs/1310.4546"}, None),
        ({"id": "pmh:oai:CiteSeerX.psu:10.1.1.741.434"}, None),
        ({"id": None, "landing_page_url": None, "pdf_url": None, "source": None}, None),
    ],
)
def test_an_arxiv_id_is_found_in_a_location(place, arxiv_id):
    found = parse_work({"id": "W1", "locations": [place]})
    assert found.arxiv_ids == ((arxiv_id,) if arxiv_id else ())
    assert found.arxiv_location == (arxiv_id is not None)
    assert parse_work({"id": "W1", "primary_location": place}).arxiv_ids == found.arxiv_ids


def test_an_arxiv_doi_alone_is_weaker_evidence():
    found = parse_work({"id": "https://openalex.org/w1", "doi": "https://doi.org/10.48550/ARXIV.2401.00001"})
    assert (found.outside_id, found.arxiv_ids, found.arxiv_location) == ("W1", ("2401.00001",), False)
    assert (found.doi, found.published_doi) == ("10.48550/arxiv.2401.00001", "")


@pytest.mark.parametrize("nobody", [None, "A9999999999", "A5317838346", "A2208157607", "I5000000001"])
def test_nobody_is_made_of_an_id_that_stands_for_nobody(nobody):
    (row,) = rows(authorship("Ann Lee", nobody, orcid="https://orcid.org/0000-0002-1825-0097"))
    assert (row.name, row.profile_id) == ("Ann Lee", "")


@pytest.mark.parametrize("nobody", ["A9999999999", "A5317838346"])
def test_the_null_author_lends_its_name_to_none(nobody):
    (row,) = rows(authorship("Ann Lee", nobody, name="Deleted Author", orcid="https://orcid.org/0000-0002-1825-0097"))
    assert (row.any_name, row.profile_name, row.orcid) == ("Ann Lee", "", "")


def test_a_shifted_row_keeps_raw_name_and_profile_apart():
    first, second = rows(
        authorship("Ann Lee", "A5000000001", name="Bo Ek"), authorship("MIT", "A5000000002", "Ann Lee")
    )
    assert (first.name, first.profile_name) == ("Ann Lee", "Bo Ek")
    assert (second.position, second.name, second.profile_id, second.profile_name) == (
        2,
        "MIT",
        "A5000000002",
        "Ann Lee",
    )


def test_one_profile_may_have_two_rows():
    found = rows(authorship("Ann Lee", "A5000000001"), authorship("Anna Lee", "A5000000001"))
    assert [(one.position, one.profile_id) for one in found] == [(1, "A5000000001"), (2, "A5000000001")]


def test_a_raw_name_is_turned_round_and_kept_as_it_was():
    (row,) = rows(authorship("Gassman, Philip W.", "A5000000001", name="P. Gassman"))
    assert (row.name, row.raw_name, row.profile_name) == ("Philip W. Gassman", "Gassman, Philip W.", "P. Gassman")


def test_without_a_raw_name_only_the_profile_has_one():
    (row,) = rows(authorship(None, "A5000000001", name="Ann Lee"))
    assert (row.name, row.profile_name, row.any_name) == ("", "Ann Lee", "Ann Lee")


def test_only_orcids_with_a_right_check_character_count():
    good, bad = "https://orcid.org/0000-0002-1825-0097", "https://orcid.org/0000-0002-1825-0098"
    found = rows(authorship("A", orcid=good, raw_orcid=bad), authorship("B", orcid=bad, raw_orcid=good))
    assert [(one.orcid, one.claimed_orcid) for one in found] == [
        ("0000-0002-1825-0097", ""),
        ("", "0000-0002-1825-0097"),
    ]


def test_each_string_comes_once_with_its_own_institutions():
    strings = [("X Lab, University of X", [UNI, LAB]), ("X Lab, University of X.", [UNI]), ("Nowhere", [])]
    (row,) = rows(authorship("Ann Lee", strings=strings))
    assert row.affiliations == (
        OutsideAffiliation("X Lab, University of X", ("I1", "I2")),
        OutsideAffiliation("Nowhere", ()),
    )


def test_before_2024_one_string_explains_all_institutions():
    row = {"author": {}, "institutions": [UNI, LAB], "raw_affiliation_strings": ["X Lab, University of X"]}
    assert rows(row)[0].affiliations == (OutsideAffiliation("X Lab, University of X", ("I1", "I2")),)


def test_before_2024_several_strings_explain_none():
    row = {"author": {}, "institutions": [UNI, LAB], "raw_affiliation_strings": ["X Lab", "University of X"]}
    assert rows(row)[0].affiliations == (
        OutsideAffiliation("X Lab"),
        OutsideAffiliation("University of X"),
        OutsideAffiliation("", ("I1", "I2")),
    )


def test_the_single_string_of_2022_is_read():
    row = {"author": {"id": None}, "institutions": [], "raw_affiliation_string": "University of X"}
    assert rows(row)[0].affiliations == (OutsideAffiliation("University of X"),)


def test_institutions_without_an_id_are_none():
    nameless = [{"id": None, "display_name": "X"}, {"id": "https://openalex.org/I-1"}, {}, LAB]
    found = parse_work(work("W1", authors=[{"author": {}, "institutions": nameless}]))
    assert [(one.id, one.name, one.country_code) for one in found.institutions] == [("I2", "X Lab", "GB")]


@pytest.mark.parametrize(
    ("count", "flag", "whole", "truncated"),
    [
        (99, None, False, False),
        (100, None, False, True),
        (100, False, False, True),
        (100, True, False, True),
        (100, None, True, False),
        (101, None, False, False),
        (50, True, False, True),
    ],
)
def test_exactly_a_hundred_authors_is_a_cut_list(count, flag, whole, truncated):
    payload = work("W1", authors=[f"Ann {n}" for n in range(count)], is_authors_truncated=flag)
    assert parse_work(payload, whole=whole).authors_truncated == truncated


def test_a_venue_that_is_arxiv_is_no_publication():
    assert parse_work(work("W1", "2401.00001")).venue == ""
    assert parse_work(work("W1", "2401.00001", published_doi="10.1000/1")).venue == "Journal of Works"
    assert parse_work({"id": "W1", "primary_location": {"source": None, "raw_source_name": "J. X"}}).venue == "J. X"
    assert parse_work({"id": "W1", "host_venue": {"display_name": "Nature"}}).venue == "Nature"


def test_counts_leave_years_without_out_and_come_in_order():
    told = [
        {"year": 2024, "cited_by_count": 3},
        {"year": 2026, "cited_by_count": 1},
        {"year": 2025, "cited_by_count": 0},
    ]
    found = parse_work(work("W1", counts_by_year=told, cited_by_count=9))
    assert (found.cited_by_count, found.cited_by_year) == (9, ((2024, 3), (2026, 1)))


def test_a_work_of_select_has_what_was_selected():
    found = parse_work({"id": "W1", "title": None, "authorships": None, "locations": None, "doi": None, "type": None})
    assert (found.title, found.authors, found.date, found.cited_by_count, found.retracted) == (
        "",
        (),
        None,
        None,
        False,
    )


def test_crossref_s_words_of_2023_are_openalex_s():
    assert parse_work({"id": "W1", "type": "journal-article"}).kind == "article"
    assert parse_work({"id": "W1", "type": "posted-content"}).kind == "preprint"


def test_an_abstract_as_a_string_and_new_fields_are_passed_over():
    strange = '{"IndexLength": 1, "InvertedIndex": {}}'
    found = parse_work(
        {"id": "W1", "abstract_inverted_index": strange, "a_new_field": [1], "publication_date": "2023-00-00"}
    )
    assert (found.outside_id, found.date) == ("W1", None)
    assert parse_work({"id": "W1", "publication_date": "2030-01-01"}).date == date(2030, 1, 1)


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (None, "the record is nothing, not an object"),
        ([], "the record is a list, not an object"),
        ({}, "no id"),
        ({"id": "https://openalex.org/S1"}, "id 'https://openalex.org/S1' is no work's"),
        ({"id": 7}, "id is a number, not a text"),
        ({"id": "W1", "title": ["x"]}, "title is a list, not a text"),
        ({"id": "W1", "title": "x" * 20_001}, "title has 20001 characters"),
        ({"id": "W1", "authorships": {}}, "authorships is an object, not a list"),
        ({"id": "W1", "authorships": ["Ann"]}, "authorships[0] is a text, not an object"),
        ({"id": "W1", "authorships": [{"author": []}]}, "author is a list, not an object"),
        ({"id": "W1", "cited_by_count": "many"}, "cited_by_count is a text, not a whole number"),
        ({"id": "W1", "cited_by_count": 2**31}, "cited_by_count is 2147483648: out of range"),
        ({"id": "W1", "cited_by_count": True}, "cited_by_count is true or false, not a whole number"),
        ({"id": "W1", "is_retracted": "no"}, "is_retracted is a text, not true or false"),
        ({"id": "W1", "referenced_works": [1]}, "referenced_works is a number, not a text"),
    ],
)
def test_a_wrong_shape_is_refused_with_its_reason(payload, reason):
    found = parse_work(payload)
    assert isinstance(found, Refused)
    assert found.reason == reason
    assert found.raw


def test_a_work_of_the_wrong_shape_costs_no_other():
    page = parse_works({"meta": {"count": 3}, "results": [work("W1"), {"id": "W2", "title": 1}, work("W3")]})
    assert [type(one).__name__ for one in page.records] == ["WorkRecord", "Refused", "WorkRecord"]
    assert page.records[1].external_id == "W2"
    assert parse_works({"meta": {}}).reason == "no results in a list answer"


def test_an_author_has_places_with_years_the_last_known_first():
    places = [{"institution": UNI, "years": [2019, 2021]}, {"institution": LAB, "years": [2024, 2023]}]
    found = parse_author(
        author(
            "A5000000001",
            "Ann Lee",
            affiliations=places,
            last_known_institutions=[UNI],
            display_name_alternatives=["A. Lee", "Ann Lee"],
            raw_author_names=["Lee, Ann"],
        )
    )
    assert [(one.institution_id, one.years, one.last_known) for one in found.affiliations] == [
        ("I1", (2021, 2019), True),
        ("I2", (2024, 2023), False),
    ]
    assert (found.alternatives, found.h_index) == (("A. Lee", "Lee, Ann"), 1)


def test_an_author_of_2023_has_one_last_institution():
    payload = {"id": "A5000000001", "display_name": "Ann", "last_known_institution": UNI, "summary_stats": None}
    found = parse_author(payload)
    assert [(one.institution_id, one.ror, one.last_known) for one in found.affiliations] == [
        ("I1", "https://ror.org/042nb2s44", True)
    ]


@pytest.mark.parametrize(
    ("author_id", "reason"),
    [
        ("A5317838346", "A5317838346 is the deleted author, no person"),
        ("A9999999999", "A9999999999 is the null author, no person"),
        ("A2208157607", "A2208157607 is of the generation that died in July 2023"),
        ("W1", "id 'https://openalex.org/W1' is no author's"),
    ],
)
def test_no_person_is_refused(author_id, reason):
    refused, good = parse_authors({"results": [author(author_id, "X"), author("A5000000001", "Ann Lee")]})
    assert (refused.reason, good.name) == (reason, "Ann Lee")


def test_an_institution_tells_its_place_and_relations():
    related = [{"id": "https://openalex.org/I2", "relationship": "child"}, {"id": UNI["id"], "relationship": "related"}]
    geo = {"city": "Oxford", "latitude": 51.7, "longitude": -1.2, "country": "United Kingdom", "region": None}
    found = parse_institution({**UNI, "associated_institutions": related, "geo": geo, "display_name_acronyms": ["UX"]})
    assert (found.related, found.city, found.region, found.acronyms) == ((("child", "I2"),), "Oxford", "", ("UX",))
    assert parse_institution({**UNI, "geo": {"latitude": 123}}).reason == "latitude is 123: no such place"


@pytest.mark.parametrize(("told", "code"), [("gb", "GB"), ("GBR", ""), ("G1", ""), ("ÅÄ", ""), (None, "")])
def test_a_country_is_two_letters_or_none(told, code):
    assert parse_institution({**UNI, "country_code": told}).country_code == code


def test_merges_of_old_snapshots_tell_what_is_gone():
    file = "merge_date,id,merge_into_id\n2022-08-03,A1,A5000000001\n2023-04-13,A2,A5317838346\n2023-04-13,A3,W1\nx,A1\n"
    first, second, third, fourth = parse_merges(file)
    assert first == Merge("A1", "A5000000001", date(2022, 8, 3))
    assert second.into == ""
    assert (third.reason, fourth.reason) == ("no two ids of one kind", "no day and two ids")


def test_what_is_nested_without_end_is_refused_like_anything_else():
    nested = []
    for _ in range(20_000):
        nested = [nested]
    page = parse_works({"results": [{"id": "https://openalex.org/W1", "title": nested}, work("W2", "2401.00001")]})
    assert page.records[0].reason == "title is a list, not a text"
    assert page.records[1].outside_id == "W2"
