"""One thing by any id it bears: moved, removed, unknown; the same object as the page's JSON; 304 before work."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]


@pytest.mark.parametrize(
    "spelling", ["{id}", "arxiv:{id}", "arXiv:{id}v2", "doi:10.1000/DARK.4", "https://doi.org/10.1000/dark.4", "{page}"]
)
def test_a_paper_answers_to_its_ids(spelling, api, woven):
    paper = woven.papers[4]
    page = f"http://127.0.0.1:8000{paper.get_absolute_url()}"
    assert api(f"/papers/{spelling.format(id=paper.arxiv_id, page=page)}")["title"] == "Dark matter 4"


def test_a_paper_answers_to_ids_of_other_sources(api, woven):
    work = woven.papers[4].outside_works.get()
    assert api(f"/papers/openalex:{work.outside_id}")["title"] == "Dark matter 4"
    work.source, work.outside_id = "semanticscholar", "a" * 40
    work.save()
    assert api(f"/papers/s2:{'A' * 40}")["title"] == "Dark matter 4"


def test_people_and_places_answer_to_their_ids(api, woven):
    for spelling in (f"{woven.ada.pk}", "orcid:0000-0002-1825-0097", "https://orcid.org/0000-0002-1825-0097",
                     "openalex:A5000000017", f"http://127.0.0.1:8000/researchers/{woven.ada.pk}"):  # fmt: skip
        assert api(f"/researchers/{spelling}")["name"] == "Ada Lovelace"
    assert api("/researchers/s2:145678")["name"] == "Emmy Noether"
    assert api("/researchers/orcid:0000-0003-1613-5981")["name"] == "Emmy Noether"
    for spelling in (f"{woven.cern.pk}", "ror:01ggx4157", "https://ror.org/01ggx4157", "openalex:I67311998",
                     "ror:05a28rw58"):  # fmt: skip
        assert api(f"/institutions/{spelling}")["name"] == "CERN"
    assert api("/categories/cmp-lg")["code"] == "cs.CL"


def test_what_was_merged_leads_on_and_what_was_removed_says_so(client, problem, woven):
    response = client.get(f"/api/v1/researchers/{woven.merged.pk}?select=name")
    assert (response.status_code, response.headers["Location"]) == (
        301,
        f"/api/v1/researchers/{woven.ada.pk}?select=name",
    )
    response = client.get(f"/api/v1/institutions/{woven.merged_place.pk}")
    assert (response.status_code, response.headers["Location"]) == (301, f"/api/v1/institutions/{woven.cern.pk}")
    assert problem(f"/papers/{woven.gone.arxiv_id}", 410)["kind"] == "removed"
    assert problem(f"/researchers/{woven.hidden.pk}", 410)["kind"] == "removed"


@pytest.mark.parametrize(
    "path",
    ["/papers/2401.99999", "/papers/nonsense", "/papers/doi:10.1/none", "/papers/orcid:0000-0002-1825-0097",
     "/researchers/999999999999999999", "/researchers/ada", "/institutions/ror:00000000", "/categories/none",
     "/nothing", "", "/papers/%00", "/papers/%ff%fe", "/researchers/1%0d%0aX:1", "/categories/" + "x" * 3000],
)  # fmt: skip
def test_what_is_not_here_is_a_problem_document(path, problem, woven):
    told = problem(path, 404)
    assert told["kind"] == "not-found"
    assert told["instance"].startswith("/api/v1")


def test_the_api_gives_the_objects_of_the_pages(client, api, woven):
    paper, person, place = woven.papers[7], woven.ada, woven.cern
    assert api(f"/papers/{paper.arxiv_id}") == client.get(f"{paper.get_absolute_url()}.json").json()
    assert api(f"/researchers/{person.pk}") == client.get(f"{person.get_absolute_url()}.json").json()
    assert api(f"/institutions/{place.pk}") == client.get(f"{place.get_absolute_url()}.json").json()
    assert api("/categories/cs.LG") == client.get("/categories/cs.LG.json").json()


@pytest.mark.parametrize("kind", ["papers", "researchers", "institutions", "categories"])
def test_rows_of_lists_say_the_same_as_the_thing_itself(kind, api, woven):
    row = api(f"/{kind}", **{"per-page": 1, "sort": "papers"} if kind == "categories" else {"per-page": 1})["results"][
        0
    ]
    key = row["id"].partition(f"/{kind}/")[2]
    thing = api(f"/{kind}/{key}")
    assert row == {name: thing[name] for name in row}


@pytest.mark.parametrize(
    "path", ["/papers/{paper}", "/researchers/{person}", "/institutions/{place}", "/papers", "/categories"]
)
def test_unchanged_facts_answer_304_in_one_question(path, client, woven):
    address = "/api/v1" + path.format(paper=woven.papers[0].arxiv_id, person=woven.ada.pk, place=woven.cern.pk)
    whole = client.get(address)
    for validator in ({"If-None-Match": whole.headers["ETag"]}, {"If-Modified-Since": whole.headers["Last-Modified"]}):
        with CaptureQueriesContext(connection) as asked:
            response = client.get(address, headers=validator)
        assert (response.status_code, response.content) == (304, b"")
        assert len(asked) == 1


@pytest.mark.parametrize("path", ["/search?q=dark", "/papers?q=dark", "/researchers?q=ada"])
def test_what_is_found_by_words_is_304_while_it_is_the_same(path, client, woven):
    whole = client.get(f"/api/v1{path}")
    again = client.get(f"/api/v1{path}", headers={"If-None-Match": whole.headers["ETag"]})
    assert again.status_code == 304
    other = client.get(f"/api/v1{path}&per-page=1", headers={"If-None-Match": whole.headers["ETag"]})
    assert other.status_code == 200
