"""Parallel users of the search page: threads that ask at once, each its own share of the queries. Needs Django."""

import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote_plus

from django.db import connection

from bench.asking import Site
from bench.search_parts import forget


def users(site: Site, queries: list[str], count: int) -> dict[str, Any]:
    """How long pages took when so many asked at once, how many came a second, and how many were no answer."""
    forget()
    began = time.perf_counter()
    with ThreadPoolExecutor(count) as pool:
        answers = [
            answer for share in pool.map(_ask, [(site, queries[n::count]) for n in range(count)]) for answer in share
        ]
    seconds = sorted(took for took, _ in answers)
    return {
        "median ms": round(1000 * statistics.median(seconds), 1),
        "95% ms": round(1000 * seconds[int(len(seconds) * 0.95)], 1),
        "pages a second": round(len(answers) / (time.perf_counter() - began), 1),
        "errors": sum(status != 200 for _, status in answers),
    }


def _ask(share: tuple[Site, list[str]]) -> list[tuple[float, int]]:
    site, queries = share
    try:
        found = [site.get(f"/search?q={quote_plus(' '.join(typed.split()))}") for typed in queries]
        return [(answer.seconds, answer.status) for answer in found]
    finally:
        connection.close()
