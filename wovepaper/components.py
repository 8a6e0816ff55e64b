"""`/developers/components`: every component of the pages in all its states, with DEBUG on. Asks the database nothing.

The things shown are made here and stored nowhere; papers and people in them are examples.
"""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe

from common.charts import bars, weave, year_chart
from common.networks import network
from common.pagination import numbered_href, numbered_page
from common.tex import render as typeset
from common.tex import render_paragraphs
from institutions.models import Institution
from institutions.portrait import Pin
from papers import calendar
from papers.evidence import EvidenceItem, Why
from papers.models import Authorship, Paper
from researchers.models import Researcher
from search.facet_links import FacetBlock, FacetLink

LONG = (
    "We show that a cloth of any width can be woven from threads of which none is longer than the width itself, as "
    "long as each is tied to the next before the shed is opened again. The bound is sharp, and the proof gives the "
    "pattern. Cloths with holes need one thread more for each hole; those with an edge on one side alone cannot be "
    "woven at all."
)
NAMES = (
    "Ada Lovelace", "Émilie du Châtelet", "Sofya Kovalevskaya", "Ramón y Cajal", "Chinwe Okafor", "Łukasz Wójcik",
    "محمد بن موسى الخوارزمي", "Ingrid Sæther", "Nguyễn Thị Hoa",
    "Ana María de los Ángeles Fernández-Villaverde y Gómez",
)  # fmt: skip
ROLES = (
    "paper", "wash", "raised", "line", "thread", "edge", "faint", "soft", "ink", "weft", "fill", "primary", "alarm",
    "caution",
)  # fmt: skip
YEARS = range(1994, 2026)
ARCHIVES = ("math", "cs", "hep-th", "stat", "astro-ph")


def components(request: HttpRequest) -> HttpResponse:
    if not settings.DEBUG:
        raise Http404
    return render(request, "pages/components.html", {"name": "Components", "robots": "noindex"} | examples())


def examples() -> dict[str, object]:
    """What the template gives to the components, each thing once."""
    threads = [{year: (year * (7 + place) + place) % (90 - 9 * place) for year in YEARS} for place in range(5)]
    cloth = weave(threads, list(YEARS))
    columns = cloth.years
    here = reverse("components")
    return {
        "papers": list(_papers()),
        "bare_paper": _paper(90, "A paper without an abstract", abstract="", authors=0),
        "people": list(_people()),
        "places": list(_places()),
        "evidence": _why("one-source"),
        "bars": bars((name, number, here, code) for code, name, number in _FIELDS),
        "plain_bars": bars((name, number, "", "") for _, name, number in _FIELDS),
        "chart": year_chart({year: (year - 1990) ** 2 for year in YEARS}, partial=YEARS[-1], href=lambda year: here),
        "few": year_chart({2024: 2, 2025: 1}),
        "network": network(
            [(place, name, 30 - 3 * place) for place, name in enumerate(NAMES)],
            dict.fromkeys(pairwise(range(len(NAMES))), 3),
        ),
        "figure": {
            "cloth": cloth, "codes": ARCHIVES, "years": YEARS, "last_year": YEARS[-1], "columns": columns,
            "rows": [
                (code, [thread.get(year, 0) for year in columns], sum(thread.values()))
                for code, thread in zip(ARCHIVES, threads, strict=True)
            ],
        },
        "pin": Pin(372, 72),
        "map_places": [(None, Pin(*at)) for at in ((355, 66), (160, 88), (620, 96))],
        "calendar": calendar.years(
            ((date(year, month, 1), month * 9) for year in (2023, 2024) for month in range(1, 13) if month % 5),
            lambda month: here,
        ),
        "facets": list(_facets(here)),
        "pages": numbered_page(4, 24 * 12, numbered_href(here)),
        "first_page": numbered_page(1, 30, numbered_href(here)),
        "keyed": {"newer": "", "older": here},
        "links": [{"href": here, "label": label} for label in ("BibTeX", "RIS", "CSL-JSON")],
        "roles": ROLES,
        "wide": mark_safe(  # noqa: S308 - made by common.tex
            render_paragraphs(
                r"$$\sum_{k=0}^{\infty} \frac{(-1)^k}{(2k+1)!} x^{2k+1} = x - \frac{x^3}{6} + \frac{x^5}{120} - "
                r"\frac{x^7}{5040} + \frac{x^9}{362880} - \frac{x^{11}}{39916800} + \dots$$"
            ).html
        ),
    }  # fmt: skip


