"""One site's side of bench.people: which addresses there are of each kind of page, and what one of them costs.

Reads a question a line: `addresses N`, or an address; answers a line of JSON. Needs Django set up.
"""

import json
import random
import sys
from collections.abc import Callable, Iterable
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.db.models import Count
from django.test import override_settings

from bench.asking import Site
from common.pagination import PAGE_SIZE
from institutions.models import Institution
from papers.models import Paper, PaperCategory
from researchers.models import Researcher

SEED = 3
MANY = 300  # papers of a prolific person
LINKED = 10  # authors of a paper


def answer() -> int:
    call_command("migrate", interactive=False, verbosity=0)  # the site may be older than the code
    call_command("collectstatic", interactive=False, verbosity=0)
    with override_settings(ROOT_URLCONF="bench.constant_urls"):
        site = Site()
        site.get("/")  # connects
        for line in sys.stdin:
            question = line.strip()
            told = addresses(int(question.split()[1])) if question.startswith("addresses ") else _cost(site, question)
            print(json.dumps(told), flush=True)
    return 0


def addresses(count: int) -> dict[str, list[str]]:
    """By kind, at most `count` different ones, the same on every call; of lists only those that fill a page."""
    rng = random.Random(SEED)
    people, places = Researcher.objects.listed(), Institution.objects.listed()
    middle = people.order_by("paper_count")[people.count() // 2].paper_count
    median = [one.get_absolute_url() for one in _some(people.filter(paper_count=middle), rng, count)]
    many = people.filter(paper_count__range=(MANY * 8 // 10, MANY * 12 // 10))
    most = people.most_papers_first()[0].get_absolute_url()
    small = _some(places.filter(paper_count=1), rng, count)
    large = [one.get_absolute_url() for one in places.order_by("-paper_count_with_parts", "id")[:count]]
    with_parts = places.filter(descendants__distance=1, paper_count__gte=PAGE_SIZE).distinct()
    whole = [one.get_absolute_url() for one in with_parts.order_by("-paper_count_with_parts", "id")[:count]]
    years = ("", "?sort=cited", "?page=2", "?year=2016", "?year=2017", "?year=2018", "?year=2019", "?year=2020")
    found = {
        f"researcher of {middle} papers": median,
        f"researcher of about {MANY}": _each((one.get_absolute_url() for one in many[:5]), years),
        "researcher of most papers": _each([most], years),
        "co-authors": [f"{path}/coauthors" for path in median],
        "institution of 1 paper": [one.get_absolute_url() for one in small],
        "institution, largest": large,
        "institution, with parts": whole,
        "institution, without its parts": [f"{path}?parts=no" for path in whole],
        "institution's researchers": [f"{path}/researchers" for path in large],
        "/researchers": _each(["/researchers"], ["", *_after(people.most_papers_first(), count)]),
        "/researchers by country": _each(["/researchers"], [f"?country={one}" for one in _countries(people, count)]),
        "/researchers by field": _each(["/researchers"], [f"?category={one}" for one in _fields(people, count)]),
        "/researchers by name": [f"/researchers?q={one.family}" for one in _some(people, rng, count) if _plain(one)],
        "/institutions": _each(["/institutions"], ["", *_after(places.order_by("-paper_count", "id"), count)]),
        "/institutions by country": _each(["/institutions"], [f"?country={one}" for one in _countries(places, count)]),
        "/institutions by name": [f"/institutions?q={word}" for word in _cities(places, count)],
        "same name": [f"/researchers/{slug}" for slug in _shared_names(people, count)],
        f"paper, {LINKED} authors": [one.get_absolute_url() for one in _long_papers(rng, count)],
        "paper": [one.get_absolute_url() for one in _some(Paper.objects.listed(), rng, count)],
        "category": [f"/categories/{code}" for code in _categories(count)],
        "/papers": ["/papers", "/papers/2019", "/papers/2019/05", "/papers/2019/05/14", "/papers/2018/02"],
        "home": ["/"] * min(count, 20),
    }
    return {kind: several for kind, several in found.items() if several}


def _cost(site: Site, address: str) -> dict[str, Any]:
    asked = 0

    def counting(execute: Callable[..., Any], *arguments: Any) -> Any:
        nonlocal asked
        asked += 1
        return execute(*arguments)

    with connection.execute_wrapper(counting):
        told = site.get(address)
    return {"status": told.status, "bytes": len(told.body), "seconds": told.seconds, "queries": asked}


def _some(rows: Any, rng: random.Random, count: int) -> list[Any]:
    ids = list(rows.order_by("id").values_list("id", flat=True))
    chosen = rng.sample(ids, min(count, len(ids)))
    return list(rows.filter(id__in=chosen).order_by("id"))


def _each(paths: Iterable[str], queries: Iterable[str]) -> list[str]:
    queries = list(queries)
    return [path + query for path in paths for query in queries]


def _after(rows: Any, count: int) -> list[str]:
    """Pages of a list, first ones and deep ones."""
    ids = list(rows.values_list("id", flat=True)[:5000])
    return [f"?after={one}" for one in ids[23 :: max(len(ids) // count, 24)][: count - 1]]


def _countries(rows: Any, count: int) -> list[str]:
    return [row["country_code"] for row in _by(rows.exclude(country_code=""), "country_code", count)]


def _fields(rows: Any, count: int) -> list[str]:
    return [row["main_category"] for row in _by(rows.exclude(main_category=""), "main_category", count)]


def _cities(rows: Any, count: int) -> list[str]:
    named = rows.exclude(city="").filter(paper_count__gt=0)
    return [row["city"] for row in _by(named, "city", count * 2) if _is_word(row["city"])][:count]


def _shared_names(rows: Any, count: int) -> list[str]:
    return [row["folded"].replace(" ", "-") for row in _by(rows, "folded", count) if row["number"] > 1]


def _categories(count: int) -> list[str]:
    return [row["category"] for row in _by(PaperCategory.objects.all(), "category", count)]


def _by(rows: Any, name: str, count: int) -> list[dict[str, Any]]:
    counted = rows.order_by().values(name).annotate(number=Count("id"))
    return list(counted.order_by("-number", name)[:count])


def _long_papers(rng: random.Random, count: int) -> list[Paper]:
    linked = Count("authorships__researcher")
    return _some(
        Paper.objects.listed()
        .filter(author_count__range=(LINKED - 2, LINKED + 3))
        .annotate(linked=linked)
        .filter(linked__gte=LINKED - 3),
        rng,
        count,
    )


def _plain(one: Researcher) -> bool:
    return _is_word(one.family) and len(one.family) > 3


def _is_word(text: str) -> bool:
    return text.isascii() and text.isalpha()
