"""Searching, filtering, sorting and paging in a real browser, with and without scripts."""

import os
import re
import subprocess
import sys
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.template.loader import render_to_string

from tests.browser.conftest import DATABASE, PROJECT

pytestmark = pytest.mark.browser

SEARCH = "/search?q=theory"
FIRST_FILTER = ".desk .facets li a >> nth=0"


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


@pytest.fixture(scope="module")
def embedded(site, site_data):
    """The site's papers with vectors of the stand-in."""
    url = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{DATABASE}"))
    environment = {**os.environ, "DATABASE_URL": url, "WOVE_DATA": str(site_data)}
    subprocess.run(
        [sys.executable, "manage.py", "embed"], cwd=PROJECT, env=environment, check=True, capture_output=True
    )


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_the_kind_of_search_is_switched_and_the_way_back_leads_to_the_other(opened, embedded, scripts):
    page = opened(SEARCH, java_script_enabled=scripts)
    before = page.locator("h1").inner_text()
    page.click(".modes a:has-text('meaning only')")
    page.wait_for_url("**mode=meaning")
    page.locator(".modes [aria-current]", has_text="meaning only").wait_for()
    assert page.locator("h1").inner_text().endswith("nearest to theory")
    page.go_back()
    page.locator(".modes [aria-current]", has_text="words and meaning").wait_for()
    assert page.locator("h1").inner_text() == before


def test_why_is_told_below_the_row_and_taken_back(opened, embedded):
    page = opened(f"{SEARCH}&mode=meaning")
    link = page.locator("a[data-why]").first
    link.click()
    page.locator(".row__why .row__near").wait_for()
    assert "theory" in page.locator(".row__why").inner_text()
    assert page.locator(".row__why").get_attribute("role") == "status"
    assert page.url.endswith("mode=meaning")
    assert page.locator("#search").get_attribute("aria-busy") is None
    link.click()
    page.locator(".row__why").wait_for(state="detached")


def test_without_scripts_why_is_a_page_that_leads_back(opened, embedded):
    page = opened(f"{SEARCH}&mode=meaning", java_script_enabled=False)
    page.locator("a[data-why]").first.click()
    page.wait_for_url("**/search/why?**")
    assert page.locator("h1").inner_text() == "Why this paper is close to theory"
    page.click("a:has-text('Back to the search')")
    page.wait_for_url("**/search?q=theory")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_words_are_typed_searched_and_marked(opened, scripts):
    page = opened("/search", java_script_enabled=scripts)
    page.fill("#q-head", "theory")
    page.press("#q-head", "Enter")
    page.wait_for_url("**/search?q=theory")
    assert {mark.lower() for mark in page.locator(".row mark").all_inner_texts()} <= {"theory", "theories"}
    assert page.locator(".row mark").count()


def test_filters_fold_on_phones_and_lead_on_there(opened):
    page = opened(SEARCH, java_script_enabled=False)
    page.set_viewport_size({"width": 360, "height": 800})
    assert not page.locator(".desk").is_visible()
    page.click("summary:text-is('Filters')")
    page.locator(".phone .facets li a").first.click()
    page.wait_for_url("**category=**")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_filters_that_were_counted_late_are_put_in_their_places(opened, site):
    """A click on what then came chooses it."""
    page = opened("/search")
    page.route(f"**{SEARCH}", _without_filters)
    page.goto(site + SEARCH)
    page.locator(FIRST_FILTER).first.wait_for()
    assert page.locator("a[data-filters]").count() == 0
    page.locator(FIRST_FILTER).first.click()
    page.wait_for_url("**category=**")


def test_late_filters_are_asked_for_once_whatever_else_is_put_in_place_meanwhile(opened, site):
    page = opened("/search")
    page.route(f"**{SEARCH}", _without_filters)
    asked = []

    def held(route):
        asked.append(route)

    page.route("**/search/filters?*", held)
    with page.expect_request("**/search/filters?*"):
        page.goto(site + SEARCH)
    page.evaluate("document.dispatchEvent(new CustomEvent('htmx:afterSettle', { detail: {} }))")
    asked[0].continue_()
    page.locator(FIRST_FILTER).first.wait_for()
    assert len(asked) == 1


def test_without_scripts_a_link_leads_to_late_filters(opened, site):
    page = opened(SEARCH.replace("/search?", "/search/filters?"), java_script_enabled=False)
    page.locator(".facets li a").first.click()
    page.wait_for_url("**category=**")


def _without_filters(route):
    """The page as it goes out when counts take too long."""
    late = render_to_string("search/_facets.html", {"later": SEARCH.replace("/search?", "/search/filters?")}).strip()
    answer = route.fetch()
    route.fulfill(response=answer, body=re.sub(r'(?s)<div class="facets">.*?</div>', late, answer.text()))
