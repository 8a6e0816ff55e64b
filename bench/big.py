"""`python -m bench.big`: a site of any size, made by the world of bench/world/, in a database that stays.

    python -m bench.big --papers 1000000 --data FOLDER              make it, unless it is there and complete
    python -m bench.big --papers 10000 --of 1000000 --data FOLDER   a cut of that world: the same people, fewer papers
    python -m bench.big --data FOLDER --serve                       start its Postgres, tell its address, wait

Rows are written by COPY straight from the world's truth, as harvest and linking would leave them, and ids are the same
in a world and its cuts. What is left out: the stand-in's search vectors (`--search-vectors` makes them; while the word
index is away), embeddings, similar papers. `FOLDER/big.json` tells what it holds, and that it is complete.
"""

import argparse
import json
import os
import secrets
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import django
from django.core.management import call_command

from bench.site import say
from wovepaper.embedded import postgres

MARKER = "big.json"
RECIPE = 1  # of the rows: another one makes the folder anew
# Made in one go or not at all, so nothing has to survive a crash meanwhile.
MAKING = {
    "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "wal_level": "minimal",
    "max_wal_senders": "0", "max_wal_size": "8GB", "maintenance_work_mem": "1GB", "work_mem": "256MB",
    "checkpoint_timeout": "30min", "autovacuum": "off",
}  # fmt: skip


@contextmanager
def open_big(data: Path, settings: dict[str, str] | None = None) -> Iterator[postgres.Postgres]:
    """Its Postgres, started or found running, and Django on it; nothing that needs settings may be imported before."""
    signal.signal(signal.SIGTERM, _stop_like_ctrl_c)
    data.mkdir(parents=True, exist_ok=True)
    data.chmod(0o711)  # Postgres, if we are root, runs as another user and must enter
    running = postgres.attach(data / "postgres")
    server = running or postgres.start(data / "postgres", settings=settings, waiting=_tell_waiting)
    try:
        os.environ |= {"DATABASE_URL": server.url, "WOVE_DATA": str(data)}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wovepaper.settings")
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(48))
        os.environ.setdefault("LOG_LEVEL", "ERROR")
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)  # what came to be since it was made
        yield server
    finally:
        if not running:
            server.stop()


def held(data: Path) -> dict[str, Any]:
    """What a complete folder holds; empty for any other."""
    try:
        return json.loads((data / MARKER).read_text())
    except FileNotFoundError:
        return {}


def make(data: Path, *, seed: int, papers: int, of: int, search_vectors: bool) -> None:
    """Make the folder's site, unless it holds just that."""
    wanted = {"recipe": RECIPE, "seed": seed, "papers": papers, "of": of, "search_vectors": search_vectors}
    told = held(data)
    if {name: told.get(name) for name in wanted} == wanted:
        say(f"{data} holds it already")
        return
    if told or (data / "postgres").exists():
        raise SystemExit(f"{data} holds something else or is unfinished; take it away first, or name another folder.")
    began = time.monotonic()
    with open_big(data, MAKING):
        rows = import_module("bench.big_loading").load(seed, papers, of, search_vectors)
    (data / MARKER).write_text(
        json.dumps(wanted | {"seconds": round(time.monotonic() - began), "rows": rows}, indent=1)
    )


def _tell_waiting(seconds: float) -> None:
    say(f"Postgres is starting, {seconds:.0f} s")


def _stop_like_ctrl_c(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.big", description="Make a big site that stays, or serve it.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the site")
    parser.add_argument("--papers", type=int, help="how many; of the made world, or of the world it is cut from")
    parser.add_argument("--of", type=int, help="papers of the world that these are cut from (default: all of it)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--search-vectors", action="store_true", help="also make what the stand-in search reads")
    parser.add_argument("--serve", action="store_true", help="keep its Postgres running and print its DATABASE_URL")
    options = parser.parse_args()
    if options.papers:
        of = max(options.of or 0, options.papers)
        make(options.data, seed=options.seed, papers=options.papers, of=of, search_vectors=options.search_vectors)
    if not held(options.data):
        say(f"{options.data} holds no complete site; make it with --papers.")
        return 2
    print(json.dumps(held(options.data), indent=1))
    if options.serve:
        with open_big(options.data) as server:
            print(f"DATABASE_URL={server.url}", flush=True)
            with suppress(KeyboardInterrupt):
                signal.pause()
    return 0


if __name__ == "__main__":
    sys.exit(main())
