"""Do all formats of a thing tell the same? A thousand random things of a loaded site, field by field.

    python -m bench.twins [--things 1000] [--seed 5] [--snapshot FILE] [--processes 2]

Loads the snapshot into a throwaway database, or takes the one of DATABASE_URL as it is, and asks the site's own views.
Ends with 1 where anything disagrees.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.site import SNAPSHOT, open_site, say

SHARES = {"papers": 0.8, "researchers": 0.1, "institutions": 0.06, "categories": 0.04}
SHOWN = 30
LISTS_ONE_IN = 10


def main() -> int:
    arguments = _arguments()
    with open_site(arguments.snapshot, arguments.processes):
        from django.test import Client  # noqa: PLC0415 - settings are read by then

        began = time.monotonic()
        compared: Counter[str] = Counter()
        faults: list[str] = []
        for kind, found in disagreeing(Client(), arguments.things, random.Random(arguments.seed), LISTS_ONE_IN):
            compared[kind] += 1
            faults += found
            for fault in found:
                say(fault)
            if sum(compared.values()) % 50 == 0:
                say(f"{sum(compared.values())} compared, {len(faults)} disagreements")
    for fault in faults[:SHOWN]:
        print(fault)
    print(f"{sum(compared.values())} things in {time.monotonic() - began:.0f} s: {dict(compared)}")
    print(f"{len(faults)} disagreements")
    return bool(faults)


def disagreeing(
    client: Any, things: int, chance: random.Random, lists_one_in: int = 1
) -> Iterator[tuple[str, list[str]]]:
    """Kind of each thing chosen, and what its formats tell otherwise; more papers where other kinds are few.

    One in `lists_one_in` papers is looked for in its day's table and its category's feed too.
    """
    from bench import twins_papers, twins_things  # noqa: PLC0415 - after settings are read
    from institutions.models import Institution  # noqa: PLC0415
    from papers.fields import FIELDS  # noqa: PLC0415
    from papers.models import Paper  # noqa: PLC0415
    from researchers.models import Researcher  # noqa: PLC0415

    compare = {
        "researchers": (Researcher.objects.listed(), twins_things.researcher_disagreements),
        "institutions": (
            Institution.objects.listed().filter(paper_count__gt=0),
            twins_things.institution_disagreements,
        ),
        "papers": (Paper.objects.listed(), twins_papers.paper_disagreements),
    }
    left = things
    for code in chance.sample(sorted(FIELDS), min(len(FIELDS), round(things * SHARES["categories"]))):
        left -= 1
        yield "categories", twins_things.category_disagreements(client, FIELDS[code])
    for kind, (rows, disagreements) in compare.items():
        wanted = left if kind == "papers" else round(things * SHARES[kind])
        ids = sorted(rows.order_by().values_list("pk", flat=True))
        for pk in chance.sample(ids, min(len(ids), wanted)):
            left -= 1
            in_lists = {"with_lists": left % lists_one_in == 0} if kind == "papers" else {}
            yield kind, disagreements(client, rows.get(pk=pk), **in_lists)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.twins", description=__doc__)
    parser.add_argument("--things", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--snapshot", type=Path, default=SNAPSHOT)
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
