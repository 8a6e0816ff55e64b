"""What a page costs its reader: bytes of HTML as compressed, requests, hosts."""

import gzip
import urllib.error
import urllib.request
from urllib.parse import quote

import pytest

from tests.browser.addresses import address
from tests.browser.hard_papers import ALPHABETS_CATEGORY
from tests.browser.kinds import KINDS

pytestmark = pytest.mark.browser

HTML, HTML_OF_LONG_LISTS = 60_000, 130_000
REQUESTS = 6  # beside the page itself, icons and /me
LONG_LISTS = {"paper-3000-authors", "paper-authors"}
FEW = (
    "home",
    "search",
    "paper-math",
    "paper-alphabets",
    "paper-names",
    "researcher-300",
    "institution-parts",
    "category",
    "status",
)
# Formulas, slanted words and letters of other alphabets at once, in a list and in one with scripts of its own.
ALL_ALPHABETS = (f"/categories/{ALPHABETS_CATEGORY}", "/search?q=walks+on+the+Erdős–Rényi+graph")


def html(site, path):
    try:
        with urllib.request.urlopen(quote(address(site, path), safe=":/?=&%+")) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        return error.read()


@pytest.mark.parametrize("name", KINDS)
def test_page_is_within_its_budget_of_bytes(site, name):
    assert len(gzip.compress(html(site, KINDS[name]), 6)) < (HTML_OF_LONG_LISTS if name in LONG_LISTS else HTML)


@pytest.mark.parametrize("path", [*(KINDS[name] for name in FEW), *ALL_ALPHABETS])
def test_page_asks_for_few_things_and_only_here(opened, site, path):
    """The face for formulas counts where a page holds one: this device may have a face of its own, others not."""
    page = opened("/healthz")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address(site, path), wait_until="networkidle")
    beside = [url for url in asked[1:] if "/icons/" not in url and "/me" not in url and url != page.url]
    if page.locator("math").count() and not any("wove-math" in url for url in beside):
        beside.append("wove-math")
    assert len(beside) <= REQUESTS, beside
    assert all(url.startswith(site) for url in asked)
