"""Where things stand on a page, and how links are drawn: what designers asked for, measured in a real browser."""

import pytest

from tests.browser.addresses import address
from tests.browser.hard_people import ETH
from tests.browser.kinds import KINDS, SAMPLE_PAPER

pytestmark = pytest.mark.browser

SHORT = ("about", "contact", "privacy", "developers", "dumps", "day", "month", "year", "category-month", "404")
PRINTED = """
all => all.filter(one => one.checkVisibility()).map(one => getComputedStyle(one, "::after").content)
    .filter(text => text.includes("arxiv.org/abs"))
"""


def left(page, selector):
    return page.locator(selector).first.bounding_box()["x"]


@pytest.mark.parametrize("width", [1280, 1920])
@pytest.mark.parametrize("name", SHORT)
def test_text_of_short_pages_stands_in_the_main_column(opened, site, name, width):
    page = opened(KINDS["institution-parts"])
    page.set_viewport_size({"width": width, "height": 800})
    column = left(page, ".split > .stack")
    page.goto(address(site, KINDS[name]))
    words = left(page, ".titled > :last-child, .empty h1")
    assert words == pytest.approx(column, abs=1)


@pytest.mark.parametrize("name", ["home", "researcher-300", "institution-parts", "month"])
def test_labels_of_bars_are_underlined_where_they_lead_somewhere(opened, site, name):
    page = opened("/healthz")
    page.goto(address(site, KINDS[name]))
    labels = page.locator(".bars a > .l, .bars .l > a")
    assert labels.count()
    lines = labels.evaluate_all("all => all.map(one => getComputedStyle(one).textDecorationLine)")
    assert set(lines) == {"underline"}
    plain = page.locator(".bars .l:not(:has(a)):not(a *)")
    assert set(plain.evaluate_all("all => all.map(one => getComputedStyle(one).textDecorationLine)")) <= {"none"}


def test_blocks_beside_an_institution_begin_on_one_line_on_tablets(opened):
    page = opened(f"/institutions/{ETH}")
    page.set_viewport_size({"width": 768, "height": 900})
    blocks = [one.bounding_box() for one in page.locator(".side > .block").all()]
    assert len(blocks) == 4
    assert blocks[0]["y"] == blocks[1]["y"] and blocks[2]["y"] == blocks[3]["y"]
    assert len({block["width"] for block in blocks}) == 1


def test_the_address_at_arxiv_is_printed_once(opened):
    page = opened(f"/papers/{SAMPLE_PAPER}")
    page.emulate_media(media="print")
    assert len(page.locator("article a").evaluate_all(PRINTED)) == 1
    assert page.locator(".banner a").count() == 1


def test_co_authors_of_a_second_page_are_numbered_on(opened, site):
    page = opened("/healthz")
    page.goto(address(site, KINDS["researcher-coauthors"] + "?page=2"))
    numbers = page.locator(".numbered > li").evaluate_all(
        "all => all.map(one => getComputedStyle(one, '::before').content)"
    )
    assert numbers[:2] == ['"25"', '"26"']


def test_numbers_beside_a_chart_end_on_one_line_within_its_column(opened, site):
    page = opened("/healthz")
    page.goto(address(site, KINDS["researcher-300"]))
    for chart in page.locator(".chart--year").all():
        chart.scroll_into_view_if_needed()
        numbers = [one.bounding_box() for one in chart.locator(".scale").all()]
        assert len(numbers) > 2
        assert max(one["x"] + one["width"] for one in numbers) == pytest.approx(
            min(one["x"] + one["width"] for one in numbers), abs=1
        )
        assert min(one["x"] for one in numbers) >= chart.bounding_box()["x"]


def test_an_id_of_the_longest_archives_stands_on_one_line_in_the_margin(opened):
    page = opened("/search?q=quantum")
    ids = page.locator(".row__when .id", has_text="quant-ph/").all()
    assert ids
    for one in ids:
        assert one.bounding_box()["height"] < 30
