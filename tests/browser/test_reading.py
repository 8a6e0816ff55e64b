"""Reading flow in a real browser: colours, keys, papers seen and new, unfolding, copying; nothing of it leaves it."""

import pytest

from tests.browser.hard_papers import ALPHABETS, ALPHABETS_CATEGORY, BUSY_DAY, WIDE

pytestmark = pytest.mark.browser

GROUND = "getComputedStyle(document.documentElement).backgroundColor"
DARK, LIGHT = "rgb(21, 24, 28)", "rgb(251, 251, 249)"
BUSY = f"/papers/{BUSY_DAY.replace('-', '/')}"
AT_THE_BODYS_START = """
new MutationObserver((_, watcher) => {
  if (!document.body) return;
  window.schemeAtTheStart = document.documentElement.dataset.scheme;
  watcher.disconnect();
}).observe(document, {childList: true, subtree: true});
"""


def go(page, path):
    page.goto("/".join(page.url.split("/")[:3]) + path, wait_until="load")


def current(page):
    return page.locator("[data-current] .row__title").inner_text()


def test_chosen_colours_stay_and_are_there_before_the_page_is(opened):
    page = opened("/about", color_scheme="light")
    page.get_by_role("button", name="Show in dark colours").click()
    assert page.evaluate(GROUND) == DARK
    page.add_init_script(AT_THE_BODYS_START)
    go(page, "/")
    assert page.evaluate("window.schemeAtTheStart") == "dark"
    assert page.evaluate(GROUND) == DARK
    page.get_by_label("as the device").check()
    assert page.evaluate(GROUND) == LIGHT
    page.reload()
    assert page.evaluate(GROUND) == LIGHT
    assert page.evaluate("localStorage.getItem('scheme')") is None


def test_without_scripts_nothing_is_offered_that_needs_them(opened):
    page = opened(f"/papers/{WIDE}", java_script_enabled=False)
    assert page.locator(".scripted").count() == 3
    assert not any(one.is_visible() for one in page.locator(".scripted").all())


def test_keys_move_open_copy_and_search(opened):
    page = opened(BUSY, permissions=["clipboard-read", "clipboard-write"])
    titles = page.locator(".row__title").all_inner_texts()
    page.keyboard.press("j")
    assert current(page) == titles[0]
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    assert current(page) == titles[1]
    assert page.evaluate("document.activeElement.matches('[data-current] .row__title a:focus-visible')")
    page.keyboard.press("c")
    page.get_by_text("BibTeX copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("@")
    page.keyboard.press("o")
    page.wait_for_url("**/papers/*-*")
    assert page.locator("h1").inner_text() == titles[1]
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "q-head"
    page.keyboard.type("jo?")
    assert page.locator("#q-head").input_value() == "jo?"
    assert page.locator("dialog").count() == 0


def test_keys_with_a_modifier_are_left_to_the_browser(opened):
    page = opened("/papers")
    for key in ("Control+j", "Alt+j", "Meta+j"):
        page.keyboard.press(key)
    assert page.locator("[data-current]").count() == 0


def test_the_list_of_keys_turns_them_off_and_that_is_remembered(opened):
    page = opened("/papers")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    assert [key.inner_text() for key in dialog.locator("kbd").all()] == ["/", "j", "k", "o", "c", "s", "?"]
    page.get_by_label("Use these keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.reload()
    page.keyboard.press("j")
    page.keyboard.press("?")
    assert page.locator("[data-current], dialog[open]").count() == 0
    page.get_by_role("button", name="Keys and reading").click()
    page.get_by_label("Use these keys").check()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    assert page.locator("[data-current]").count() == 1


def test_the_way_back_leads_to_the_row_that_was_left(opened):
    page = opened("/papers")
    for _ in range(12):
        page.keyboard.press("j")
    left, place = current(page), page.evaluate("scrollY")
    assert place > 0
    page.keyboard.press("o")
    page.wait_for_url("**/papers/*-*")
    page.go_back()
    page.locator("[data-current]").wait_for()
    assert current(page) == left
    assert page.evaluate("document.activeElement.closest('[data-current]') !== null")
    page.wait_for_function("place => scrollY === place", arg=place)


def test_papers_seen_are_marked_and_hidden_on_request_in_this_browser_alone(opened):
    page = opened("/papers")
    asked = []
    titles = page.locator(".row__title").all_inner_texts()
    page.locator(".row__title a").nth(2).click()
    page.wait_for_url("**/papers/*-*")
    page.on("request", lambda request: asked.append(request.url))
    go(page, "/papers")
    assert page.locator(".row[data-seen] .row__title").all_inner_texts() == [titles[2]]
    page.get_by_role("button", name="Hide it").click()
    assert page.locator(".row__title:visible").count() == len(titles) - 1
    page.reload()
    assert page.locator(".row__title:visible").count() == len(titles) - 1
    page.keyboard.press("s")
    assert page.locator(".row__title:visible").count() == len(titles)
    assert not [url for url in asked if "/papers" not in url and "/static/" not in url]


def test_what_is_newer_than_at_the_visit_before_is_marked(opened):
    page = opened("/papers")
    assert page.locator(".row__mark--new").count() == 0
    rows = page.locator(".row")
    day, arxiv_id = rows.nth(3).locator("time").get_attribute("datetime"), rows.nth(3).get_attribute("data-paper")
    # As if the visit before had ended when the fourth was the newest.
    page.evaluate("mark => localStorage.setItem('newest', JSON.stringify({'/papers': mark}))", [day, arxiv_id])
    page.evaluate("sessionStorage.clear()")
    page.reload()
    newer = [one.get_attribute("data-paper") for one in page.locator(".row[data-new]").all()]
    assert newer == [rows.nth(place).get_attribute("data-paper") for place in range(3)]
    page.reload()
    assert page.locator(".row[data-new]").count() == 3


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_an_abstract_unfolds_in_its_row(opened, scripts):
    page = opened("/search?q=quantum", java_script_enabled=scripts)
    row = page.locator(".row:has(.unfold)").first
    whole = row.locator(".unfold details p")
    assert not whole.is_visible()
    summary = row.locator(".unfold summary")
    assert summary.inner_text().startswith("more")
    summary.click()
    assert whole.is_visible() and not row.locator(".row__abstract").is_visible()
    assert summary.inner_text().startswith("less")
    summary.click()
    assert row.locator(".row__abstract").is_visible()


def test_an_unfolded_abstract_is_typeset(opened):
    page = opened(f"/categories/{ALPHABETS_CATEGORY}")
    row = page.locator(f'.row[data-paper="{ALPHABETS}"]')
    row.locator(".unfold summary").click()
    whole = row.locator(".unfold__whole")
    assert whole.locator("math mfrac").is_visible()
    assert whole.locator("p").count() == 2 and whole.locator("em").inner_text() == "any"


def test_the_face_for_formulas_is_there_and_asked_for_only_with_formulas(opened):
    page = opened("/about")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    assert not [url for url in asked if "wove-math" in url]
    assert page.evaluate("document.fonts.load('16px \"Wove Math\"', '𝑥').then(found => found.length)") == 1
