"""Suggestions under the search box, by keyboard; and the box without scripts."""

import pytest

pytestmark = pytest.mark.browser

BOX = "#q-head"
OPTIONS = "#q-head-suggestions [role=option]"


def typed(page, text):
    page.locator(BOX).press_sequentially(text, delay=20)
    page.locator(OPTIONS).first.wait_for()


def active(page):
    return page.locator(f"#{page.locator(BOX).get_attribute('aria-activedescendant')}").inner_text()


def test_a_person_is_reached_by_keyboard_alone(opened):
    page = opened("/about")
    page.keyboard.press("Tab")  # the skip link
    while page.evaluate("document.activeElement.id") != "q-head":
        page.keyboard.press("Tab")
    typed(page, "chisholm you")
    box = page.locator(BOX)
    assert box.get_attribute("role") == "combobox" and box.get_attribute("aria-expanded") == "true"
    assert page.locator(f"#{box.get_attribute('aria-controls')}").get_attribute("role") == "listbox"
    assert "suggestion" in page.locator(".find [role=status]").inner_text()
    assert box.get_attribute("aria-activedescendant") is None
    page.keyboard.press("ArrowDown")
    assert "Grace Chisholm Young" in active(page)
    assert page.locator(OPTIONS + "[aria-selected=true]").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_url("**/researchers/*-grace-chisholm-young")


def test_arrows_go_round_and_escape_closes_and_keeps_what_was_typed(opened):
    page = opened("/about")
    typed(page, "lovelace")
    count = page.locator(OPTIONS).count()
    page.keyboard.press("ArrowUp")
    last = active(page)
    page.keyboard.press("ArrowDown")
    assert page.locator(BOX).get_attribute("aria-activedescendant") is None
    for _ in range(count):
        page.keyboard.press("ArrowDown")
    assert active(page) == last
    page.keyboard.press("Escape")
    box = page.locator(BOX)
    assert box.input_value() == "lovelace" and box.get_attribute("aria-expanded") == "false"
    assert not page.locator(OPTIONS).first.is_visible()
    page.keyboard.press("ArrowDown")
    assert page.locator(OPTIONS).first.is_visible()


def test_enter_without_a_choice_searches_for_what_was_typed(opened):
    page = opened("/about")
    typed(page, "lovelace")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=lovelace")


def test_only_the_last_of_what_was_typed_is_shown_and_one_letter_asks_for_nothing(opened):
    page = opened("/about")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/suggest" in request.url else None)
    page.locator(BOX).press_sequentially("l", delay=20)
    page.wait_for_timeout(400)
    assert asked == []
    typed(page, "ovelace")
    assert len(asked) == 1 and asked[0].endswith("?q=lovelace")


def test_failing_suggestions_leave_the_form(opened):
    page = opened("/about")
    page.route("**/suggest*", lambda route: route.abort())
    page.locator(BOX).press_sequentially("lovelace", delay=20)
    page.wait_for_timeout(500)
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=lovelace")


def test_a_click_leads_there_from_home_too(opened):
    page = opened("/")
    page.locator("#q-home").press_sequentially("chisholm you", delay=20)
    page.locator("#q-home-suggestions [role=option]").first.click()
    page.wait_for_url("**/researchers/*-grace-chisholm-young")


def test_without_scripts_the_box_is_a_plain_form(opened):
    page = opened("/about", java_script_enabled=False)
    assert page.locator(BOX).get_attribute("role") is None
    page.locator(BOX).fill("lovelace")
    page.locator(BOX).press("Enter")
    page.wait_for_url("**/search?q=lovelace")