_FIELDS = (("math.CA", "Classical analysis", 168), ("cs.LG", "Machine learning", 40), ("q-bio", "Never here", 0))


def _papers() -> list[Paper]:
    withdrawn = _paper(2, "A claim that its authors took back", withdrawn=True)
    published = _paper(3, r"Mixing of $D^0-\bar{D}^0$ at $\sqrt{s}=3.773\,\mathrm{GeV}$", journal_ref="Phys. Rev. D 75")
    return [_paper(1, "On the differential coefficient"), withdrawn, published]


def _paper(
    number: int, title: str, abstract: str = LONG, authors: int = 3000, withdrawn: bool = False, journal_ref: str = ""
) -> Paper:
    at = datetime(2024, 5, number % 28 + 1, 9, number % 60, tzinfo=UTC)
    shown = typeset(title)
    paper = Paper(
        id=number, arxiv_id=f"2405.{number:05}", slug="an-example", title=shown.plain, title_html=shown.html,
        abstract=abstract, author_count=authors, category_codes=["math.CA", "cs.LG"], first_submitted_at=at,
        latest_submitted_at=at + timedelta(days=9), withdrawn=withdrawn, journal_ref=journal_ref,
    )  # fmt: skip
    paper.byline = [  # type: ignore[attr-defined]
        Authorship(printed=name, position=place, researcher=_person(place) if place % 3 else None,
                   evidence="one-source" if place % 3 == 1 else "agreement")
        for place, name in enumerate(NAMES[: min(authors, 7)])
    ]  # fmt: skip
    paper.works = [{"source": "openalex", "cited_by_count": 74}] if number != 2 else []  # type: ignore[attr-defined]
    return paper


def _people() -> list[Researcher]:
    return [_person(1), _person(6), _person(9)]


def _person(place: int) -> Researcher:
    known = place % 2
    return Researcher(
        id=place, name=NAMES[place], slug="an-example", paper_count=312 if known else 1,
        orcid=_ORCID if known else None,
        main_category="math.CA" if known else "", first_year=1998, last_year=2025 if known else 1998,
        main_institution=_places()[0] if known else None,
    )  # fmt: skip


_LONG_PLACE = "Joint Laboratory of the Academy for the Interdisciplinary Study of Thread, Cloth and Woven Materials"
_ORCID = "0000-0002-1825-0097"


def _places() -> list[Institution]:
    town = {"city": "Zurich", "country": "Switzerland", "slug": "an-example"}
    return [
        Institution(id=1, ror="05a28rw58", name="ETH Zurich", paper_count=198, paper_count_with_parts=212, **town),
        Institution(id=2, ror="0qqqqqq08", name=_LONG_PLACE, paper_count=1, paper_count_with_parts=1),
    ]


def _why(kind: str) -> Why:
    said = "one source says so; nothing else speaks for it or against it"
    return Why(kind, (EvidenceItem(kind, "because", said), EvidenceItem("printed", "printed", NAMES[1])))


def _facets(here: str) -> list[FacetBlock]:
    def link(label: str, count: int, code: str = "", chosen: bool = False) -> FacetLink:
        return FacetLink(code, label, count, here, chosen, is_total=False)

    categories = (link("Classical analysis", 168, "math.CA", chosen=True), link("Machine learning", 40, "cs.LG"))
    return [
        FacetBlock(
            "Category", "more category,more categories", categories, (link("Never here", 0, "q-bio"),), is_open=True
        ),
        FacetBlock("Year", "more year", (link("2024", 12),), (), is_open=False),
    ]
