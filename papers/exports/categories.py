"""A category or an archive as JSON: what `/categories/<code>.json` answers, and a row of `/categories.json`."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from common.addresses import absolute
from common.negotiation import JSON, suffixed
from common.pagination import KeyedPage
from papers import calendar
from papers.exports.api import rfc3339
from papers.fields import FIELDS, Field
from papers.taxonomy import GROUPS

_GROUPS = {group.code: group.name for group in GROUPS}


def category_row(field: Field, papers: int) -> dict[str, Any]:
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
) -> dict[str, Any]:
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
