"""Pages that belong to no app: home, about, contact, privacy, developers, and the answers to who watches the server."""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from common.charts import bars, weave
from papers import calendar, lists, taxonomy
from wovepaper.status import freshness

NEWEST_ON_HOME = 8
THREADS = 13


def home(request: HttpRequest) -> HttpResponse:
    years = calendar.by_year(lists.counts_by_month())
    by_archive = lists.counts_by_year([archive.code for archive in taxonomy.ARCHIVES])
    fields = sorted(
        (
            (archive, sum(by_archive[archive.code].values()))
            for archive in taxonomy.ARCHIVES
            if by_archive[archive.code]
        ),
        key=lambda field: -field[1],
    )
    context = {
        "canonical": "/",
        "description": (
            f"Browse and search {sum(years.values()):,} research papers from arXiv, by field, day and word. "
            "Free, without sign-in, also as feeds and files."
        ),
        "total": sum(years.values()),
        "archives": len(fields),
        "first_year": min(years, default=None),
        "newest": lists.latest(NEWEST_ON_HOME),
        "bars": bars(
            (archive.name, papers, reverse("category", args=[archive.code]), "") for archive, papers in fields
        ),
        "figure": _weave({archive.code: by_archive[archive.code] for archive, _ in fields[:THREADS]}),
        "freshness": freshness(),
    }
    return render(request, "home.html", context)


def plain_page(name: str, description: str) -> Callable[[HttpRequest], HttpResponse]:
    """A page of our own text."""

    def view(request: HttpRequest) -> HttpResponse:
        return render(request, f"pages/{name}.html", {"canonical": reverse(name), "description": description})

    return view


about = plain_page("about", "What wovepaper is, where its facts come from, what it does not know, and who runs it.")
contact = plain_page("contact", "How to reach who runs this site, to correct a paper or to have one taken down.")
privacy = plain_page("privacy", "What this site keeps of its readers: no trackers, no cookies on public pages.")
developers = plain_page(
    "developers", "Addresses, formats, feeds and sitemaps of this site for programs, and its manners."
)


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return _plain("ok")


def readyz(request: HttpRequest) -> HttpResponse:
    """The process reaches its database."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return _plain("the database does not answer", 503)
    return _plain("ready")


def _plain(text: str, status: int = 200) -> HttpResponse:
    response = HttpResponse(text + "\n", content_type="text/plain; charset=utf-8", status=status)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _weave(by_year: dict[str, dict[int, int]]) -> dict[str, object] | None:
    """The figure of home: a thread for each of the largest archives, as thick as its papers of a year."""
    codes = list(by_year)
    held = [year for numbers in by_year.values() for year in numbers]
    if len(codes) < 2 or len(set(held)) < 2:
        return None
    years = list(range(min(held), max(held) + 1))
    cloth = weave([by_year[code] for code in codes], years)
    columns = cloth.years
    rows = [(code, [by_year[code].get(year, 0) for year in columns], sum(by_year[code].values())) for code in codes]
    return {"cloth": cloth, "codes": codes, "years": years, "last_year": years[-1], "columns": columns, "rows": rows}
