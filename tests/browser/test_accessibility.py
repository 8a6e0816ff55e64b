"""What axe finds on each kind of page, in both schemes; and a way through the site by keys alone."""

from pathlib import Path

import axe_playwright_python
import pytest

from tests.browser.addresses import address
from tests.browser.kinds import KINDS, UNLIKE

pytestmark = pytest.mark.browser

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
SERIOUS = {"serious", "critical"}
RUN = "only => axe.run(document, {resultTypes: ['violations'], ...only}).then(found => found.violations)"
CONTRAST = {"runOnly": ["color-contrast"]}
FOCUS_SEEN = """selector => {
    const one = document.activeElement, box = one.getBoundingClientRect(), style = getComputedStyle(one);
    const seen = one !== document.body && one.matches(':focus-visible') && style.outlineStyle !== 'none'
        && parseFloat(style.outlineWidth) >= 2 && box.bottom > 0 && box.top < innerHeight;
    return [seen, one.matches(selector), one.outerHTML.slice(0, 200)];
}"""


@pytest.fixture(scope="module")
def page(browser):
    """One for all kinds of pages: axe is the same on each."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def complaints(page):
    """Of the page as it is, and of its colours in the dark."""
    page.evaluate(AXE)
    found = page.evaluate(RUN, {})
    page.emulate_media(color_scheme="dark")
    found += page.evaluate(RUN, CONTRAST)
    page.emulate_media(color_scheme="light")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0]['failureSummary']}"
        for one in found
        if one["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("name", UNLIKE)
def test_axe_finds_nothing_serious(page, site, name):
    page.goto(address(site, KINDS[name]), wait_until="load")
    assert not complaints(page)


def test_axe_finds_nothing_serious_in_all_components(page, debug_site):
    page.goto(f"{debug_site}/developers/components", wait_until="load")
    page.eval_on_selector_all("details", "all => all.forEach(one => { one.open = true; })")
    assert not complaints(page)


def test_axe_finds_nothing_serious_in_suggestions_and_the_list_of_keys(page, site):
    page.goto(f"{site}/about", wait_until="load")
    page.locator("#q-head").press_sequentially("lovelace")
    page.locator("[role=option]").first.wait_for()
    page.keyboard.press("ArrowDown")
    assert not complaints(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Keys and reading").click()
    assert not complaints(page)


def tab_to(page, selector):
    """Press Tab until it has the focus; wherever the focus is on the way, it must be seen."""
    for _ in range(150):
        page.keyboard.press("Tab")
        seen, arrived, focused = page.evaluate(FOCUS_SEEN, selector)
        assert seen, focused
        if arrived:
            return
    pytest.fail(f"Tab does not lead to {selector}")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_search_filter_paper_researcher_institution_and_back_by_keys_alone(opened, scripts):
    page = opened("/", java_script_enabled=scripts)
    tab_to(page, "#q-home")
    page.keyboard.type("differential coefficient")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=differential+coefficient")
    tab_to(page, ".desk .facets li a")
    page.keyboard.press("Enter")
    page.locator(".chosen").wait_for()
    filtered = page.url
    tab_to(page, ".row__title a")
    page.keyboard.press("Tab")
    title = page.locator(".row__title").first.inner_text()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/papers/**")
    assert page.locator("h1").inner_text() == title
    tab_to(page, ".authors a[href*=grace-chisholm-young]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/researchers/**")
    tab_to(page, "a.name[href*='/institutions/']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/institutions/**")
    for expected in ("**/researchers/**", "**/papers/**", filtered):
        page.go_back()
        page.wait_for_url(expected)
    assert page.locator(".row__title").first.inner_text() == title
    if scripts:
        page.locator("[data-current]").wait_for()
        assert page.locator("[data-current] .row__title").inner_text() == title
        assert page.evaluate(FOCUS_SEEN, ".row__title a")[:2] == [True, True]
