"""ROR records of all schemas, odd ones among them."""

from typing import Any

import pytest

from harvest.organisations import OrganisationRecord, OrganisationRelation, Place
from harvest.records import Refused
from harvest.sources.ror.parser import parse
from tests.ror_sample import RECORDS, lines

OULU = "https://ror.org/03yj89h83"


def record(**changed: Any) -> dict[str, Any]:
    return {
        "id": OULU,
        "status": "active",
        "types": ["education", "funder"],
        "names": [
            {"value": "University of Oulu", "types": ["ror_display", "label"], "lang": "en"},
            {"value": "OY", "types": ["acronym"], "lang": None},
        ],
        "locations": [{"geonames_id": 1, "geonames_details": {"name": "Oulu", "country_code": "FI", "lat": 65.0}}],
        "relationships": [],
        "links": [{"type": "website", "value": "https://www.oulu.fi/en"}],
        "external_ids": [{"type": "wikidata", "all": ["Q840"], "preferred": None}],
        "established": 1958,
    } | changed


def parsed(**changed: Any) -> OrganisationRecord:
    found = parse(record(**changed))
    assert isinstance(found, OrganisationRecord), found
    return found


def test_record_is_read():
    found = parsed()
    assert (found.ror, found.name, found.status, found.kinds) == (
        "03yj89h83", "University of Oulu", "active", ("education", "funder"),
    )  # fmt: skip
    assert found.places == (Place(city="Oulu", country_code="FI", latitude=65.0),)
    assert [name.kinds for name in found.names] == [("ror_display", "label"), ("acronym",)]
    assert (found.homepage, found.wikidata, found.established) == ("https://www.oulu.fi/en", "Q840", 1958)


@pytest.mark.parametrize("ror", ["https://ror.org/012xzy7a9", "https://ror.org/03yj89h84", "", None, 7])
def test_id_with_wrong_check_digits_is_refused(ror):
    found = parse(record(id=ror))
    assert isinstance(found, Refused)
    assert "ROR id" in found.reason


@pytest.mark.parametrize(
    "odd",
    [None, [], "x", {}, {"id": OULU}, {"id": OULU, "names": 4}, record(status="closed"), record(names=[{"value": " "}]),
     record(locations=[{"geonames_details": "Oulu"}]), record(external_ids=[{"type": "wikidata", "all": 4}])],
)  # fmt: skip
def test_record_of_another_shape_is_refused_with_its_reason(odd):
    found = parse(odd)
    assert isinstance(found, Refused)
    assert found.reason
    assert found.raw


def test_names_are_trimmed_but_keep_their_joiners():
    names = [
        {"value": "  دانشگاه\u200c تهران\u200b ", "types": ["ror_display"]},
        {"value": "University  of\u00a0Tehran\ufeff", "types": ["label"]},
    ]
    assert [name.value for name in parsed(names=names).names] == ["دانشگاه\u200c تهران", "University of Tehran"]


def test_half_a_surrogate_pair_does_not_reach_the_database():
    parsed(names=[{"value": "Univ \ud800", "types": ["label"]}]).name.encode()


def test_name_told_twice_is_one_with_both_kinds():
    names = [{"value": "CERN", "types": ["acronym"]}, {"value": "CERN ", "types": ["ror_display"], "lang": "en"}]
    assert [(n.value, n.kinds, n.language) for n in parsed(names=names).names] == [
        ("CERN", ("acronym", "ror_display"), "en")
    ]


def test_record_related_to_itself_or_to_nothing_valid_has_no_such_relation():
    told = [
        {"type": "parent", "id": OULU},
        {"type": "child", "id": "https://ror.org/012xzy7a9"},
        {"type": "friend", "id": "https://ror.org/00b30xv10"},
        {"type": "Successor", "id": "https://ror.org/00b30xv10"},
        {"type": "successor", "id": "https://ror.org/00b30xv10"},
    ]
    assert parsed(relationships=told).relations == (OrganisationRelation("successor", "00b30xv10"),)


def test_homepage_that_is_no_web_address_is_dropped():
    assert parsed(links=[{"type": "website", "value": "javascript:alert(1)"}]).homepage == ""


def test_retired_schema_is_read():
    found = parse(
        {
            "id": OULU, "name": "University of Oulu", "status": "active", "types": ["Education"], "established": 1958,
            "aliases": ["Oulu University"], "acronyms": ["OY"],
            "labels": [{"label": "Oulun yliopisto", "iso639": "fi"}],
            "country": {"country_code": "FI", "country_name": "Finland"}, "links": ["http://www.oulu.fi/"],
            "addresses": [{"lat": 65.0, "lng": 25.4, "city": "Oulu", "state": None}],
            "external_ids": {"Wikidata": {"preferred": "Q840", "all": ["Q840"]}},
            "relationships": [{"type": "Child", "id": "https://ror.org/00b30xv10"}],
        }
    )  # fmt: skip
    assert isinstance(found, OrganisationRecord)
    assert [(name.value, name.language) for name in found.names] == [
        ("University of Oulu", ""), ("Oulun yliopisto", "fi"), ("Oulu University", ""), ("OY", ""),
    ]  # fmt: skip
    assert found.places == (Place("Oulu", "", "FI", "Finland", 65.0, 25.4),)
    assert found.relations == (OrganisationRelation("child", "00b30xv10"),)


@pytest.mark.slow
def test_every_record_of_the_sample_is_read():
    several_places = 0
    for name in RECORDS:
        for told in lines(name):
            found = parse(told)
            assert isinstance(found, OrganisationRecord), (told["id"], found)
            several_places += len(found.places) > 1
    assert several_places == 129


def test_withdrawn_and_changed_records_of_the_sample_are_read():
    for told in lines("ror-v2-inactive-and-withdrawn"):
        assert parse(told["record"]).status in ("inactive", "withdrawn")
    for told in lines("ror-v2-before-after-pairs"):
        before, after = parse(told["before"]["record"]), parse(told["after"]["record"])
        assert before.ror == after.ror
        if "display name" in told["changed"]:
            assert before.name != after.name
