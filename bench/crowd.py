"""`python -m bench.crowd --data FOLDER`: does a network that searches too much still get pages at their pace?

In a site of `bench.big`, with the limits that a site has by itself and a Valkey of its own: pages of papers are asked
for alone, then the same pages between 300 searches from the same network. Exits 1 where no search was refused, a
refusal did not say when to come back and where the dumps are, or a page did not answer.
"""

import argparse
import secrets
import statistics
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.big import held, open_big
from bench.site import say
from wovepaper.embedded import valkey

SEARCHES = 300
EVERY = 3  # searches to a page


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.crowd", description="Pages beside a crowd of searches.")
    parser.add_argument("--data", type=Path, required=True, help="folder of a site, made by bench.big")
    options = parser.parse_args(arguments)
    if not held(options.data):
        say("Name a complete site; bench.big makes one.")
        return 2
    with tempfile.TemporaryDirectory(prefix="wove-bench-") as folder, open_big(options.data):
        limits = valkey.start(Path(folder) / "valkey", lasting=False)
        try:
            return _measure(limits.url)
        finally:
            limits.stop()


def _measure(limits: str) -> int:
    # Found by name: they need settings, which are there only now.
    override: Any = import_module("django.test").override_settings
    papers: Any = import_module("papers.models").Paper.objects
    site = import_module("bench.asking").Site()
    import_module("django.core.management").call_command("collectstatic", interactive=False, verbosity=0)
    pages = [one.get_absolute_url() for one in papers.listed().order_by("id")[: SEARCHES // EVERY]]
    with override(LIMITS_URL=limits, LIMIT_BURST=300, LIMIT_PER_MINUTE=600):
        for page in pages[:10]:
            site.get(page)
        alone = [site.get(page) for page in pages]
        searches, beside = [], []
        for number in range(SEARCHES):
            searches.append(site.get(f"/search?q={secrets.token_hex(3)}&mode=words"))
            if number % EVERY == 0:
                beside.append(site.get(pages[number // EVERY]))
    refused = [answer for answer in searches if answer.status == 429]
    before, after = (statistics.median(answer.seconds for answer in answers) * 1000 for answers in (alone, beside))
    print(f"{len(refused)} of {SEARCHES} searches refused")
    print(f"a paper's page: {before:.1f} ms alone, {after:.1f} ms beside them, {after / before:.2f} times")
    good = bool(refused) and all(answer.status == 200 for answer in [*alone, *beside])
    return 0 if good and all(_says_what_to_do(answer) for answer in refused) else 1


def _says_what_to_do(answer: Any) -> bool:
    return int(answer.headers["Retry-After"]) > 0 and b"/dumps" in answer.body


if __name__ == "__main__":
    sys.exit(main())
