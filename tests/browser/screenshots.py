"""Pictures of pages for a person to look at: `python -m tests.browser.screenshots http://127.0.0.1:8000 FOLDER PATH …`.

`make screenshots` makes them of the site of the browser tests, all kinds of pages and all
components at four widths in both schemes.
"""

import re
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.addresses import address
from tests.browser.chromium import launch

WIDTHS = (360, 768, 1280, 1920)
SCHEMES = ("light", "dark")
TALLEST = 2600
# Figures are painted only near the window; a picture is taller than one.
EVERYTHING_PAINTED = ".frame { content-visibility: visible !important; }"


def take(browser, site, folder, pages, widths=WIDTHS, schemes=SCHEMES, tallest=TALLEST):
    """One picture `name-width-scheme.png` for each of `pages` (name to path)."""
    folder.mkdir(parents=True, exist_ok=True)
    taken = []
    for scheme in schemes:
        for width in widths:
            context = browser.new_context(
                viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True
            )
            page = context.new_page()
            for name, path in pages.items():
                page.goto(address(site, path), wait_until="networkidle")
                page.add_style_tag(content=EVERYTHING_PAINTED)
                height = min(page.evaluate("document.documentElement.scrollHeight"), tallest)
                taken.append(folder / f"{name}-{width}-{scheme}.png")
                clip = {"x": 0, "y": 0, "width": width, "height": height}
                page.screenshot(path=taken[-1], clip=clip, full_page=True)
            context.close()
    return taken


def main(site, folder, *paths):
    pages = {re.sub(r"\W+", "-", path).strip("-") or "home": path for path in paths or ("/",)}
    with sync_playwright() as playwright:
        browser = launch(playwright)
        taken = take(browser, site.rstrip("/"), Path(folder), pages)
        browser.close()
    print(f"{len(taken)} pictures in {folder}")


if __name__ == "__main__":
    main(*sys.argv[1:])
