"""Lists of papers by date: newest by key, and year, month and day, so that plain links reach every paper."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache

from tests.papers.conftest import record

START = datetime(2024, 1, 29, 8, tzinfo=UTC)


def on_one_day(number, day="2024-01-29"):
    return [record(title=f"Paper {n}", first=f"{day}T{n // 60:02}:{n % 60:02}:00") for n in range(number)]


def titles(tree):
    return [link.text for link in tree.select(".row__title a")]


def test_newest_first_by_first_version_not_by_latest(held, page):
    held(
        record(title="Old but revised", versions=["2019-05-01", "2024-06-01"]),
        record(title="New", versions=["2024-01-01"]),
    )
    assert titles(page("/papers")) == ["New", "Old but revised"]


def test_walking_older_by_key_meets_every_paper_once_and_back_again(held, page):
    held(*on_one_day(60))
    met, path = [], "/papers"
    while path:
        tree = page(path)
        met.append(titles(tree))
        link = tree.select_one(".pager [rel=next]")
        path = link["href"] if link else None
    assert [len(rows) for rows in met] == [24, 24, 12]
    assert [title for rows in met for title in rows] == [f"Paper {n}" for n in reversed(range(60))]
    back = tree.select_one(".pager [rel=prev]")["href"]
    assert titles(page(back)) == met[1]
    assert page(back).select_one(".pager [rel=prev]")["href"] == "/papers"


def test_papers_of_one_moment_are_all_met(held, page):
    held(*(record(title=f"Paper {n}", first="2024-01-29") for n in range(30)))
    first = page("/papers")
    second = page(first.select_one(".pager [rel=next]")["href"])
    assert len(set(titles(first) + titles(second))) == 30


def test_a_list_goes_on_after_a_known_paper_only(held, client, collected_static):
    held(title="One")
    assert client.get("/papers?after=2401.00001").status_code == 404
    assert client.get("/papers?after=nonsense").status_code == 404


def test_each_page_of_a_day_is_linked_from_each_other(held, page):
    held(*on_one_day(60))
    first = page("/papers/2024/01/29")
    links = [link["href"] for link in first.select(".pager ol a")]
    assert links == ["/papers/2024/01/29", "/papers/2024/01/29?page=2", "/papers/2024/01/29?page=3"]
    met = [title for link in links for title in titles(page(link))]
    assert met == [f"Paper {n}" for n in reversed(range(60))]
    assert "60 papers" in first.select_one(".lead").text


def test_rows_of_a_day_tell_the_hour_in_place_of_the_date(held, page):
    held(record(title="Late", first="2024-01-29T14:05:00"), record(title="Of an unknown hour", first="2024-01-29"))
    late, unknown = page("/papers/2024/01/29").select(".row__when")
    assert late.time["datetime"] == "2024-01-29T14:05Z" and late.time.text == "14:05 UTC"
    assert unknown.time is None and unknown.select_one(".id")
    assert page("/papers").select_one(".row__when time").text == "29 Jan 2024"


def test_a_list_holds_whole_abstracts_with_their_formulas(held, page):
    held(record(title="Long", abstract="We bound $x^2$ from above. " * 9 + "\n\nAnd below."))
    whole = page("/papers").select_one(".unfold details .unfold__whole")
    assert len(whole.select("p")) == 2 and len(whole.select("math msup")) == 9


def test_an_abstract_too_long_to_be_typeset_in_a_list_is_there_in_words(held, page):
    held(record(title="Too long", abstract="We bound $x^2$ from above. " * 400))
    whole = page("/papers").select_one(".unfold details .unfold__whole")
    assert not whole.select("math") and whole.text.count("from above") == 400


def test_a_pager_of_a_day_hides_no_page(held, page):
    held(*on_one_day(24 * 12))
    assert [link.text for link in page("/papers/2024/01/29?page=6").select(".pager ol a")] == [
        str(n) for n in range(1, 13)
    ]


def test_days_lead_to_their_nearest_neighbours(held, page):
    held(record(first="2024-01-02"), record(first="2024-01-29"), record(first="2024-03-05"))
    links = {link["rel"][0]: link["href"] for link in page("/papers/2024/01/29").select(".around a")}
    assert links == {"prev": "/papers/2024/03/05", "next": "/papers/2024/01/02"}


def test_years_and_months_count_by_the_first_version_in_utc(held, page):
    held(record(first="2024-01-31T23:59:59"), record(first="2024-02-01T00:00:00"), record(first="2023-12-31T23:59:59"))
    bars = {bar.select_one(".l").text: bar.select_one(".n").text for bar in page("/papers/2024").select(".bars a")}
    assert bars == {"January": "1", "February": "1"}
    month = page("/papers/2024/01")
    assert [bar["href"] for bar in month.select(".bars a")] == ["/papers/2024/01/31"]
    assert month.select_one(".pager [rel=prev]")["href"] == "/papers/2024/02"
    assert month.select_one(".pager [rel=next]")["href"] == "/papers/2023/12"


@pytest.mark.parametrize(
    "path",
    [
        "/papers/1850", "/papers/2024/13", "/papers/2024/02/30", "/papers/2024/00", "/papers/2023", "/papers/2024/02",
        "/papers/2024/01/28", "/papers/2024/01/29?page=2", "/papers/2024/01/29?page=0", "/papers/2024/01/29?page=x",
        "/papers/2024/01/29?page=99999999999999999999",
    ],
)  # fmt: skip
def test_what_holds_no_paper_is_not_found(held, client, collected_static, path):
    held(first="2024-01-29")
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("asked", "tidy"),
    [
        ("/papers/2024/1/29", "/papers/2024/01/29"),
        ("/papers/2024/1", "/papers/2024/01"),
        ("/papers/2024/1/29/", "/papers/2024/01/29"),
        ("/papers/2024/01/29?page=1", "/papers/2024/01/29"),
        ("/papers/2024/01/29?page=", "/papers/2024/01/29"),
        ("/papers/2024/01/29?page=2&page=2", "/papers/2024/01/29?page=2"),
        ("/papers?after=", "/papers"),
        ("/papers/", "/papers"),
    ],
)
def test_untidy_address_leads_to_the_tidy_one_in_one_hop(held, client, collected_static, asked, tidy):
    held(*on_one_day(30))
    response = client.get(asked)
    assert (response.status_code, response["Location"]) == (301, tidy)
    assert client.get(tidy).status_code == 200


def test_unknown_parameters_are_ignored_and_not_copied(held, page):
    held(*on_one_day(30))
    tree = page("/papers/2024/01/29?utm_source=x")
    assert "utm" not in str(tree.select(".pager"))
    assert tree.select_one("link[rel=canonical]")["href"].endswith("/papers/2024/01/29")


@pytest.mark.parametrize("path", ["/papers", "/papers/2024/01/29", "/papers/2024/01", "/papers/2024"])
def test_a_list_asks_the_same_few_queries_for_one_row_and_for_fifty(
    held, client, collected_static, django_assert_max_num_queries, path
):
    counts = []
    for number in (1, 50):
        held(
            *(
                record(title=f"Of {number}", first=(START + timedelta(minutes=n)).isoformat()[:19])
                for n in range(number)
            )
        )
        cache.clear()
        with django_assert_max_num_queries(8) as asked:
            assert client.get(path).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_withdrawn_paper_is_listed_and_marked(held, page):
    held(title="Taken back", withdrawn=True)
    assert page("/papers").select_one(".row--withdrawn .row__title").text == "Taken back"


def test_rows_name_six_authors_and_count_the_rest(held, page):
    held(authors=", ".join(f"Ada N{n}" for n in range(9)))
    assert page("/papers").select_one(".row__by").text == ", ".join(f"Ada N{n}" for n in range(6)) + " and 3 more"
