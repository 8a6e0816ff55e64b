"""`python -m bench.api --data FOLDER`: what answers of the API cost in a site of `bench.big`, beside bare queries.

Each address is asked for through the site's real addresses, and in turns the very statements that its answer asked are
put to Postgres again, rows fetched and thrown away. It prints the number of statements, both medians and their ratio:
what reading the request, making objects and writing JSON add. Exits 1 where an answer was not 200.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from bench.big import held, open_big
from bench.site import UNLIMITED, say


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.api", description="What answers of the API cost.")
    parser.add_argument("--data", type=Path, required=True, help="folder of a site, made by bench.big")
    parser.add_argument("--rounds", type=int, default=40, help="how often each address is asked for")
    options = parser.parse_args(arguments)
    if not held(options.data):
        say("Name a complete site; bench.big makes one.")
        return 2
    os.environ.update(UNLIMITED)
    with open_big(options.data):
        # Found by name: it needs settings, which are there only now.
        return import_module("bench.api_asking").measure(options.rounds)


if __name__ == "__main__":
    sys.exit(main())
