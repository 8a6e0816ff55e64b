"""Whether a printed affiliation speaks of an institution that a source saw in it: by its names, and by the country."""

import pytest

from harvest.matching.institution_check import Named, support

KTH = Named(("KTH Royal Institute of Technology", "KTH"), ("Stockholm", "Sweden"), frozenset(["SE"]))
OXFORD = Named(("University of Oxford",), ("Oxford", "England", "United Kingdom"), frozenset(["GB"]))
HONG_KONG = Named(("University of Hong Kong",), ("Hong Kong",), frozenset(["HK"]))


@pytest.mark.parametrize(
    ("named", "text"),
    [
        (OXFORD, "Department of Physics, University of Oxford, Oxford OX1 3PU, UK"),
        (OXFORD, "University of Oxford"),
        (OXFORD, "University of Oxford, England and CNRS, Paris, France"),
        (OXFORD, "University of Oxford, Oxford; CNRS, Paris, France"),
        (OXFORD, "University of Oxford, MS 38677"),
        (KTH, "KTH Royal Institute of Technology, Stockholm, France"),  # its town is named: the country is wrong
        (HONG_KONG, "University of Hong Kong, Pokfulam, China"),
        (OXFORD, "University of Oxford, Rabat, Morocco"),  # its name names its town: it may have a branch there
        (Named(("University of Oxford",)), "University of Oxford, Morocco"),  # where it is was not told
    ],
)
def test_string_that_names_it_speaks_of_it(named, text):
    assert support(named, text) > 0


@pytest.mark.parametrize(
    ("named", "text"),
    [
        (KTH, "KTH, Rabat, Morocco"),
        (KTH, "Royal Institute of Technology, 10000 Rabat, Morocco."),
        (KTH, "1 Royal Institute of Technology, 10115 Berlin, Germany; 2 KTH, Rabat, Morocco"),
        (KTH, "Royal Institute of Technology, Melbourne, VIC 3000, Australia"),
        (OXFORD, "Tsinghua University, Beijing"),
    ],
)
def test_namesake_in_another_country_is_not_meant(named, text):
    countries = {"morocco": {"MA"}, "germany": {"DE"}, "australia": {"AU"}}
    assert support(named, text, countries) == 0


def test_state_that_is_called_as_a_country_is_none():
    athens = Named(("University of Georgia",), ("Athens",), frozenset(["US"]))
    assert support(athens, "University of Georgia, Tifton, Georgia") > 0
