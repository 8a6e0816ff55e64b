"""Searching, filtering, sorting and paging in a real browser, with and without scripts."""

import pytest

pytestmark = pytest.mark.browser

SEARCH = "/search?q=theory"
FIRST_FILTER = ".desk .facets li a >> nth=0"


@pytest.fixture
def opened(browser, site):
    contexts = []

    def open_page(path, **options):
        context = browser.new_context(viewport={"width": 1280, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        page.goto(site + path, wait_until="load")
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_filter_is_chosen_and_taken_back(opened, scripts):
    page = opened(SEARCH, java_script_enabled=scripts)
    results = page.locator("h1").inner_text()
    count = page.locator(FIRST_FILTER).locator(".n").inner_text()
    page.click(FIRST_FILTER)
    page.wait_for_url("**category=**")
    page.locator(".chosen").wait_for()
    assert page.locator("h1").inner_text().startswith(f"{count} result")
    page.click(".chosen a >> nth=0")
    page.wait_for_url(lambda url: "category=" not in url)
    page.locator(".chosen").wait_for(state="detached")
    assert page.locator("h1").inner_text() == results


def test_results_are_replaced_in_place_with_title_focus_and_count_spoken(opened):
    page = opened(SEARCH)
    page.evaluate("window.stays = true")
    page.click(FIRST_FILTER)
    page.locator(".chosen").wait_for()
    page.wait_for_function("document.getElementById('search-status').textContent !== ''")
    assert page.evaluate("window.stays") is True
    assert page.evaluate("document.activeElement.tagName") == "H1"
    assert ", in " in page.title()
    assert page.locator("#search-status").inner_text().split()[0] == page.locator("h1").inner_text().split()[0]
    assert page.locator("#search").get_attribute("aria-busy") is None


def test_the_way_back_leads_to_the_search_before(opened):
    page = opened(SEARCH)
    before = page.locator("h1").inner_text()
    page.click(FIRST_FILTER)
    page.wait_for_url("**category=**")
    page.go_back()
    page.locator(".chosen").wait_for(state="detached")
    assert page.url.endswith(SEARCH)
    assert page.locator("h1").inner_text() == before


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_pages_and_sorting_lead_on(opened, scripts):
    page = opened("/search", java_script_enabled=scripts)
    first = page.locator(".row__title").first.inner_text()
    page.click("a[rel=next]")
    page.wait_for_url("**page=2")
    page.locator(".pager [aria-current=page]", has_text="2").wait_for()
    assert page.locator(".row__title").first.inner_text() != first
    page = opened(SEARCH, java_script_enabled=scripts)
    page.click(".sort a:has-text('newest')")
    page.wait_for_url("**sort=newest")
    page.locator(".sort [aria-current]", has_text="newest").wait_for()
    years = [when[-4:] for when in page.locator(".row__when time").all_inner_texts()]
    assert years == sorted(years, reverse=True)


def test_a_modified_click_is_left_to_the_browser(opened):
    page = opened(SEARCH)
    with page.context.expect_page() as other:
        page.click(FIRST_FILTER, modifiers=["Control"])
    assert "category=" in other.value.url
    assert page.url.endswith(SEARCH)
