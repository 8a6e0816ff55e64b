"""Our table of categories against arXiv's, as far as it is here."""

import json
from pathlib import Path

import pytest

from papers.taxonomy import ARCHIVES, CATEGORIES, CATEGORY_BY_CODE, GROUPS, archive_of, canonical

FILE = Path(__file__).resolve().parents[3] / "shared/upstream/arxiv/taxonomy/arxiv_taxonomy.json"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("cs.CL", "cs.CL"),
        ("math.MP", "math-ph"),
        ("q-fin.EC", "econ.GN"),
        ("alg-geom", "math.AG"),
        ("atom-ph", "physics.atom-ph"),
        ("astro-ph", "astro-ph"),
        ("cs", None),
        ("CS.CL", None),
        ("test.soft", None),
        ("", None),
    ],
)
def test_codes_have_one_canonical_form(code, found):
    assert canonical(code) == found


def test_aliases_lead_to_a_canonical_category_in_one_step():
    for category in CATEGORIES:
        target = CATEGORY_BY_CODE[canonical(category.code)]
        assert target.alias_of == ""
        assert canonical(target.code) == target.code


def test_each_category_has_its_archive_and_group():
    groups = {group.code for group in GROUPS}
    archives = {archive.code: archive for archive in ARCHIVES}
    for category in CATEGORIES:
        assert archive_of(category.code) == category.archive
        assert archives[category.archive].group == category.group
        assert category.group in groups
    assert archive_of("cs") == "cs"
    assert archive_of("no-such") is None


@pytest.mark.skipif(not FILE.is_file(), reason="../shared/upstream/arxiv is not here")
def test_every_category_and_alias_of_arxiv_is_known():
    theirs = json.loads(FILE.read_text())
    real = [one for one in theirs["categories"] if one["in_archive"] not in ("test", "bad-arch")]
    assert {one["id"] for one in real} == set(CATEGORY_BY_CODE)
    assert {one["full_name"].casefold().replace(" - ", ", ") for one in real} - {
        category.name.casefold() for category in CATEGORIES
    } == {"atmospheric-oceanic sciences"}
    for alias, target in {**theirs["aliases_to_canonical"], **theirs["subsumed_archives"]}.items():
        assert canonical(alias) == target
