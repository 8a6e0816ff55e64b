"""People and places found by name, for lists with `q`: a page of what the name index finds, filtered."""

from typing import Any

from common.name_search import MOST_NARROWED, find_by_name
from wovepaper.api.lists import ListMeta, page_by_place
from wovepaper.api.operation import Asked


def find_named(asked: Asked, path: str, kind: str, listed: Any) -> tuple[list[int], ListMeta]:
    """Ids of the page; with filters they are looked for among the best matches."""
    start, following = page_by_place(asked, path)
    size = asked["per-page"]
    if asked["filter"]:
        found = find_by_name(kind, asked["q"], MOST_NARROWED)
        passing = set(listed.filter(pk__in=found.ids).values_list("pk", flat=True)) if found.ids else set()
        ids = [one for one in found.ids if one in passing]
        page, count = ids[start : start + size], len(ids)
    else:
        found = find_by_name(kind, asked["q"], size, start)
        page, count = list(found.ids), found.total
    meta: ListMeta = {"count": count, "per_page": size, "next_cursor": following(count)}
    if found.notice:
        meta["notices"] = [found.notice]
    return page, meta
