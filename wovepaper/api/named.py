"""People and places found by name, for lists with `q`: a page of what the name index finds, filtered."""

from typing import Any

from common.name_search import find_by_name
from wovepaper.api.lists import ListMeta, page_by_place
from wovepaper.api.operation import Asked


def find_named(asked: Asked, path: str, kind: str, listed: Any) -> tuple[list[int], ListMeta]:
    """Ids of the page; with filters they are looked for among the best matches."""
    start, following = page_by_place(asked, path)
    size = asked.per_page
    found = find_by_name(kind, asked.q, size, start, listed if asked.filter else None)
    meta: ListMeta = {"count": found.total, "per_page": size, "next_cursor": following(found.total)}
    if found.notice:
        meta["notices"] = [found.notice]
    return list(found.ids), meta
