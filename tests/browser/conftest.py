"""A site as its own process on a database of its own, with the sample and hard papers; and a browser to visit it."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
import warnings
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.browser.screenshots import take
from wovepaper.embedded.processes import free_port

PROJECT = Path(__file__).resolve().parents[2]
DATABASE = "browser"
PATIENCE = 60


@pytest.fixture(scope="session")
def browser():
    if chromium.executable() is None and os.environ.get("CI") == "true":
        chromium.install()
    if chromium.executable() is None:
        if os.environ.get("CI") == "true":
            pytest.fail(chromium.MISSING)
        warnings.warn(f"BROWSER TESTS ARE NOT RUN: {chromium.MISSING}", stacklevel=1)
        pytest.skip(chromium.MISSING)
    with sync_playwright() as playwright:
        opened = chromium.launch(playwright)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def site_data(tmp_path_factory):
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="session")
def site(browser, site_data):
    """Its address. Asks for the browser first: without one nothing is started."""
    data = site_data
    address, environment = _at_a_free_port(data, DATABASE_URL=_new_database())

    def run(*arguments):
        subprocess.run([sys.executable, *arguments], cwd=PROJECT, env=environment, check=True, capture_output=True)

    run("manage.py", "migrate", "--verbosity", "0")
    run("manage.py", "collectstatic", "--noinput", "--verbosity", "0")
    run("manage.py", "load_sample")
    run("manage.py", "shell", "-c", "from tests.browser.sample_people import take_in; take_in()")
    with _served(address, environment, data / "web.log"):
        _take_for_readme(browser, address, data, "light", home="/", paper="/papers/hep-th/9711200")
    for hard in ("papers", "people"):
        run("manage.py", "shell", "-c", f"from tests.browser.hard_{hard} import take_in; take_in()")
    run("manage.py", "index")
    with _served(address, environment, data / "web.log"):
        _take_for_readme(browser, address, data, "dark", search="/search?q=quantum")
        yield address


@pytest.fixture(scope="session")
def debug_site(site, site_data):
    """The same site with DEBUG on, which alone shows its components."""
    address, environment = _at_a_free_port(site_data, DATABASE_URL=_database(), DEBUG="1")
    with _served(address, environment, site_data / "debug.log"):
        yield address


@pytest.fixture
def readme_pictures(site, site_data):
    """Home and a paper with the sample alone, its authors linked, and a search."""
    return sorted(site_data.glob("readme-*.png"))


def _take_for_readme(browser, address, data, scheme, **pages):
    pages = {f"readme-{name}": path for name, path in pages.items()}
    take(browser, address, data, pages, widths=(1280,), schemes=(scheme,), tallest=860)


def _at_a_free_port(data, **variables):
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    place = {"WOVE_DATA": str(data), "SITE_URL": address, "PORT": str(port)}
    return address, {**os.environ, "DJANGO_SETTINGS_MODULE": "wovepaper.settings", **place, **variables}


@contextmanager
def _served(address, environment, log):
    command = ["granian", "--interface", "wsgi", "--port", environment["PORT"], "wovepaper.wsgi:application"]
    with log.open("ab") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=PROJECT, env=environment, stdout=output, stderr=output
        )
        try:
            _wait_for(address, server, log)
            yield
        finally:
            server.terminate()
            server.wait(20)


def _new_database():
    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {DATABASE}")
    return _database()


def _database():
    # Not urlunsplit's default: it drops the empty host of a socket URL's "//".
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{DATABASE}"))


def _wait_for(address, server, log):
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            assert server.poll() is None and time.monotonic() < deadline, log.read_text(errors="replace")
            time.sleep(0.2)


@pytest.fixture
def opened(browser, site):
    """Opens pages of the site on a wide screen, each in a context of its own."""
    contexts = []

    def open_page(path, **options):
        context = browser.new_context(viewport={"width": 1280, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        page.goto(site + path, wait_until="load")
        return page

    yield open_page
    for context in contexts:
        context.close()
