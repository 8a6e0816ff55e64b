"""`/categories` and `/categories/{id}`: arXiv's archives and categories, known without a question but the counts."""

from datetime import datetime
from typing import TypedDict

from common.json_schema import fields_of
from common.problems import Problem
from papers import lists
from papers.exports.categories import CategoryObject, CategoryRow, category_object, category_row
from papers.fields import FIELDS as KNOWN
from papers.fields import Field, field
from papers.views.freshness import papers_changed_at
from wovepaper.api.lists import ListMeta, alone, page_by_place, selected
from wovepaper.api.operation import Asked

PATH = "/categories"
ROW_FIELDS = tuple(fields_of(CategoryRow))
FIELDS = tuple(fields_of(CategoryObject))
ORDERS = {"code": "by code", "papers": "most papers first"}
TAKES = "A category answers to arXiv's code, such as cs.LG or astro-ph; aliases and retired names lead to it."


class CategoryList(TypedDict):
    """Archives and categories."""

    meta: ListMeta
    results: list[CategoryRow]


def list_categories(asked: Asked) -> CategoryList:
    totals = lists.counts_by_category()
    if asked.ids:
        alone(asked)
        found = {spelling: one for spelling in asked.ids if (one := field(_code(spelling)))}
        chosen = list(dict.fromkeys(found.values()))
        meta: ListMeta = {"count": len(chosen), "per_page": len(asked.ids), "next_cursor": None}
        meta["not_found"] = [spelling for spelling in asked.ids if spelling not in found]
    else:
        chosen = _chosen(asked, totals)
        start, following = page_by_place(asked, PATH)
        meta = {"count": len(chosen), "per_page": asked.per_page, "next_cursor": following(len(chosen))}
        chosen = chosen[start : start + asked.per_page]
    rows = [category_row(one, totals.get(one.code, 0)) for one in chosen]
    return {"meta": meta, "results": [selected(row, asked.select) for row in rows]}


def get_category(asked: Asked) -> CategoryObject:
    found = KNOWN[asked.id]
    counts = lists.counts_by_month(found.code)
    of_parts = lists.counts_by_category(found.parts) if found.parts else {}
    pages = lists.in_category(found.code, None, lambda arxiv_id: f"{found.href}?after={arxiv_id}")
    return selected(category_object(found, counts, of_parts, pages), asked.select)


def find_category(spelling: str) -> str:
    found = field(_code(spelling))
    if found is None:
        raise Problem("not-found", f"arXiv has no category called {spelling[:40]!r}. {TAKES}")
    return found.code


def changed_at(asked: Asked) -> datetime | None:
    return papers_changed_at()


def _chosen(asked: Asked, totals: dict[str, int]) -> list[Field]:
    words = asked.q.lower().split()
    archive = asked.filter.get("archive")
    known = [
        one
        for one in KNOWN.values()
        if archive in (None, one.archive) and all(word in f"{one.code} {one.name}".lower() for word in words)
    ]
    if asked.sort == "papers":
        return sorted(known, key=lambda one: (-totals.get(one.code, 0), one.code))
    return sorted(known, key=lambda one: one.code)


def _code(spelling: str) -> str:
    """Bare, or in the address that is the category's id."""
    return spelling.rpartition("/")[2]
