"""The measure of `bench/affiliations.py` on the gold sets, held to what it reached."""

import pytest

from bench import affiliations

LEAST_RECALL = {"crossref": 0.60, "springer": 0.70}


@pytest.fixture(scope="module")
def measures():
    if not affiliations.ROR.exists():
        pytest.skip("the sample of ROR (../shared/upstream/ror) is not here")
    return affiliations.measure_all(affiliations.load_records())


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAST_RECALL)
def test_ids_given_are_right_and_enough(measures, name):
    for records in ("all", f"to {affiliations.SETS[name][1]}"):
        whole = measures[name, records, "ours", "whole"]
        assert whole.precision >= 0.97
        assert whole.recall >= LEAST_RECALL[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAST_RECALL)
def test_lines_kept_aside_lose_little(measures, name):
    aside = measures[name, f"to {affiliations.SETS[name][1]}", "ours", "aside"]
    assert aside.precision >= 0.965
    assert aside.recall >= LEAST_RECALL[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAST_RECALL)
def test_plain_names_give_less_and_more_wrong_ones(measures, name):
    ours, plain = (measures[name, "all", matching, "whole"] for matching in ("ours", "plain"))
    assert ours.precision > plain.precision
    assert ours.recall > plain.recall
