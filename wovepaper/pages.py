"""Pages that belong to no app: home, about, contact, privacy, developers, and the answers to who watches the server."""

from datetime import datetime

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from common.addresses import absolute
from common.charts import bars, weave
from common.documents import page_or_markdown
from common.negotiation import HTML, MARKDOWN, PNG
from common.structured_data import breadcrumb, graph, open_graph, web_page
from harvest.models import Totals
from harvest.status import freshness
from harvest.summaries import totals
from papers import calendar, lists, taxonomy
from papers.formats import PAPER_FORMATS
from papers.models import Paper
from papers.views.heads import LATEST_FEEDS
from wovepaper.catalog import catalog

NEWEST_ON_HOME = 8
ABOUT = "What wovepaper is, where its facts come from, what it does not know, and who runs it."
CONTACT = "How to reach who runs this site, to correct a paper or to have one taken down."
PRIVACY = "What this site keeps of its readers: no trackers, no cookies on public pages."
DEVELOPERS = "Addresses, formats, feeds and sitemaps of this site for programs, and its manners."
THREADS = 13
_HOME_CHANGED = f"""
    SELECT greatest((SELECT max(changed_at) FROM {Paper._meta.db_table}),
        (SELECT max(changed_at) FROM {Totals._meta.db_table}))
"""  # noqa: S608 - names of our own tables


def home_changed_at(request: HttpRequest, **kwargs: str) -> datetime | None:
    """When papers last changed, or the numbers of people and places, whichever is later; one question."""
    with connection.cursor() as cursor:
        cursor.execute(_HOME_CHANGED)
        return cursor.fetchone()[0]


def home(request: HttpRequest, suffix: str = "") -> HttpResponse:
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
    description = (
        f"Browse and search {sum(years.values()):,} research papers from arXiv, by field, day and word. "
        "Free, without sign-in, also as feeds and files."
    )
    context = {
        "canonical": "/",
        "alternates": [(absolute("/index.md"), MARKDOWN)],
        "description": description,
        "structured": graph(web_page("/", settings.SITE_NAME, description), catalog()),
        "social": open_graph(settings.SITE_NAME, description, "/"),
        "feeds": LATEST_FEEDS,
        "total": sum(years.values()),
        "archives": len(fields),
        "first_year": min(years, default=None),
        "newest": lists.latest(NEWEST_ON_HOME),
        "bars": bars(
            (archive.name, papers, reverse("category", args=[archive.code]), "") for archive, papers in fields
        ),
        "figure": _weave({archive.code: by_archive[archive.code] for archive, _ in fields[:THREADS]}),
        "fresh": freshness(),
        "counted": totals.read(),
    }
    return page_or_markdown(request, "home", context, MARKDOWN if suffix else HTML, "/index")


def about(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/about.html", _head("about", "About", ABOUT, "AboutPage"))


def contact(request: HttpRequest) -> HttpResponse:
    address = settings.OPERATOR_CONTACT
    href = address if "://" in address else f"mailto:{address}" if address else ""
    return render(
        request, "pages/contact.html", _head("contact", "Contact", CONTACT, "ContactPage") | {"contact_href": href}
    )


def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/privacy.html", _head("privacy", "Privacy", PRIVACY))


def developers(request: HttpRequest) -> HttpResponse:
    head = _head("developers", "For developers", DEVELOPERS)
    formats = [known for known in PAPER_FORMATS if known is not PNG]
    return render(request, "pages/developers.html", head | {"formats": formats})


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


def _head(address: str, name: str, description: str, kind: str = "WebPage") -> dict[str, object]:
    path = reverse(address)
    return {
        "canonical": path,
        "description": description,
        "structured": graph(web_page(path, name, description, kind), breadcrumb(path, [(name, path)])),
        "social": open_graph(name, description, path),
    }


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
