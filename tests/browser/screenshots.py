"""Pictures of the pages that a person should look at, at three widths in both schemes.

`python -m tests.browser.screenshots http://127.0.0.1:8000 screenshots [name …]` visits a running site. What it shows
depends on what the site holds: pages of papers are found by their traits in the site itself.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import launch

WIDTHS = (360, 768, 1280)
SCHEMES = ("light", "dark")
TALLEST = 2600


def main(site: str, folder: Path, names: set[str]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        addresses = {name: path for name, path in pages(browser, site) if not names or name in names}
        for scheme in SCHEMES:
            for width in WIDTHS:
                context = browser.new_context(
                    viewport={"width": width, "height": 900}, color_scheme=scheme, device_scale_factor=1
                )
                page = context.new_page()
                for name, path in addresses.items():
                    page.goto(site + path, wait_until="networkidle")
                    picture(page, folder / f"{name}-{width}-{scheme}.png")
                context.close()
        browser.close()
    print(f"{len(addresses) * len(WIDTHS) * len(SCHEMES)} pictures in {folder}")
    return 0


def pages(browser: Browser, site: str) -> Iterator[tuple[str, str]]:
    yield from (
        ("home", "/"),
        ("papers", "/papers"),
        ("categories", "/categories"),
        ("category", "/categories/hep-ph"),
        ("archive", "/categories/cs"),
        ("search", "/search?q=quantum+gravity"),
        ("search-empty", "/search?q=quantam+husbandry"),
        ("status", "/status"),
        ("about", "/about"),
        ("developers", "/developers"),
        ("404", "/papers/2611.99871-on-the-ordering-of-threads"),
    )
    page = browser.new_page()
    page.goto(site + "/papers")
    links = page.eval_on_selector_all(".row__title a", "all => all.map(a => a.getAttribute('href'))")
    if links:
        yield "paper", links[0]
        day = page.eval_on_selector(".row__when time", "time => time.dateTime").replace("-", "/")
        yield "day", f"/papers/{day}"
        yield "year", f"/papers/{day[:4]}"
        yield "month", f"/papers/{day[:7]}"
    for name, arxiv_id in NOTABLE.items():
        if page.request.get(f"{site}/papers/{arxiv_id}").ok:
            yield name, f"/papers/{arxiv_id}"
    page.close()


def picture(page: Page, path: Path) -> None:
    height = min(page.evaluate("document.documentElement.scrollHeight"), TALLEST)
    width = page.viewport_size["width"]
    page.screenshot(path=path, clip={"x": 0, "y": 0, "width": width, "height": height}, full_page=True)


# Papers with a trait that is hard on a page, where the site holds them.
NOTABLE = {
    "paper-math": "0704.0120",
    "paper-authors": "1812.06018",
    "paper-withdrawn": "0908.0911",
    "paper-affiliations": "0704.0079",
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1].rstrip("/"), Path(sys.argv[2]), set(sys.argv[3:])))
