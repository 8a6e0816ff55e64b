"""Categories and archives: their pages, months, counts, and the names that lead to them."""

import pytest
from django.core.cache import cache

from papers import taxonomy
from tests.papers.conftest import record


def titles(tree):
    return [link.text for link in tree.select(".row__title a")]


def test_an_archive_holds_the_papers_of_its_categories_and_of_its_bare_name(held, page):
    held(
        record(title="Galaxies", categories=("astro-ph.GA",), first="2020-01-01"),
        record(title="Old", categories=("astro-ph",), first="1995-01-01", arxiv_id="astro-ph/9501001"),
        record(title="Elsewhere", categories=("cs.LG",)),
    )
    assert titles(page("/categories/astro-ph")) == ["Galaxies", "Old"]
    assert titles(page("/categories/astro-ph.GA")) == ["Galaxies"]


def test_a_paper_stands_in_every_category_it_is_filed_under_once(held, page):
    held(title="Both", categories=("cs.LG", "cs.CL", "stat.ML"))
    for code in ("cs.LG", "cs.CL", "stat.ML", "cs", "stat"):
        assert titles(page(f"/categories/{code}")) == ["Both"]


def test_every_category_and_archive_in_use_has_a_page_linked_from_the_index(db, page):
    links = {link["href"] for link in page("/categories").select("main a")}
    codes = {category.code for category in taxonomy.CATEGORIES if not category.alias_of}
    assert {f"/categories/{code}" for code in codes} <= links
    for link in sorted(links):
        page(link)


def test_counts_stand_beside_categories(held, page):
    held(*(record(categories=("math.NT",)) for _ in range(3)))
    row = page("/categories").select_one('a[href="/categories/math.NT"]').find_parent("li")
    assert row.select_one(".n").text == "3"
    assert page("/categories/math.NT").select_one(".stats dd").text == "3"


@pytest.mark.parametrize(
    ("asked", "page"),
    [
        ("/categories/cmp-lg", "/categories/cs.CL"),
        ("/categories/math.MP", "/categories/math-ph"),
        ("/categories/CS.cl", "/categories/cs.CL"),
        ("/categories/CMP-LG/", "/categories/cs.CL"),
        ("/categories/Hep-Th", "/categories/hep-th"),
        ("/Categories/cs.CL/", "/categories/cs.CL"),
        ("/categories/cmp-lg/2024/1", "/categories/cs.CL/2024/01"),
        ("/categories/cs.CL/2024/01?page=1", "/categories/cs.CL/2024/01"),
    ],
)
def test_other_names_lead_to_the_category_in_one_hop(held, client, collected_static, asked, page):
    held(categories=("cs.CL", "math-ph", "hep-th"), first="2024-01-29")
    response = client.get(asked)
    assert (response.status_code, response["Location"]) == (301, page)
    assert client.get(page).status_code == 200


@pytest.mark.parametrize("code", ["cs.XX", "nonsense", "test", "cs.", ".", "%00", "cs.CL%0a"])
def test_what_is_no_category_is_not_found(db, client, collected_static, code):
    assert client.get(f"/categories/{code}").status_code == 404


def test_each_page_of_a_category_month_is_linked(held, page):
    held(*(record(title=f"Paper {n}", first=f"2024-01-15T00:00:{n:02}", categories=("cs.CL",)) for n in range(50)))
    month = page("/categories/cs.CL/2024/01")
    links = [link["href"] for link in month.select(".pager ol a")]
    assert len(links) == 3
    assert [title for link in links for title in titles(page(link))] == [f"Paper {n}" for n in reversed(range(50))]


def test_months_of_a_category_are_linked_from_its_page(held, page):
    held(record(categories=("cs.CL",), first="2024-01-29"), record(categories=("cs.CL",), first="2019-12-01"))
    links = [link["href"] for link in page("/categories/cs.CL").select(".calendar a")]
    assert links == ["/categories/cs.CL/2024/01", "/categories/cs.CL/2019/12"]


def test_month_without_papers_is_not_found(held, client, collected_static):
    held(categories=("cs.CL",), first="2024-01-29")
    assert client.get("/categories/cs.CL/2024/02").status_code == 404
    assert client.get("/categories/cs.LG/2024/01").status_code == 404
    assert client.get("/categories/cs.CL/2024/13").status_code == 404


def test_a_category_walks_by_key_through_all_its_papers(held, page):
    held(*(record(title=f"Paper {n}", first="2024-01-15", categories=("cs.CL",)) for n in range(30)))
    first = page("/categories/cs.CL")
    second = page(first.select_one(".pager [rel=next]")["href"])
    assert len(set(titles(first) + titles(second))) == 30
    assert second.select_one(".pager [rel=prev]")["href"] == "/categories/cs.CL"


def test_removed_papers_leave_their_lists(held, page):
    paper = held(title="Gone", categories=("cs.CL",))
    type(paper).objects.update(removed_at=paper.changed_at)
    assert titles(page("/categories/cs.CL")) == []


@pytest.mark.parametrize("path", ["/categories/cs.CL", "/categories/cs", "/categories/cs.CL/2024/01", "/categories"])
def test_same_few_queries_for_one_row_and_for_fifty(
    held, client, collected_static, django_assert_max_num_queries, path
):
    counts = []
    for number in (1, 50):
        held(*(record(categories=("cs.CL",), first="2024-01-15") for _ in range(number)))
        cache.clear()
        with django_assert_max_num_queries(8) as asked:
            assert client.get(path).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_feeds_of_a_category_are_named_in_its_head_and_answer(held, client, page):
    held(categories=("cs.CL",))
    alternates = page("/categories/cs.CL").select("link[rel=alternate]")
    feeds = [link for link in alternates if "/feed." in link["href"]]
    assert len(feeds) == 3
    for feed in feeds:
        assert client.get(feed["href"])["Content-Type"].startswith(feed["type"])


def test_a_category_is_markdown_at_its_suffix_and_behind_accept(held, client, collected_static):
    held(title="On *stars* [and] <b>", categories=("cs.CL",))
    by_suffix = client.get("/categories/cs.CL.md")
    by_accept = client.get("/categories/cs.CL", headers={"accept": "text/markdown"})
    assert by_suffix["Content-Type"] == by_accept["Content-Type"] == "text/markdown; charset=utf-8"
    assert by_suffix.content == by_accept.content
    assert by_accept["Content-Location"] == "/categories/cs.CL.md"
    text = by_suffix.content.decode()
    assert text.startswith("# cs.CL, Computation and language\n")
    assert r"[On \*stars\* \[and\] \<b\>](" in text
    assert client.get("/categories/cmp-lg.md")["Location"] == "/categories/cs.CL.md"
    assert client.get("/categories/nonsense.md").status_code == 404
