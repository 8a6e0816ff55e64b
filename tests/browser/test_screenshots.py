"""Pictures of the site: all of them for `make screenshots`, which asks for tests of that name; a few otherwise."""

import shutil
import struct
from pathlib import Path

import pytest

from tests.browser.kinds import KINDS
from tests.browser.screenshots import WIDTHS, take

pytestmark = pytest.mark.browser

FOLDER = Path(__file__).resolve().parents[2] / "screenshots"
FEW = ("home", "paper-math")
COMPONENTS = {"components": "/developers/components"}
LARGEST_FOR_README = 300_000


@pytest.fixture
def everything(pytestconfig):
    return "screenshot" in (pytestconfig.option.keyword or "")


def test_screenshots_show_each_page_at_four_widths(browser, site, everything, tmp_path):
    pages = KINDS if everything else {name: KINDS[name] for name in FEW}
    schemes = ("light", "dark") if everything else ("light",)
    taken = take(browser, site, FOLDER if everything else tmp_path, pages, schemes=schemes)
    assert len(taken) == len(pages) * len(WIDTHS) * len(schemes)
    for path in taken:
        assert f"-{_size(path)[0]}-" in path.name


def test_screenshots_show_all_components(browser, debug_site, everything, tmp_path):
    sizes = {"tallest": 9000} if everything else {"widths": (1280,), "schemes": ("light",)}
    taken = take(browser, debug_site, FOLDER if everything else tmp_path, COMPONENTS, **sizes)
    assert taken and all(path.exists() for path in taken)


@pytest.mark.parametrize("width", [320, 992, 1920])
def test_no_component_scrolls_the_page_sideways_or_complains(browser, debug_site, width):
    page = browser.new_page(viewport={"width": width, "height": 800})
    complaints = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    assert page.goto(debug_site + COMPONENTS["components"]).status == 200
    page.eval_on_selector_all("details", "all => all.forEach(one => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not complaints
    page.close()


def test_components_are_shown_with_debug_alone(opened):
    assert opened(COMPONENTS["components"]).locator("h1").inner_text() != "Components"


def test_screenshots_for_the_readme_are_small(readme_pictures, everything):
    assert len(readme_pictures) == 3
    for picture in readme_pictures:
        assert _size(picture) == (1280, 860)
        assert picture.stat().st_size < LARGEST_FOR_README
        if everything:
            FOLDER.mkdir(exist_ok=True)
            shutil.copy(picture, FOLDER / picture.name)


def _size(path):
    """Width and height, from the head of a PNG."""
    return struct.unpack(">II", path.read_bytes()[16:24])
