"""`python -m bench.known_items`: how often the search finds a paper by its title, typed as it is or with a fault.

Titles are drawn at random from a loaded site. A fault is one of: a word left out, a typo in one word (a letter lost,
doubled, changed, or two swapped), accents dropped, words in another order. Where a title cannot have the fault (of two
words, without accents) it is typed as it is; of accents also those titles are told that have some. A paper whose title
another bears too counts where any of them stands.
"""

import argparse
import os
import random
import re
import sys
import unicodedata
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from pathlib import Path

from django.core.management import call_command

from bench.site import SNAPSHOT, open_site, say

SEED = 4
LONG = re.compile(r"[A-Za-z]{4,}")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


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


def exact(title: str, dice: random.Random) -> str:
    return title


def word_missing(title: str, dice: random.Random) -> str:
    words = title.split()
    if len(words) > 2:
        del words[dice.randrange(len(words))]
    return " ".join(words)


def typo(title: str, dice: random.Random) -> str:
    """In one of its longer words, not in its first letter."""
    words = list(LONG.finditer(title))
    if not words:
        return title
    word = dice.choice(words)
    at = dice.randrange(word.start() + 1, word.end() - 1)
    head, letter, tail = title[:at], title[at], title[at + 1 :]
    return dice.choice(
        [head + tail, head + 2 * letter + tail, head + dice.choice(LETTERS) + tail, head + tail[0] + letter + tail[1:]]
    )


def accents_dropped(title: str, dice: random.Random) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", title) if not unicodedata.combining(sign))


def another_order(title: str, dice: random.Random) -> str:
    words = title.split()
    dice.shuffle(words)
    return " ".join(words)


def _measure(number: int) -> None:
    # Found by name: they need settings, which are there only now.
    paper_model = import_module("papers.models").Paper
    held = list(paper_model.objects.listed().order_by("id").values_list("title", flat=True))
    dice = random.Random(SEED)
    titles = dice.sample(held, min(number, len(held)))
    accented = [title for title in held if accents_dropped(title, dice) != title]
    print(f"{len(titles):,} titles of {len(held):,} papers, {len(accented):,} of which have accents")
    for how in (exact, word_missing, typo, accents_dropped, another_order):
        _tell(how.__name__.replace("_", " "), titles, how, dice, paper_model)
    some = dice.sample(accented, min(number, len(accented)))
    _tell(f"accents dropped, of {len(some):,} with some", some, accents_dropped, dice, paper_model)


def _tell(
    name: str, titles: list[str], how: Callable[[str, random.Random], str], dice: random.Random, paper_model: type
) -> None:
    ranks = [_rank(title, how(title, dice), paper_model) for title in titles]
    if ranks:
        first, three = (sum(rank <= deep for rank in ranks) / len(ranks) for deep in (1, 3))
        print(f"  {name:16} first {first:.1%}, among three {three:.1%}")


def _rank(title: str, typed: str, paper_model: type) -> int:
    """The place of a paper with that title among the answers, far behind where it is on no first page."""
    lexical, answers, query = (import_module(f"search.{name}") for name in ("lexical", "answers", "query"))
    found = lexical.find(answers.SearchRequest(query.parse(typed))).ids
    same = set(paper_model.objects.filter(id__in=found, title=title).values_list("id", flat=True))
    return next((place for place, paper in enumerate(found, 1) if paper in same), 10**6)


if __name__ == "__main__":
    sys.exit(main())
