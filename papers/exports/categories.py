"""A category or an archive as JSON: what `/categories/<code>.json` answers, and a row of `/categories.json`."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Annotated, TypedDict

from common.addresses import absolute
from common.json_schema import About, Address, Moment
from common.moments import rfc3339
from common.negotiation import JSON, suffixed
from common.pagination import KeyedPage
from papers import calendar
from papers.fields import FIELDS, Field
from papers.taxonomy import GROUPS

_GROUPS = {group.code: group.name for group in GROUPS}


class CategoryRow(TypedDict):
    """A category or archive as lists give one."""

    id: Address
    url: Annotated[Address, About("The page here.")]
    code: Annotated[str, About(example="cs.LG")]
    name: str
    archive: Annotated[str, About("The archive it is a part of; its own code where it is one.", example="cs")]
    group: Annotated[str, About(example="Computer Science")]
    ended: Annotated[str | None, About("When arXiv closed the archive.")]
    paper_count: Annotated[int, About("Of papers held here, filed under it or, of an archive, under its categories.")]


class YearCount(TypedDict):
    """Papers whose first version is of a year."""

    year: int
    paper_count: int


class MonthPapers(TypedDict):
    """Papers whose first version is of a month."""

    month: Annotated[str, About(example="2024-01")]
    paper_count: int


class ListedPaper(TypedDict):
    """A paper by its title."""

    id: Address
    url: Address
    arxiv_id: str
    title: str
    first_submitted_at: Moment
    categories: list[str]
    withdrawn: bool


class CategoryObject(CategoryRow):
    """A category or archive with its parts, its papers by time and the newest of them."""

    categories: Annotated[list[CategoryRow], About("Of an archive.")]
    papers_by_year: list[YearCount]
    papers_by_month: list[MonthPapers]
    papers: Annotated[list[ListedPaper], About("Newest first.")]
    next: Annotated[Address | None, About("Where the list of papers goes on.")]


def category_row(field: Field, papers: int) -> CategoryRow:
    return {
        "id": absolute(field.href),
        "url": absolute(field.href),
        "code": field.code,
        "name": field.name,
        "archive": field.archive,
        "group": _GROUPS.get(field.group, field.group),
        "ended": field.closed or None,
        "paper_count": papers,
    }


def category_object(
    field: Field, counts: Iterable[tuple[date, int]], of_parts: Mapping[str, int], pages: KeyedPage
) -> CategoryObject:
    """`counts` are its papers by month, `of_parts` those of its categories, `pages` what its page lists."""
    counts = list(counts)
    years = calendar.by_year(counts)
    return {
        **category_row(field, sum(years.values())),
        "categories": [category_row(FIELDS[code], of_parts.get(code, 0)) for code in field.parts],
        "papers_by_year": [{"year": year, "paper_count": papers} for year, papers in sorted(years.items())],
        "papers_by_month": [{"month": f"{month:%Y-%m}", "paper_count": papers} for month, papers in counts if papers],
        "papers": [
            {
                "id": absolute(paper.id_path),
                "url": absolute(paper.get_absolute_url()),
                "arxiv_id": paper.arxiv_id,
                "title": paper.title,
                "first_submitted_at": rfc3339(paper.first_submitted_at),
                "categories": paper.category_codes,
                "withdrawn": paper.withdrawn,
            }
            for paper in pages.rows
        ],
        "next": absolute(suffixed(pages.older, JSON.suffix)) if pages.older else None,
    }
