"""Headless Chromium as Debian packs it: driven by playwright, which would otherwise want a download of its own."""

import os
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]
MISSING = "no Chromium here: `apt-get install chromium`, or name one in CHROMIUM"


def executable():
    """The browser to use: the one named in CHROMIUM, or one on the path; None where there is none."""
    named = os.environ.get("CHROMIUM", "")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


def install():
    """Try to install it, where that is ours to do: as root of a Debian, as CI is."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *command], env=environment, check=False, timeout=900)


def launch(playwright):
    path = executable()
    if path is None:
        raise FileNotFoundError(MISSING)
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
