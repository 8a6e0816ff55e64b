"""Kills something of a site after each of some requests to a source, then waits until the harvest comes to its end."""

import random
import time
from collections.abc import Callable
from typing import Any

import psycopg

from bench.soak_site import Site

LONGEST_SECONDS = 150


def kill_until_done(
    site: Site,
    kills: int,
    dice: random.Random,
    *,
    asked: Callable[[], int],
    longest_pause: float,
    is_done: Callable[[], bool | None],
    begin_again: Callable[[], None],
) -> None:
    """`asked` counts requests so far. `begin_again` is what an operator would do where rows died of too many kills
    (`is_done` gives None), and lets the harvest begin anew where it ends before all kills are done."""
    for number in range(1, kills + 1):
        began, seen = time.monotonic(), asked()
        while asked() == seen:
            if is_done() in (True, None):
                print("         begun again", flush=True)
                begin_again()
            if time.monotonic() - began > LONGEST_SECONDS:
                raise SystemExit(f"no source is asked any more\n{site.written()}")
            time.sleep(0.02)
        pause = dice.choice([0, dice.uniform(0, longest_pause / 8), dice.uniform(0, longest_pause)])
        time.sleep(pause)
        what = site.kill(dice)
        print(f"{time.monotonic() - began:5.1f} s: kill {number:2}, {what}, {pause:.2f} s after a request", flush=True)
    began = time.monotonic()
    while (done := is_done()) is not True:
        if done is None:
            print("         begun again", flush=True)
            begin_again()
        if time.monotonic() - began > 3 * LONGEST_SECONDS:
            raise SystemExit(f"the harvest does not end\n{site.written()}")
        time.sleep(0.2)


def ask(url: str, query: str) -> list[tuple[Any, ...]]:
    """Nothing while Postgres recovers; it comes back by itself."""
    try:
        with psycopg.connect(url) as connection:
            return connection.execute(query).fetchall()
    except psycopg.OperationalError:
        return []
