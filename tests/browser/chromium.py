"""Headless Chromium as Debian packs it: driven by playwright, which would otherwise want a download of its own."""

import os
import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def executable() -> str | None:
    """The browser to use: the setting CHROMIUM, or one on the path."""
    named = os.environ.get("CHROMIUM", "")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    path = executable()
    if path is None:
        raise FileNotFoundError("no Chromium here: `apt-get install chromium`, or name one in CHROMIUM")
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
