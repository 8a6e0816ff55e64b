"""Affiliations read with the institutions that the database holds."""

import pytest

from harvest.linking.institution_names import read_index
from harvest.linking.strings import reader
from harvest.matching.institutions import match
from tests.harvest.test_ror_loading import A, B, C, load, organisation
from tests.harvest.test_ror_parser import record

pytestmark = pytest.mark.django_db


def test_database_without_institutions_reads_nothing():
    assert reader()("University of Oulu") == ()


def test_institutions_loaded_are_found_and_later_ones_too(tmp_path):
    load(tmp_path, record())
    [found] = reader()("Department of Physics, University of Oulu, Finland")
    assert (found.ror, found.method) == ("03yj89h83", "name")
    assert reader()("Saar Institute, Oulu, Finland") == ()
    load(tmp_path, organisation(B, "Saar Institute"))
    assert [one.ror for one in reader()("Saar Institute, Oulu, Finland")] == ["00b30xv10"]


def test_places_parents_and_successors_come_with_them(tmp_path):
    two = [{"geonames_details": {"name": city, "country_code": code, "country_name": country}}
           for city, code, country in (("Oulu", "FI", "Finland"), ("Bergen", "NO", "Norway"))]  # fmt: skip
    load(
        tmp_path,
        organisation(A, "Saar Academy", ("child", B), locations=two),
        organisation(B, "Saar Institute"),
        organisation(C, "Saar Observatory", ("successor", B), status="withdrawn"),
    )
    index = read_index()
    assert index.ancestors("00b30xv10") == {"03yj89h83"}
    assert [one.ror for one in match("Saar Academy, Bergen, Norway", index)] == ["03yj89h83"]
    assert [one.ror for one in match("Saar Observatory, Oulu", index)] == ["00b30xv10"]
