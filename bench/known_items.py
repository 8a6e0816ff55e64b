"""`python -m bench.known_items`: how often the search finds a paper by its title, typed as it is or with a fault.

Titles are drawn at random from a loaded site. A fault is one word that lost a letter; the rest of the title is right.
A paper whose title another bears too counts where any of them stands.
"""

import argparse
import os
import random
import re
import sys
from importlib import import_module
from io import StringIO
from pathlib import Path

from django.core.management import call_command

from bench.site import SNAPSHOT, open_site, say

SEED = 4
LONG = re.compile(r"[A-Za-z]{5,}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.known_items", description=__doc__.partition("\n")[0])
    parser.add_argument("--snapshot", type=Path, default=SNAPSHOT, help="loaded first, where no DATABASE_URL is set")
    parser.add_argument("--titles", type=int, default=1000)
    options = parser.parse_args()
    if not os.environ.get("DATABASE_URL") and not options.snapshot.exists():
        say(f"There is no snapshot {options.snapshot}: name one with --snapshot, or a loaded site by DATABASE_URL.")
        return 2
    with open_site(options.snapshot, os.cpu_count() or 1):
        call_command("index", stdout=StringIO())
        _measure(options.titles)
    return 0


def with_fault(title: str, dice: random.Random) -> str:
    """Without one letter inside one of its longer words; as it is where it has none."""
    words = list(LONG.finditer(title))
    if not words:
        return title
    word = dice.choice(words)
    at = dice.randrange(word.start() + 1, word.end() - 1)
    return title[:at] + title[at + 1 :]


def _measure(number: int) -> None:
    # Found by name: they need settings, which are there only now.
    paper_model = import_module("papers.models").Paper
    held = list(paper_model.objects.listed().order_by("id").values_list("title", flat=True))
    dice = random.Random(SEED)
    titles = dice.sample(held, min(number, len(held)))
    print(f"{len(titles):,} titles of {len(held):,} papers")
    for how, typed in (("exact", titles), ("with a fault", [with_fault(title, dice) for title in titles])):
        ranks = [_rank(title, asked, paper_model) for title, asked in zip(titles, typed, strict=True)]
        first, three = (sum(rank <= deep for rank in ranks) / len(ranks) for deep in (1, 3))
        print(f"  {how:13} first {first:.1%}, among three {three:.1%}")


def _rank(title: str, typed: str, paper_model: type) -> int:
    """The place of a paper with that title among the answers, far behind where it is on no first page."""
    lexical, answers, query = (import_module(f"search.{name}") for name in ("lexical", "answers", "query"))
    found = lexical.find(answers.SearchRequest(query.parse(typed))).ids
    same = set(paper_model.objects.filter(id__in=found, title=title).values_list("id", flat=True))
    return next((place for place, paper in enumerate(found, 1) if paper in same), 10**6)


if __name__ == "__main__":
    sys.exit(main())
