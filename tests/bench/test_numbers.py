"""Numbers that stand with a link, on all pages of a small world; and that the crawler sees what is wrong."""

import pytest

from bench.numbers import load
from bench.numbers_crawling import Page, Shares, check, compare, starts
from bench.numbers_reading import read
from bench.world import World
from bench.world.places import ROR


def page_of(main):
    return f"<!doctype html><html><body><main>{main}</main></body></html>".encode()


def told(**mains):
    """Pages by name, each 200: /name."""
    return {f"/{name}": Page(f"/{name}", 200, read(f"/{name}", page_of(main))) for name, main in mains.items()}


@pytest.mark.parametrize(
    ("at_link", "total", "faults"),
    [
        (2, 2, []),
        (3, 2, ["/a: 3 at /b, which says 2"]),
        (3, 3, ["/b: says 3, its list has 2"]),
    ],
)
def test_number_at_a_link_the_total_there_and_the_rows_must_agree(at_link, total, faults):
    pages = told(
        a=f'<ul><li><a href="/b" data-count="{at_link}">b</a> {at_link} papers</li></ul>',
        b=f'<p data-total="{total}">{total} papers</p><ol class="rows"><li>one</li><li>two</li></ol>',
    )
    assert compare(pages).faults == faults


def test_rows_are_counted_over_all_pages_of_a_list():
    pager = '<nav class="pager" aria-label="Pages"><a rel="next" href="/c">Older</a></nav>'
    pages = told(
        b=f'<p data-total="3">3 papers</p><ol class="rows"><li>1</li><li>2</li></ol>{pager}',
        c='<p data-total="3">3 papers</p><ol class="rows"><li>3</li></ol>',
    )
    report = compare(pages)
    assert (report.faults, report.lists, report.totals) == ([], 1, 2)


def test_target_without_a_total_is_a_fault():
    pages = told(a='<p><a href="/b" data-count="2">2</a></p>', b="<p>two papers</p>")
    assert compare(pages).faults == ["/a: 2 at /b, which shows no total"]


def test_target_that_fails_is_a_fault():
    pages = told(a='<p><a href="/b" data-count="2">2</a></p>') | {"/b": Page("/b", 404)}
    assert compare(pages).faults == ["/a: 2 at /b, which was not to be had", "/b: status 404"]


@pytest.mark.parametrize(
    ("shares", "faults"),
    [(Shares(), ["/a: 2 at /papers/2019, which was not to be had"]), (Shares(lists=2**32), [])],
)
def test_target_is_missed_unless_it_was_left_out(shares, faults):
    report = compare(told(a='<p><a href="/papers/2019" data-count="2">2</a></p>'), shares)
    assert report.faults == faults
    assert report.counts == len(faults)


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ('<a href="/b">1,234</a>', "1,234 at /b is not marked with data-count"),
        ('<a href="/b">all <span class="n">7</span></a>', "all 7 at /b is not marked with data-count"),
        ('<a href="/b" data-count="7">all 8</a>', "7 is marked at /b, and not shown there"),
        ('<a href="/papers/2019">2019</a>', ""),
        ('<nav class="pager"><a href="/b?page=7">7</a></nav>', ""),
        ('<a href="/b" data-count="1234">1,234</a>', ""),
        ('<a href="/b" data-count="2" aria-label="May, 2 papers">May</a>', ""),
    ],
)
def test_number_at_a_link_must_be_marked_and_shown(link, fault):
    assert read("/a", page_of(f"<p>{link}</p>")).faults == ([fault] if fault else [])


@pytest.mark.parametrize(
    ("address", "href", "faults"),
    [
        ("/search", "/search?year=2019", ["2019 7 at /search?year=2019 is not marked with data-count"]),
        ("/search?year=2018", "/search?year=2018,2019", []),
        ("/search?year=2018,2019&amp;page=2", "/search?year=2018", []),
        ("/search?q=a", "/search?q=a&amp;year=2019", ["2019 7 at /search?q=a&year=2019 is not marked with data-count"]),
    ],
)
def test_number_beside_a_filter_is_marked_unless_another_value_is_chosen(address, href, faults):
    facets = f'<div class="facets"><a href="{href}"><span>2019</span> <span class="n">7</span></a></div>'
    assert read(address.replace("&amp;", "&"), page_of(facets)).faults == faults


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_every_number_with_a_link_equals_the_total_at_that_link(collected_static, settings, tmp_path):
    if not ROR.exists():
        pytest.skip("the sample files of the sources are not beside this project")
    settings.SEARCH_INDEX_DIR, settings.EMBEDDING_MODEL = tmp_path, "none"
    load(World(3, 30))
    report = check(None, 1, starts=starts(names=1), shares=Shares(things=20, lists=3))
    assert report.faults == []
    assert report.counts > 200
    assert report.lists > 50
