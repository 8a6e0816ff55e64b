"""Ids and addresses that are pasted into the search box."""

from urllib.parse import quote

import pytest

from tests.factories import make_institution, make_outside_work, make_paper, make_profile, make_researcher
from tests.search.pages import hrefs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]


@pytest.mark.parametrize(
    "pasted",
    [
        "2401.16265",
        "arXiv:2401.16265v3",
        "https://arxiv.org/abs/2401.16265",
        "https://arxiv.org/pdf/2401.16265v1.pdf",
        "10.48550/arXiv.2401.16265",
        "https://doi.org/10.1103/PhysRevB.51.1922",
        "doi:10.1103/physrevb.51.1922",
        "https://example.org/papers/2401.16265-any-slug",
    ],
)
def test_pasted_ids_and_addresses_go_straight_to_the_page(pasted, client, reindex):
    paper = make_paper(arxiv_id="2401.16265", dois=["10.1103/physrevb.51.1922"])
    reindex()
    response = client.get("/search?q=" + quote(pasted, safe=""))
    assert (response.status_code, response.headers["Location"]) == (302, paper.get_absolute_url())


@pytest.mark.parametrize(
    ("pasted", "of"),
    [
        ("0000-0002-1825-0097", "person"),
        ("https://orcid.org/0000-0002-1825-0097", "person"),
        ("https://openalex.org/A5000000001", "person"),
        ("https://ror.org/03yj89h83", "place"),
        ("I98381234", "place"),
        ("https://openalex.org/W2741809807", "paper"),
        ("https://www.semanticscholar.org/paper/" + "0a" * 20, "paper"),
    ],
)
def test_pasted_ids_of_people_places_and_other_sources_go_to_their_page(pasted, of, client, reindex):
    things = {
        "paper": make_paper(),
        "person": make_researcher(orcid="0000-0002-1825-0097", paper_count=1),
        "place": make_institution("University of Oulu", ror="03yj89h83", openalex_id="I98381234"),
    }
    make_profile(things["person"], outside_id="A5000000001")
    make_outside_work(things["paper"], outside_id="W2741809807")
    make_outside_work(things["paper"], "semanticscholar", "0a" * 20)
    reindex()
    response = client.get("/search?q=" + quote(pasted, safe=""))
    assert (response.status_code, response.headers["Location"]) == (302, things[of].get_absolute_url())


@pytest.mark.parametrize("gone", ["hidden", "unknown"])
def test_an_orcid_of_nobody_here_is_told_and_leads_to_its_source(gone, client, reindex):
    reindex()
    if gone == "hidden":
        make_researcher(orcid="0000-0002-1825-0097", paper_count=1, hidden_at="2024-01-01T00:00Z")
    response = client.get("/search?q=0000-0002-1825-0097")
    assert response.status_code == 200
    assert "https://orcid.org/0000-0002-1825-0097" in hrefs(response)


def test_an_id_that_is_not_held_says_so_and_links_to_arxiv(client, reindex):
    reindex()
    response = client.get("/search?q=2401.99999")
    assert response.status_code == 200
    assert "https://arxiv.org/abs/2401.99999" in hrefs(response)
