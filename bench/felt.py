"""`python -m bench.felt http://127.0.0.1:8000 [PATH …]`: what a reader with a slow phone feels of a running site.

Opens each page on a phone whose processor is four times slower than this one, over a slow network, reads it down to its
foot, and tells how much the page shifted and the longest task of our scripts. Time is that of the page's own thread, so
that other work on the machine does not count.
"""

import json
import sys
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import launch

PAGES = ("/", "/search?q=quantum", "/papers")
PHONE = {"viewport": {"width": 412, "height": 823}, "device_scale_factor": 1.75, "is_mobile": True, "has_touch": True}
SLOWER = 4
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
    }).observe({ type: "layout-shift", buffered: true });
"""
RUNS = {"EvaluateScript", "FunctionCall", "v8.run", "EventDispatch"}
MOST_SHIFT, LONGEST = 0.02, 50.0


def feel(browser: Browser, address: str) -> dict[str, Any]:
    context = browser.new_context(**PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    page.add_init_script(SHIFTS)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    browser.start_tracing(page=page, categories=["devtools.timeline", "v8"])
    page.goto(address, wait_until="networkidle", timeout=120_000)
    for _ in range(4):
        page.mouse.wheel(0, 600)
        page.wait_for_timeout(250)
    shifted = page.evaluate("window.shifted")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    ours = [event for event in events if event["name"] in RUNS and "/static/js/" in json.dumps(event.get("args", {}))]
    return {"shift": shifted, "longest": max((event.get("tdur", 0) / 1000 for event in ours), default=0.0)}


def main(site: str, *paths: str) -> int:
    within = True
    print("page | shift | our longest task, ms\n--- | ---: | ---:")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for path in paths or PAGES:
            felt = feel(browser, site.rstrip("/") + path)
            within = within and felt["shift"] <= MOST_SHIFT and felt["longest"] <= LONGEST
            print(f"{path} | {felt['shift']:.4f} | {felt['longest']:.1f}")
        browser.close()
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
