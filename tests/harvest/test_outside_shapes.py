"""Payloads with something else in any one place: a record or a refusal comes of it, never an error, always storable."""

from dataclasses import asdict
from itertools import product

import pytest

from harvest.records import Refused
from harvest.sources.openalex.authors import parse_author
from harvest.sources.openalex.institutions import parse_institution
from harvest.sources.openalex.works import Page, parse_work, parse_works
from harvest.sources.semantic_scholar.authors import parse_author as parse_s2_author
from harvest.sources.semantic_scholar.papers import parse_paper
from tests.upstreams import semantic_scholar as s2
from tests.upstreams.openalex import author, authorship, institution, work

UNI = institution("I1", "University of X", ror="https://ror.org/042nb2s44")
ROW = authorship("Lee, Ann", "A5000000001", strings=[("University of X", [UNI])], raw_orcid="0000-0002-1825-0097")
COUNTS = [{"year": 2024, "cited_by_count": 3}]
WORK = work("W1", "2401.00001", authors=[{**ROW, "countries": ["GB"]}], counts_by_year=COUNTS, referenced_works=["W2"])
GEO = {"city": "Oxford", "region": "X", "country": "Y", "country_code": "GB", "latitude": 51.7, "longitude": -1.2}
PLACE = {
    **UNI,
    "geo": GEO,
    "ids": {"wikidata": "https://www.wikidata.org/wiki/Q1"},
    "homepage_url": "https://x.example.org",
    "display_name_acronyms": ["UX"],
    "display_name_alternatives": ["X"],
    "associated_institutions": [{"id": "I2", "relationship": "child"}],
    "is_super_system": False,
}
PAYLOADS = {
    parse_work: WORK,
    parse_works: {"meta": {"count": 1}, "results": [WORK]},
    parse_author: author("A5000000001", "Ann", affiliations=[{"institution": UNI, "years": [2024]}]),
    parse_institution: PLACE,
    parse_paper: s2.paper(1, "2401.00001", authors=[("7", "A. Lee")], references=[2]),
    parse_s2_author: s2.author("7", "A. Lee", affiliations=["MIT"], homepage="https://a.example.org"),
}
JUNK = [
    *(None, True, 0, -1, 1.5, 10**30, float("inf"), float("nan"), "", " ", "x\x00y", "\ud800", "<", "&#0;", "&#55296;"),
    *(
        [],
        {},
        [None],
        [[]],
        [{}],
        ["\x00"],
        [1],
        {"id": []},
        {"id": "W1\x00"},
        "https://openalex.org/W1",
        "I-1",
        "A" * 300,
    ),
]


def places(value, path=()):
    """Every place in a payload."""
    yield path
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(one, (*path, key))


def changed(value, path, junk):
    if not path:
        return junk
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(value[path[0]], path[1:], junk)
    return copy


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from strings(key)
            yield from strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from strings(one)


def is_unicode(text):
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


@pytest.mark.parametrize("parse", PAYLOADS)
def test_junk_in_any_place_gives_a_record_or_a_refusal(parse):
    payload = PAYLOADS[parse]
    for path, junk in product(places(payload), JUNK):
        found = parse(changed(payload, path, junk))
        for record in found.records if isinstance(found, Page) else [found]:
            if isinstance(record, Refused):
                assert record.reason
                assert record.raw
            else:
                assert not [text for text in strings(asdict(record)) if "\x00" in text or not is_unicode(text)], path


@pytest.mark.parametrize("parse", PAYLOADS)
def test_without_junk_there_is_a_record(parse):
    assert not isinstance(parse(PAYLOADS[parse]), Refused)


@pytest.mark.parametrize("parse", PAYLOADS)
def test_every_field_may_be_null_or_absent(parse):
    payload = PAYLOADS[parse]
    for key in payload.keys() - {"id", "paperId", "authorId", "results"}:
        assert not isinstance(parse({**payload, key: None}), Refused)
        assert not isinstance(parse({name: value for name, value in payload.items() if name != key}), Refused)
