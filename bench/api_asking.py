"""The asking side of bench.api: addresses of each kind, their answers and their statements by turns. Needs Django."""

import statistics
import time
from collections.abc import Iterator
from typing import Any

from django.core.cache import cache
from django.core.management import call_command
from django.db import connection

from bench.asking import Site
from bench.site import say
from institutions.models import Institution
from papers.models import Paper
from researchers.models import Researcher

WARM_UP = 3

Statements = list[tuple[str, Any]]


def measure(rounds: int) -> int:
    call_command("collectstatic", interactive=False, verbosity=0)
    site = Site()
    good = True
    print(f"{'':44}{'asks':>5}{'answer':>12}{'bare':>12}{'ratio':>7}")
    for name, path in _addresses():
        statements: Statements = []
        cache.clear()  # so that the count is among them

        def keep(execute: Any, sql: str, params: Any, many: bool, context: Any, kept: Statements = statements) -> Any:
            kept.append((sql, params))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(keep):
            first = site.get(f"/api/v1{path}")
        if first.status != 200:
            say(f"{path}: {first.status}")
            good = False
            continue
        answers, bare = [], []
        for number in range(rounds + WARM_UP):
            cache.clear()
            answer = site.get(f"/api/v1{path}").seconds
            queries = _again(statements)
            if number >= WARM_UP:
                answers.append(answer)
                bare.append(queries)
        _tell(name, len(statements), answers, bare)
    return 0 if good else 1


def _again(statements: Statements) -> float:
    began = time.perf_counter()
    with connection.cursor() as cursor:
        for sql, params in statements:
            cursor.execute(sql, params)
            cursor.fetchall()
    return time.perf_counter() - began


def _tell(name: str, statements: int, answers: list[float], bare: list[float]) -> None:
    whole, queries = statistics.median(answers) * 1000, statistics.median(bare) * 1000
    print(f"{name:44}{statements:5}{whole:9.1f} ms{queries:9.1f} ms{whole / queries:7.2f}", flush=True)


def _addresses() -> Iterator[tuple[str, str]]:
    person = Researcher.objects.listed().most_papers_first()[0].pk
    place = Institution.objects.listed().order_by("-paper_count_with_parts", "id")[0].pk
    paper = Paper.objects.listed().newest_first()[1000]
    field, year = paper.category_codes[0], paper.first_submitted_at.year
    yield "a paper", f"/papers/{paper.arxiv_id}"
    yield "an institution, the largest", f"/institutions/{place}"
    yield "a researcher, of most papers", f"/researchers/{person}"
    yield "25 papers", "/papers"
    yield "200 papers", "/papers?per-page=200"
    yield "25 papers of a category and year", f"/papers?filter=category:{field},year:{year}"
    yield "25 papers of the largest institution", f"/papers?filter=institution:{place}"
    yield "25 of it in a category", f"/papers?filter=institution:{place},category:{field}"
    yield "25 papers of a researcher", f"/papers?filter=researcher:{person}"
    yield (
        "50 papers by their ids",
        "/papers?ids=" + "|".join(one.arxiv_id for one in Paper.objects.listed().only("arxiv_id").order_by("id")[:50]),
    )
    yield "25 researchers", "/researchers"
    yield "25 researchers of a field", f"/researchers?filter=category:{field}"
    yield "25 researchers of the largest institution", f"/researchers?filter=institution:{place}"
    yield "25 institutions", "/institutions"
    yield "categories", "/categories?per-page=200"
