"""Whatever is typed behind the addresses of people and places: a page, one hop to it, or not found; never our fault."""

from urllib.parse import quote

import pytest

from tests.factories import make_institution, make_profile, make_researcher
from tests.weaving import weave, written

pytestmark = pytest.mark.django_db

JUNK = [
    *(
        "\x00",
        "a\x00b",
        "%",
        "%00",
        "'",
        '"',
        "<script>",
        "..",
        "\\",
        " ",
        "\n",
        "\u202e",
        "İ",
        "ﬁ",
        "٣",
        "½",
        "-",
        "-5",
    ),
    *("0", "9" * 18, "9" * 19, "9" * 400, "1e9", "x" * 3000, "😀" * 50, ".md", ".json", ".md.json", "5-.jsonld"),
    *("wei-zhang", "WEI+ZHANG", "zhang, wei", "https://ror.org/05a28rw58", "HTTPS:/ROR.ORG/05A28RW58", "05a28rw59"),
    *(
        "0000-0002-1825-0097",
        "https://orcid.org/0000000218250097",
        "0000-0002-1825-0098",
        "a5000000001",
        "77",
        "f" * 40,
    ),
]
VALUES = ["\x00", "a\x00b", "'", "٣", "-5", "9" * 19, "x" * 3000, "\n"]
BROKEN_BYTES = ["%ED%A0%80", "%FF%FE", "%C0%80", "%E2%28%A1"]
SPELLED = [quote(one, safe="") for one in JUNK] + [quote(one, safe="/:") for one in JUNK if "/" in one] + BROKEN_BYTES
BELOW = ["/researchers/", "/institutions/", "/orcid/", "/ror/", "/openalex/", "/s2/"]
ASKED = ["q", "page", "after", "category", "country", "year", "institution", "researcher", "sort", "parts", "when"]


@pytest.fixture
def site(collected_static):
    """A person and a place with all their pages, and another person of the name."""
    ada = make_researcher("Wei Zhang", orcid="0000-0002-1825-0097")
    make_profile(ada, outside_id="A5000000001")
    zurich = make_institution("ETH Zurich", ror="05a28rw58", country="Switzerland", country_code="CH")
    written(ada, make_researcher("Wei Zhang"), at=[zurich])
    weave()
    return ada.get_absolute_url(), zurich.get_absolute_url()


def answer(client, path):
    """The status at the end; more than one hop is a fault of ours."""
    response = client.get(path)
    if response.status_code in (301, 302):
        path = response["Location"]
        response = client.get(path)
    return path, response.status_code


@pytest.mark.parametrize("below", BELOW)
def test_any_id_or_name_is_found_in_one_hop_or_not_at_all(client, site, below):
    found = {one: answer(client, below + one) for one in SPELLED}
    assert {one: told for one, told in found.items() if told[1] not in (200, 404)} == {}


@pytest.mark.parametrize("suffix", ["", ".md", "/history", "/feed.xml"])
def test_any_slug_behind_an_id_leads_to_the_page(client, site, suffix):
    person = site[0].partition("-")[0]
    endings = (".md", ".json", ".jsonld")  # ask for another format
    spelled = [one for one in SPELLED if "%2F" not in one and "/" not in one and not one.endswith(endings)]
    found = {one: answer(client, f"{person}-{one}{suffix}") for one in spelled}
    assert {one: told for one, told in found.items() if told != (site[0] + suffix, 200)} == {}


@pytest.mark.parametrize(
    "page", ["/researchers", "/institutions", "person", "place", "people of place", "/researchers/wei-zhang"]
)
def test_any_value_of_any_parameter_is_answered(client, site, page):
    person, place = site
    path = {"person": person, "place": place, "people of place": f"{place}/researchers"}.get(page, page)
    asked = [f"{path}?{name}={quote(one, safe='')}" for name in ASKED for one in VALUES]
    found = {one: answer(client, one) for one in asked}
    assert {one: told for one, told in found.items() if told[1] not in (200, 404)} == {}


@pytest.mark.parametrize("query", ["parts=perhaps", "when=tomorrow"])
def test_people_are_asked_for_in_no_other_way(client, site, query):
    assert client.get(f"{site[1]}/researchers?{query}").status_code == 404
