"""The soak of arXiv's harvest: three windows of generated records, bad and deleted ones among them."""

import argparse
import random
import time
from functools import partial

from bench.soak_killing import ask, kill_until_done
from bench.soak_rows import ARXIV, compare
from bench.soak_site import Site, open_site
from tests.upstreams.arxiv import ArxivServer, record

WINDOWS = [("2024-01-01", "2024-01-31"), ("2024-02-01", "2024-02-29"), ("2024-03-01", "2024-03-31")]
CATEGORIES = ["cs.CL cs.LG", "hep-th math-ph", "math.AG", "astro-ph.GA astro-ph", "q-alg math.QA", "stat.ML cs.LG"]
LONGEST_PAUSE = 0.8  # after a request: a page is written by then


def soak(options: argparse.Namespace, dice: random.Random) -> bool:
    """Whether the rows are the same."""
    with ArxivServer(_records(options.records, dice), page_size=options.page_size) as arxiv, open_site() as site:
        site.upstreams = {"ARXIV_OAI_URL": arxiv.oai_url, "ARXIV_API_URL": arxiv.api_url}
        calm, rough = site.make_database("calm"), site.make_database("rough")
        began = time.monotonic()
        for from_day, until_day in WINDOWS:
            site.manage(calm, "harvest", "arxiv", "--from", from_day, "--until", until_day)
        print(f"harvested in peace in {time.monotonic() - began:.0f} s", flush=True)
        site.start(rough)
        _enqueue(site, rough)
        kill_until_done(
            site,
            options.kills,
            dice,
            asked=lambda: len(arxiv.requests),
            longest_pause=LONGEST_PAUSE,
            is_done=partial(_is_done, rough),
            begin_again=partial(_enqueue, site, rough),
        )
        same = compare(ARXIV, calm, rough)
        created = ask(rough, "SELECT sum(created), (SELECT count(*) FROM papers_paper) FROM harvest_harvestrun")[0]
    print(f"{'papers created':22} {created[0]} counted by runs, {created[1]} rows")
    return same and created[0] == created[1]


def _records(count: int, dice: random.Random) -> list[dict]:
    made = []
    for number in range(1, count + 1):
        day = number * 90 // (count + 1)  # 90 days from the first of January
        first = f"{1 + day % 28} Jan 2024 12:00:00 GMT"
        versions = [{"version": "v1", "created": f"Mon, {first}", "size": f"{number % 90 + 1}kb"}]
        made.append(
            record(
                f"2401.{number:05}",
                title=f"On case {number} of $\\zeta(s)$" if number % 500 else "",
                abstract=" ".join(f"word{dice.randrange(2000)}" for _ in range(120)),
                authors=", ".join(f"A{dice.randrange(300)} Author{dice.randrange(900)}" for _ in range(1 + number % 7)),
                categories=dice.choice(CATEGORIES),
                versions=versions,
                update_date=time.strftime("%Y-%m-%d", time.gmtime(1704067200 + day * 86400)),
                **({"_deleted": True} if number % 700 == 0 else {}),
            )
        )
    return made


def _enqueue(site: Site, url: str) -> None:
    for from_day, until_day in WINDOWS:
        site.manage(url, "harvest", "arxiv", "--from", from_day, "--until", until_day, "--enqueue")


def _is_done(url: str) -> bool | None:
    """None: some rows died of too many kills."""
    states = {state for (state,) in ask(url, _STATES)}
    return None if "dead" in states else states == {"done"}


_STATES = "SELECT state FROM harvest_workitem WHERE arguments->>'until' IS NOT NULL"
