"""Papers, researchers and institutions, in files cut by id range."""

from collections.abc import Iterator
from datetime import datetime
from itertools import starmap
from typing import Any

from django.db.models import F, Max, Q, QuerySet

from common.slugs import paper_path
from institutions.models import Institution
from papers.models import Paper
from researchers.models import Researcher
from wovepaper.sitemaps.writing import address_line

ADDRESSES_A_FILE = 25_000
ROWS_AT_ONCE = 2_000
PAPERS_OF_A_RESEARCHER, PAPERS_OF_AN_INSTITUTION = 2, 5  # with fewer a page is thin, and not for indexes


def papers_in_sitemap() -> QuerySet[Paper]:
    """Listed papers with a title."""
    return Paper.objects.listed().exclude(title="")


def researchers_in_sitemap() -> QuerySet[Researcher]:
    return Researcher.objects.listed().filter(paper_count__gte=PAPERS_OF_A_RESEARCHER)


def institutions_in_sitemap() -> QuerySet[Institution]:
    return Institution.objects.listed().filter(paper_count_with_parts__gte=PAPERS_OF_AN_INSTITUTION)


KINDS = {"papers": papers_in_sitemap, "researchers": researchers_in_sitemap, "institutions": institutions_in_sitemap}


def files(kind: str) -> list[tuple[str, datetime]]:
    """The files of a kind, each with the latest change in its range; one grouped question."""
    numbered = KINDS[kind]().order_by().annotate(number=F("id") / ADDRESSES_A_FILE).values("number")
    latest = numbered.annotate(latest=Max("changed_at")).order_by("number").values_list("number", "latest")
    return [(f"{kind}-{number}", changed_at) for number, changed_at in latest]


def lines(kind: str, number: int) -> Iterator[str]:
    """Of a file; one question by key."""
    rows = _in_range(KINDS[kind](), number).order_by("id")
    if kind == "papers":
        papers = rows.values_list("arxiv_id", "slug", "changed_at").iterator(chunk_size=ROWS_AT_ONCE)
        return starmap(_paper_line, papers)
    return map(sitemap_line, rows.only("slug", "changed_at").iterator(chunk_size=ROWS_AT_ONCE))


def changed_at(kind: str, number: int) -> datetime | None:
    """The newest change in a file's range, of what it no longer names too."""
    if kind != "papers":
        every: QuerySet[Any] = KINDS[kind]().model._default_manager.all()
        return _in_range(every, number).aggregate(latest=Max("changed_at"))["latest"]
    # By two indexes, one of what is named and one of what is not: papers' rows are wide.
    named = _in_range(papers_in_sitemap(), number).order_by().values("changed_at")
    left_out = Paper.objects.filter(Q(removed_at__isnull=False) | Q(title="")).order_by()
    several = named.union(_in_range(left_out, number).values("changed_at"), all=True)
    return several.order_by("-changed_at").values_list("changed_at", flat=True).first()


def sitemap_line(thing: Paper | Researcher | Institution) -> str:
    return address_line(thing.get_absolute_url(), thing.changed_at)


def _paper_line(arxiv_id: str, slug: str, changed_at: datetime) -> str:
    return address_line(paper_path(arxiv_id, slug), changed_at)


def _in_range(rows: QuerySet[Any], number: int) -> QuerySet[Any]:
    start = number * ADDRESSES_A_FILE
    return rows.filter(id__gte=start, id__lt=start + ADDRESSES_A_FILE)
