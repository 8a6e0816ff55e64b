"""`make soak`: kill a harvest at random, and compare what it wrote with an undisturbed one.

    make soak                          20 kills
    make soak ARGS="--kills 60 --seed 7"

A local arXiv gives three windows of generated records, bad and deleted ones among them. One
database is harvested in peace. A second one is harvested by a real worker and a real scheduler while these, a process
of Postgres (which then recovers from its log) and Valkey (with or without its data) are ended with SIGKILL, some while
arXiv is asked and some while a page is written. Exits 0 if the rows of both are the same. Nothing is left behind.
"""

import argparse
import os
import random
import secrets
import shutil
import sys
import tempfile
import time
from pathlib import Path

import psycopg

from bench.soak_rows import rows_and_hashes
from bench.soak_site import Site
from tests.upstreams.arxiv import ArxivServer, record

WINDOWS = [("2024-01-01", "2024-01-31"), ("2024-02-01", "2024-02-29"), ("2024-03-01", "2024-03-31")]
CATEGORIES = ["cs.CL cs.LG", "hep-th math-ph", "math.AG", "astro-ph.GA astro-ph", "q-alg math.QA", "stat.ML cs.LG"]
LONGEST_SECONDS = 150


def main() -> None:
    options = _options()
    dice = random.Random(options.seed)
    folder = Path(tempfile.mkdtemp(prefix="wove-soak-"))
    folder.chmod(0o711)  # Postgres, if we are root, runs as another user and must enter
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(48))
    print(
        f"seed {options.seed}, {options.kills} kills, {options.records} records in {len(WINDOWS)} windows", flush=True
    )
    began = time.monotonic()
    try:
        with ArxivServer(_records(options.records, dice), page_size=options.page_size) as arxiv, Site(folder) as site:
            calm, rough = site.make_database("calm"), site.make_database("rough")
            for from_day, until_day in WINDOWS:
                site.manage(calm, arxiv, "harvest", "arxiv", "--from", from_day, "--until", until_day)
            print(f"harvested in peace after {time.monotonic() - began:.0f} s", flush=True)
            _harvest_roughly(site, rough, arxiv, options.kills, dice)
            same = _compare(calm, rough)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{'the same rows' if same else 'DIFFERENT ROWS'} after {time.monotonic() - began:.0f} s", flush=True)
    sys.exit(0 if same else 1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--records", type=int, default=6000)
    parser.add_argument("--page-size", type=int, default=250)
    return parser.parse_args()


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


def _harvest_roughly(site: Site, url: str, arxiv: ArxivServer, kills: int, dice: random.Random) -> None:
    """Kill until all kills are done, then let it come to its end."""
    site.start(url, arxiv)
    _enqueue(site, url, arxiv)
    for number in range(1, kills + 1):
        began, seen = time.monotonic(), len(arxiv.requests)
        while len(arxiv.requests) == seen:  # until arXiv is asked again
            _see_to_the_rows(site, url, arxiv)
            if time.monotonic() - began > LONGEST_SECONDS:
                raise SystemExit(f"arXiv is not asked any more\n{site.written()}")
            time.sleep(0.02)
        wait = dice.choice([0, dice.uniform(0, 0.1), dice.uniform(0, 0.8)])
        time.sleep(wait)
        what = site.kill(dice)
        print(f"{time.monotonic() - began:5.1f} s: kill {number:2}, {what}, {wait:.2f} s after a request", flush=True)
    began = time.monotonic()
    while not _is_done(url):
        _see_to_the_rows(site, url, arxiv)
        if time.monotonic() - began > 3 * LONGEST_SECONDS:
            raise SystemExit(f"the harvest does not end: {_states(url)}\n{site.written()}")
        time.sleep(0.2)


def _enqueue(site: Site, url: str, arxiv: ArxivServer) -> None:
    for from_day, until_day in WINDOWS:
        site.manage(url, arxiv, "harvest", "arxiv", "--from", from_day, "--until", until_day, "--enqueue")


def _see_to_the_rows(site: Site, url: str, arxiv: ArxivServer) -> None:
    """What an operator would do: run again what died of too many kills. And once all is harvested, begin again."""
    states = _states(url)
    if "dead" in states or (states and set(states) == {"done"}):
        print(f"         enqueued again: {states}", flush=True)
        _enqueue(site, url, arxiv)


def _states(url: str) -> list[str]:
    return [state for (state,) in _ask(url, "SELECT state FROM harvest_workitem WHERE arguments->>'until' IS NOT NULL")]


def _is_done(url: str) -> bool:
    return set(_states(url)) == {"done"}


def _ask(url: str, query: str) -> list[tuple]:
    try:
        with psycopg.connect(url) as connection:
            return connection.execute(query).fetchall()
    except psycopg.OperationalError:
        return []  # killed a moment ago; it comes back by itself


def _compare(calm: str, rough: str) -> bool:
    first, second = rows_and_hashes(calm), rows_and_hashes(rough)
    for name in first:
        sign = "=" if first[name] == second[name] else "≠"
        print(f"{name:22} {first[name][0]:8} rows {first[name][1]} {sign} {second[name][1]} {second[name][0]:8} rows")
    created = _ask(rough, "SELECT sum(created), (SELECT count(*) FROM papers_paper) FROM harvest_harvestrun")[0]
    print(f"{'papers created':22} {created[0]} counted by runs, {created[1]} rows")
    return first == second and created[0] == created[1]


if __name__ == "__main__":
    main()
