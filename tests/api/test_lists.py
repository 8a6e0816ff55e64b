"""Lists of the API: filters, orders, pages to the end, counts, many ids, fields."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

pytestmark = pytest.mark.django_db


@pytest.fixture
def walk(api):
    """All rows of a list, page by page."""

    def to_the_end(path, **parameters):
        rows, counts, cursor = [], set(), "*"
        while cursor:
            page = api(path, cursor=cursor, **parameters)
            rows += page["results"]
            counts.add(page["meta"]["count"])
            cursor = page["meta"]["next_cursor"]
        assert counts == {len(rows)}
        return rows

    return to_the_end


def ids(rows):
    return [row["arxiv_id"] for row in rows]


def test_every_paper_is_reached_once_newest_first(walk, woven):
    newest = [paper.arxiv_id for paper in reversed(woven.papers)]
    assert ids(walk("/papers", **{"per-page": 7})) == newest
    assert ids(walk("/papers", **{"per-page": 30, "sort": "oldest"})) == newest[::-1]


def test_filters_hold_together_and_counts_are_exact(walk, woven):
    def wanted(test):
        return [paper.arxiv_id for number, paper in reversed(list(enumerate(woven.papers))) if test(number, paper)]

    for written, test in {
        "year:2021": lambda number, paper: paper.first_submitted_at.year == 2021,
        "year:2020-2021": lambda number, paper: True,
        "category:hep-th": lambda number, paper: number % 5 == 0,
        "category:cs": lambda number, paper: True,
        f"institution:{woven.cern.pk}": lambda number, paper: number % 3,
        f"institution:{woven.merged_place.pk}": lambda number, paper: number % 3,
        f"researcher:{woven.ada.pk}": lambda number, paper: number % 2,
        f"institution:{woven.cern.pk},year:2020": lambda number, paper: (
            number % 3 and paper.first_submitted_at.year == 2020
        ),
        f"category:hep-th,institution:{woven.oxford.pk},researcher:{woven.ada.pk}": lambda number, paper: number == 15,
    }.items():
        assert ids(walk("/papers", filter=written, **{"per-page": 4})) == wanted(test), written
    assert walk("/papers", filter="institution:999999") == []


def test_what_was_removed_is_in_no_list(walk, woven):
    assert woven.gone.arxiv_id not in ids(walk("/papers"))
    assert woven.gone.arxiv_id not in ids(walk("/papers", filter=f"researcher:{woven.emmy.pk}"))


def test_papers_are_found_by_words(walk, woven):
    assert len(walk("/papers", q="dark matter", **{"per-page": 9})) == 30
    cited = walk("/papers", q="dark", sort="cited", filter="year:2020")
    assert (
        ids(cited)[0]
        == max(
            (paper for paper in woven.papers if paper.first_submitted_at.year == 2020), key=lambda paper: paper.pk
        ).arxiv_id
    )


@pytest.mark.parametrize(
    ("written", "test"),
    [
        ("cited:25", lambda number, paper: number >= 25),
        ("published:yes", lambda number, paper: True),
        ("published:no", lambda number, paper: False),
        ("withdrawn:no", lambda number, paper: True),
        ("country:CH", lambda number, paper: number % 3),
        ("country:CH|GB,year:2020|2021", lambda number, paper: True),
        ("category:hep-th|math.NT", lambda number, paper: number % 5 == 0),
        ("researcher:{ada}", lambda number, paper: number % 2),
        ("institution:{cern}", lambda number, paper: number % 3),
    ],
)
def test_searches_are_filtered(written, test, walk, woven):
    asked = written.format(ada=woven.ada.pk, cern=woven.cern.pk)
    found = walk("/search", filter=asked, sort="newest", **{"per-page": 11})
    wanted = [paper.arxiv_id for number, paper in reversed(list(enumerate(woven.papers))) if test(number, paper)]
    assert ids(found) == wanted
    assert {row["found_by"] for row in found} <= {None}


def test_a_search_says_how_and_whom_it_found(api, woven):
    answer = api("/search", q="lovelace", mode="words")
    assert {row["found_by"] for row in answer["results"]} == {"words"}
    assert [(hit["name"], hit["paper_count"]) for hit in answer["people"]] == [("Ada Lovelace", 15)]
    assert answer["meta"]["counts"]["category"]["cs.LG"] == answer["meta"]["count"] == 15
    assert api("/search", q="lovlace", mode="words")["meta"]["did_you_mean"] == "lovelace"


def test_researchers_by_papers_by_place_by_name(walk, woven):
    def names(**parameters):
        return [row["name"] for row in walk("/researchers", **parameters, **{"per-page": 1})]

    assert sorted(names()) == ["Ada Lovelace", "Emmy Noether"]
    assert names(q="noether") == ["Emmy Noether"]
    assert names(q="noether", filter="country:FR") == []
    assert names(filter="category:hep-th") == []
    assert names(filter="category:cs.LG,country:CH")
    assert sorted(names(filter=f"institution:{woven.cern.pk}")) == ["Ada Lovelace", "Emmy Noether"]


def test_institutions_by_country_kind_and_name(walk, woven):
    def names(**parameters):
        return [row["name"] for row in walk("/institutions", **parameters, **{"per-page": 1})]

    assert names() == ["CERN", "University of Oxford"]
    assert names(filter="kind:education,country:gb") == ["University of Oxford"]
    assert names(q="oxford university") == ["University of Oxford"]


def test_categories_with_their_counts(walk, api, woven):
    rows = walk("/categories", **{"per-page": 200})
    assert {row["code"]: row["paper_count"] for row in rows if row["paper_count"]} == {
        "cs": 30,
        "cs.LG": 30,
        "hep-th": 6,
    }
    assert [row["code"] for row in walk("/categories", q="machine learning", filter="archive:stat")] == ["stat.ML"]
    assert api("/categories", sort="papers")["results"][0]["code"] == "cs"


def test_many_ids_at_once_in_their_order_and_spelling(api, client, woven):
    first, second, third = woven.papers[:3]
    asked = f"doi:10.1000/dark.2|arXiv:{first.arxiv_id}v3|{second.arxiv_id}|9901.00001|{woven.gone.arxiv_id}"
    answer = api("/papers", ids=asked)
    assert ids(answer["results"]) == [third.arxiv_id, first.arxiv_id, second.arxiv_id]
    assert answer["meta"]["not_found"] == ["9901.00001", woven.gone.arxiv_id]
    people = api("/researchers", ids=f"{woven.merged.pk}|orcid:0000-0003-1613-5981|{woven.hidden.pk}")
    assert [row["name"] for row in people["results"]] == ["Ada Lovelace", "Emmy Noether"]
    assert people["meta"]["not_found"] == [str(woven.hidden.pk)]
    places = api("/institutions", ids="ror:05a28rw58|openalex:I67311998|ror:01ggx4157")
    assert [row["name"] for row in places["results"]] == ["CERN"]
    assert [row["code"] for row in api("/categories", ids="hep-th|cs.lg|none")["results"]] == ["hep-th", "cs.LG"]
    together = client.get(f"/api/v1/papers/{first.arxiv_id}|{second.arxiv_id}?select=title")
    assert together.status_code == 301
    assert len(client.get(together.headers["Location"]).json()["results"]) == 2


def test_fifty_ids_are_answered_and_fifty_one_are_not(api, problem, woven):
    fifty = [f"2001.{number:05d}" for number in range(1, 51)]
    assert api("/papers", ids="|".join(fifty))
    assert problem("/papers", ids="|".join([*fifty, "2002.00001"]))["kind"] == "too-many-ids"
    assert problem("/researchers", ids="|".join(map(str, range(1, 52))))["kind"] == "too-many-ids"
    assert problem("/papers/" + "|".join([*fifty, "2002.00001"]))["kind"] == "too-many-ids"


def test_select_gives_these_fields_and_the_id(api, woven):
    (row,) = api("/papers", select="title,author_count", **{"per-page": 1})["results"]
    assert row.keys() == {"id", "title", "author_count"}
    assert api(f"/researchers/{woven.ada.pk}", select="name").keys() == {"id", "name"}


def test_a_page_names_the_next_in_its_link(client, woven):
    response = client.get("/api/v1/papers?per-page=20&filter=category:cs.LG")
    link = response.headers["Link"].partition(">")[0].removeprefix("<http://127.0.0.1:8000")
    assert 'rel="next"' in response.headers["Link"]
    assert len(client.get(link).json()["results"]) == 10


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/papers?per-page={}", 6),
        ("/papers?per-page={}&filter=category:cs.LG,year:2020-2021", 6),
        ("/papers?per-page={}&filter=institution:{cern},category:cs.LG", 7),
        ("/papers?per-page={}&select=title", 4),
        ("/researchers?per-page={}", 4),
        ("/institutions?per-page={}", 4),
        ("/categories?per-page={}", 2),
    ],
)
def test_questions_to_the_database_are_few_and_do_not_grow(path, most, client, woven):
    counts = []
    for size in (1, 2, 25):
        cache.clear()
        with CaptureQueriesContext(
            connection,
        ) as asked:
            response = client.get("/api/v1" + path.format(size, cern=woven.cern.pk))
        assert response.status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] == counts[2] <= most
