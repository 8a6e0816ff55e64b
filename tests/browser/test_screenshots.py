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
LARGEST_FOR_README = 300_000


@pytest.fixture
def everything(pytestconfig):
    return "screenshot" in (pytestconfig.option.keyword or "")


def test_screenshots_show_each_page_at_three_widths(browser, site, everything, tmp_path):
    pages = KINDS if everything else {name: KINDS[name] for name in FEW}
    schemes = ("light", "dark") if everything else ("light",)
    taken = take(browser, site, FOLDER if everything else tmp_path, pages, schemes=schemes)
    assert len(taken) == len(pages) * len(WIDTHS) * len(schemes)
    for path in taken:
        assert f"-{_size(path)[0]}-" in path.name


def test_screenshot_for_the_readme_is_small(readme_picture, everything):
    assert _size(readme_picture) == (1280, 860)
    assert readme_picture.stat().st_size < LARGEST_FOR_README
    if everything:
        FOLDER.mkdir(exist_ok=True)
        shutil.copy(readme_picture, FOLDER / "readme.png")


def _size(path):
    """Width and height, from the head of a PNG."""
    return struct.unpack(">II", path.read_bytes()[16:24])
