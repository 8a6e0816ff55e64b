"""The soak of the other sources' harvest: a world of bench/world/, served as OpenAlex and Semantic Scholar.

Both databases begin as copies of one in which papers and institutions are loaded. In peace commands ask one source
after the other for papers, then for people, until nothing is due; roughly, workers ask both in turns, as their rows of
work come up. Some records have a wrong shape and are refused. At the end `manage.py summarise` brings sums up to the
last change, as the next sweep would.
"""

import argparse
import random
import time
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from bench.soak_killing import ask, kill_until_done
from bench.soak_rows import compare
from bench.soak_site import Site, open_site
from bench.soak_world_rows import FAULTS, WORLD
from bench.world import World, loading
from tests.upstreams.arxiv import ArxivServer
from tests.upstreams.openalex import OpenAlexServer
from tests.upstreams.semantic_scholar import SemanticScholarServer

SOURCES = ("openalex", "semanticscholar")
LONGEST_PAUSE = 4.0  # after a request: a row of work is written by then
NTH_SPOILT = 97


def soak(options: argparse.Namespace, dice: random.Random) -> bool:
    """Whether the rows are the same, and nothing in the rough database contradicts itself."""
    world = World(options.seed % 1000, options.papers)
    openalex, semantic_scholar = _Spoilt(world.openalex, "authorships"), _Spoilt(world.semantic_scholar, "authors")
    with (
        ArxivServer() as arxiv,  # knows nothing: the daily harvest goes on beside
        OpenAlexServer(openalex) as works,
        SemanticScholarServer(semantic_scholar) as papers,
        open_site() as site,
    ):
        site.upstreams = {
            "ARXIV_OAI_URL": arxiv.oai_url, "ARXIV_API_URL": arxiv.api_url,
            "OPENALEX_API_URL": works.url, "S2_API_URL": papers.url,
        }  # fmt: skip
        _load(site, world)
        calm, rough = site.make_database("calm", "loaded"), site.make_database("rough", "loaded")
        began = time.monotonic()
        while (done := _is_done(calm)) is not True:  # papers of people that are gone are due again
            if done is None:
                raise SystemExit("rows of work died in peace")
            for more, source in product(([], ["--profiles"]), SOURCES):
                site.manage(calm, "harvest", source, *more, "--limit", "1000000")
        site.manage(calm, "summarise")
        print(f"harvested in peace in {time.monotonic() - began:.0f} s", flush=True)
        began = time.monotonic()
        site.start(rough)
        kill_until_done(
            site,
            options.kills,
            dice,
            asked=lambda: len(works.requests) + len(papers.requests),
            longest_pause=LONGEST_PAUSE,
            is_done=partial(_is_done, rough),
            begin_again=partial(_begin_again, rough, dice),
        )
        site.stop()
        site.manage(rough, "summarise")
        print(f"harvested roughly in {time.monotonic() - began:.0f} s", flush=True)
        same = compare(WORLD, calm, rough)
        return _is_consistent(rough) and same


class _Spoilt:
    """A source of which some records have no list where one must be: always the same ones."""

    def __init__(self, source: Any, field: str) -> None:
        self._source, self._field = source, field

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._source, name)
        return self._spoiling(found) if callable(found) else found

    def _spoiling(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*arguments: Any) -> Any:
            told = function(*arguments)
            return [self._spoil(one) for one in told] if isinstance(told, list) else self._spoil(told)

        return ask

    def _spoil(self, record: Any) -> Any:
        if not isinstance(record, dict) or self._field not in record:
            return record
        letters = sum(str(record["title"]).encode())
        return {**record, self._field: "none"} if letters % NTH_SPOILT == 0 else record


def _load(site: Site, world: World) -> None:
    url = site.make_database("loaded")
    with TemporaryDirectory(prefix="wove-soak-") as folder:
        # Not all institutions: each worker that starts reads all their names.
        snapshot, ror = loading.write(world, Path(folder), all_institutions=False)
        site.manage(url, "load_snapshot", str(snapshot))
        site.manage(url, "load_ror", str(ror))


def _is_done(url: str) -> bool | None:
    """All papers and people asked for at both sources and no row open; None: some rows died of too many kills."""
    states = ask(url, "SELECT state FROM harvest_workitem WHERE kind ~ '^(openalex|semanticscholar)-'")
    if ("dead",) in states:
        return None
    left = ask(
        url,
        """
        SELECT (SELECT count(*) FROM harvest_profileasked WHERE due_at <= now()) + count(*)
        FROM papers_paper paper CROSS JOIN (VALUES ('openalex'), ('semanticscholar')) AS told (source)
        LEFT JOIN harvest_paperasked asked ON asked.paper_id = paper.id AND asked.source = told.source
        WHERE asked.id IS NULL OR asked.due_at <= now()
        """,
    )
    return set(states) == {("done",)} and left == [(0,)]


def _begin_again(url: str, dice: random.Random) -> None:
    """All papers, people or both are due once more, and rows that died are open again; the next sweep plans and rings.

    Each before the other: what one tells must not undo what the other told.
    """
    tables = dice.choice([["paper"], ["profile"], ["paper", "profile"]])
    while True:
        try:
            with psycopg.connect(url) as connection:
                connection.execute("UPDATE harvest_workitem SET state = 'open', attempts = 0 WHERE state = 'dead'")
                for table in tables:
                    connection.execute(f"UPDATE harvest_{table}asked SET due_at = now()")
            return
        except psycopg.OperationalError:
            time.sleep(0.2)  # it recovers from a kill


def _is_consistent(url: str) -> bool:
    """Nothing is counted wrongly, and no row that was left behind is shown."""
    wrong = {name: rows for name, query in FAULTS.items() if (rows := ask(url, query))}
    for name, rows in wrong.items():
        print(f"{name}: {len(rows)} rows, such as {rows[:3]}")
    return not wrong
