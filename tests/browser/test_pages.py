"""Every kind of page in a real browser: with and without scripts, wide and narrow, by keyboard."""

import pytest

from tests.browser.addresses import address
from tests.browser.hard_papers import LONG_LIST, WIDE
from tests.browser.kinds import KINDS

pytestmark = pytest.mark.browser

NARROWEST = 320
BY_NAME = pytest.mark.parametrize("path", KINDS.values(), ids=KINDS.keys())


@pytest.fixture
def visit(browser, site):
    """Open an address; what went wrong on the way is in `visit.faults`."""
    contexts, faults = [], []

    def open_page(path, width=1280, **options):
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: faults.append(f"asks {request.url}") if not ours(request.url) else None)
        page.on("requestfailed", lambda request: faults.append(f"failed {request.url} {request.failure}"))
        page.on("pageerror", lambda error: faults.append(f"script error {error}"))
        page.on("console", lambda said: faults.append(f"console {said.text}") if said.type in CONSOLE else None)
        page.on("dialog", lambda dialog: (faults.append(f"dialog {dialog.message}"), dialog.dismiss()))
        page.goto(address(site, path), wait_until="load")
        return page

    def ours(url):
        return url.startswith((f"{site}/", "data:"))

    open_page.faults = faults
    yield open_page
    for context in contexts:
        context.close()


CONSOLE = {"error", "warning"}


def unexpected(faults, path):
    """Chromium logs the status of the page itself where that was asked for."""
    expected = "status of 404" if path == KINDS["404"] else None
    return [fault for fault in faults if not (expected and expected in fault)]


@BY_NAME
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_page_loads_only_from_here_and_without_a_complaint(visit, path, scripts):
    page = visit(path, java_script_enabled=scripts)
    assert page.locator("h1").count() == 1
    assert not unexpected(visit.faults, path)


@BY_NAME
def test_page_does_not_scroll_sideways(visit, path):
    page = visit(path, width=NARROWEST)
    page.eval_on_selector_all("details", "all => all.forEach(one => { one.open = true; })")
    for width in (NARROWEST, 640, 992):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@BY_NAME
def test_lone_links_are_large_enough_to_hit(visit, path):
    page = visit(path, width=360)
    small = page.eval_on_selector_all(
        "nav a, .pager a, .days a, .calendar a, .bars a, .facets a, .export a, .actions a, .jump a, summary, button",
        """all => all.filter(one => one.checkVisibility())
            .map(one => [one.getBoundingClientRect(), one.outerHTML.slice(0, 100)])
            .filter(([box]) => box.height < 24 || box.width < 24)
            .map(([box, html]) => `${box.width}x${box.height} ${html}`)""",
    )
    assert not small


def test_the_first_key_leads_past_the_header(visit):
    page = visit("/papers")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.locator(".skip").bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_all_authors_unfold_without_scripts(visit):
    page = visit(f"/papers/{LONG_LIST}", java_script_enabled=False)
    last = page.get_by_text("Author299", exact=False).first
    assert not last.is_visible()
    page.locator("summary", has_text="more authors").click()
    assert last.is_visible()


def test_search_works_without_scripts(visit):
    page = visit("/", java_script_enabled=False)
    page.get_by_role("searchbox").fill("busy day")
    page.get_by_role("button", name="Search").click()
    page.wait_for_url("**/search?q=busy+day")
    assert page.locator(".row").count() > 0


def test_bibtex_is_copied_with_scripts_and_selectable_without(visit):
    page = visit(f"/papers/{WIDE}", permissions=["clipboard-read", "clipboard-write"])
    page.locator("summary", has_text="BibTeX").click()
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#bibtex").text_content()
    assert not visit.faults
    bare = visit(f"/papers/{WIDE}", java_script_enabled=False)
    bare.locator("summary", has_text="BibTeX").click()
    assert bare.locator("#bibtex").is_visible()
    assert not bare.locator(".copy").is_visible()


def test_our_fonts_are_used(visit):
    page = visit("/about")
    used = page.evaluate("[...document.fonts].filter(one => one.status === 'loaded').map(one => one.family)")
    assert {"Source Serif 4", "Instrument Sans"} <= {name.strip('"') for name in used}


def test_dark_is_dark(visit):
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert visit("/", color_scheme="dark").evaluate(ground) == "rgb(21, 24, 28)"
    assert visit("/", color_scheme="light").evaluate(ground) == "rgb(251, 251, 249)"


def test_a_wide_formula_scrolls_alone(visit):
    page = visit(f"/papers/{WIDE}", width=360)
    wide = page.locator(".abstract .wide").first
    assert wide.evaluate("one => one.scrollWidth > one.clientWidth")
    assert wide.get_attribute("tabindex") == "0"
