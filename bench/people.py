"""`python -m bench.people --data BIG --beside SMALL`: what pages of people and places cost in a large archive.

Two sites of `bench.big`, the smaller one a cut of the larger, are asked for the same addresses in turns, each in a
process of its own through the site's real addresses, and between them for a constant of the same size from a view
behind the same middleware. Each address is asked for once: what a page reads was not read just before. It prints for
each kind of page the most questions to the database, the medians, and their ratios to the constant and to the small
site; it exits 1 where an answer was not 200 or took more than `MOST_QUERIES`.
"""

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.big import held, open_big
from bench.site import PROJECT, say

MOST_QUERIES = 8
OWN = ("institution of 1 paper",)  # kinds of which each site has its own: the other's has more to show
WARM_UP = 3  # of each kind, not timed


@dataclass
class Times:
    big: list[float] = field(default_factory=list)
    small: list[float] = field(default_factory=list)
    constant: list[float] = field(default_factory=list)
    queries: int = 0


class Worker:
    """A process that has a site open and asks it for one address at a time."""

    def __init__(self, data: Path) -> None:
        command = [sys.executable, "-m", "bench.people", "--data", str(data), "--answer"]
        self._process = subprocess.Popen(command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, question: str) -> Any:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(question + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit("a site's process ended")
        return json.loads(answer)

    def end(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(60)


def measure(big: Worker, small: Worker, count: int, only: str) -> bool:
    """Whether every answer was what it should be."""
    good = True
    found: dict[str, list[str]] = small.ask(f"addresses {count}")
    own: dict[str, list[str]] = big.ask(f"addresses {count}")
    print(f"{'':34}queries     big  x constant   small  x small   95% of big")
    for kind, addresses in found.items():
        if only not in kind:
            continue
        times = Times()
        of_big = own.get(kind, addresses) if kind in OWN else addresses
        for number, (asked, address) in enumerate(zip(of_big, addresses, strict=False)):
            there, here = big.ask(asked), small.ask(address)
            constant = big.ask(f"/constant/{there['bytes']}")
            if (there["status"], here["status"]) != (200, 200):
                say(f"{address}: {there['status']} and {here['status']}")
                good = False
            times.queries = max(times.queries, there["queries"])
            if number >= min(WARM_UP, len(addresses) // 2):
                times.big.append(there["seconds"])
                times.small.append(here["seconds"])
                times.constant.append(constant["seconds"])
        good &= times.queries <= MOST_QUERIES
        _tell(kind, times)
    return good


def _tell(kind: str, times: Times) -> None:
    big, small, constant = map(statistics.median, (times.big, times.small, times.constant))
    late = sorted(times.big)[int(len(times.big) * 0.95)]
    print(
        f"{kind:34}{times.queries:7}{big * 1000:8.1f}{big / constant:12.1f}{small * 1000:8.1f}{big / small:9.2f}"
        f"{late * 1000:13.1f} ms, {len(times.big)} asked",
        flush=True,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.people", description="What pages of people and places cost.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the large site, made by bench.big")
    parser.add_argument("--beside", type=Path, help="folder of a cut of it")
    parser.add_argument("--count", type=int, default=60, help="how many addresses of each kind")
    parser.add_argument("--only", default="", help="kinds of pages whose names hold this")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.answer:
        with open_big(options.data):
            # Found by name: it needs settings, which are there only now.
            return import_module("bench.people_pages").answer()
    if not options.beside or not held(options.data) or not held(options.beside):
        say("Name two complete sites, --data and --beside; bench.big makes them.")
        return 2
    big, small = Worker(options.data), Worker(options.beside)
    try:
        return 0 if measure(big, small, options.count, options.only) else 1
    finally:
        big.end()
        small.end()


if __name__ == "__main__":
    sys.exit(main())
