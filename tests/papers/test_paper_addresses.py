"""Every spelling of a paper's address leads to the one canonical in one hop; nothing in a path is an error of ours."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.papers.conftest import record

NEW, OLD = "2401.16265", "math/0309136"
NEW_PAGE, OLD_PAGE = f"/papers/{NEW}-on-x", f"/papers/{OLD}-on-y"

SPELLINGS = [
    (f"/papers/{NEW}", NEW_PAGE),
    (f"/papers/{NEW}-", NEW_PAGE),
    (f"/papers/{NEW}-another-slug", NEW_PAGE),
    (f"/papers/{NEW}-ON-X", NEW_PAGE),
    (f"/papers/{NEW}v2", NEW_PAGE),
    (f"/papers/{NEW}v2-on-x", NEW_PAGE),
    (f"/papers/{NEW}v2/", NEW_PAGE),
    (f"/papers/{NEW}-on-x/", NEW_PAGE),
    (f"/papers/arXiv:{NEW}", NEW_PAGE),
    (f"/papers/arxiv:{NEW}v1-on-x", NEW_PAGE),
    (f"/Papers/{NEW}", NEW_PAGE),
    (f"/PAPERS/{NEW}-on-x/", NEW_PAGE),
    (f"/papers/https://arxiv.org/abs/{NEW}v2", NEW_PAGE),
    (f"/papers/https:/arxiv.org/pdf/{NEW}", NEW_PAGE),
    (f"/papers/10.48550/arXiv.{NEW}", NEW_PAGE),
    (f"/papers/{NEW}.bib", f"{NEW_PAGE}.bib"),
    (f"/papers/{NEW}v1.csl.json", f"{NEW_PAGE}.csl.json"),
    (f"/papers/{NEW}.pdf", f"{NEW_PAGE}.pdf"),
    (f"/papers/{OLD}", OLD_PAGE),
    ("/papers/math.GT/0309136", OLD_PAGE),
    ("/papers/MATH/0309136v1", OLD_PAGE),
    ("/papers/math.GT/0309136v1-on-y/", OLD_PAGE),
]


@pytest.fixture
def two_papers(held):
    return held(record(arxiv_id=NEW, title="On x"), record(arxiv_id=OLD, title="On y", categories=("math.GT",)))


@pytest.mark.parametrize(("asked", "page"), SPELLINGS)
def test_each_spelling_leads_to_the_page_in_one_hop(two_papers, client, collected_static, asked, page):
    response = client.get(asked)
    assert (response.status_code, response["Location"]) == (301, page)
    assert client.get(page).status_code in {200, 302}


def test_old_id_without_slug_is_its_own_page(held, client, collected_static):
    held(record(arxiv_id="hep-th/9901001", title="?!"))
    assert client.get("/papers/hep-th/9901001").status_code == 200


def test_lookups_lead_to_the_page_for_now(held, client, collected_static):
    held(record(arxiv_id=NEW, title="On x", dois=("10.1103/physrevd.75.094019",)))
    for path in (
        f"/arxiv/{NEW}",
        f"/arxiv/{NEW}v7",
        f"/arxiv/arXiv:{NEW}",
        "/doi/10.1103/PhysRevD.75.094019",
        "/doi/https://doi.org/10.1103/physrevd.75.094019",
        f"/doi/10.48550/arXiv.{NEW}",
    ):
        response = client.get(path)
        assert (response.status_code, response["Location"]) == (302, NEW_PAGE), path
    assert client.get("/doi/10.1103/unknown").status_code == 404
    assert client.get("/doi/nonsense").status_code == 404
    assert client.get("/arxiv/nonsense").status_code == 404


def test_removed_paper_is_gone(held, client, collected_static):
    paper = held(title="Secret title")
    type(paper).objects.update(removed_at=paper.changed_at)
    for path in (paper.get_absolute_url(), paper.id_path, f"/arxiv/{paper.arxiv_id}", f"{paper.id_path}.bib"):
        response = client.get(path)
        assert response.status_code == 410
        assert b"Secret title" not in response.content
    assert b"Secret title" not in client.get("/papers").content


def test_unknown_paper_is_not_found_and_helped_on(db, client, collected_static):
    response = client.get("/papers/2611.99871-on-the-ordering-of-threads")
    assert response.status_code == 404
    text = response.content.decode()
    assert "https://arxiv.org/abs/2611.99871" in text
    assert 'value="on the ordering of threads"' in text


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=st.text(max_size=60), first=st.sampled_from(["papers/", "categories/", "arxiv/", "doi/", "papers/2020/", ""])
)
def test_no_bytes_in_a_path_are_an_error_of_ours(db, client, collected_static, path, first):
    response = client.get(f"/{first}{path}".encode("utf-8", "surrogatepass").decode("latin-1"))
    assert response.status_code in {200, 301, 302, 404}
