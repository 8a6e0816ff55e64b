"""Who or what bears a name: the list of all, or the way to the only one; who that is changes, so 302."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse

from common.list_files import LIST_FORMATS, MOST_ROWS, ListFile, page_or_file
from common.name_lists import MOST_PAPERS_FIRST
from common.negotiation import Format
from common.numbered_things import FORMATS
from common.pagination import keyed_page, row_after, rows_from, where_in_list
from common.structured_data import breadcrumb, collection, graph, open_graph


@dataclass(frozen=True, slots=True)
class Told:
    """What the page says: the name as it is shown, and of whom it tells."""

    shown: str
    title: str
    description: str


@dataclass(frozen=True, slots=True)
class Namesakes:
    """`section` is the address of all of the kind and the folder of its templates, `route` the address of one.

    `key` stands in the address, `is_tidy` where that leads to the same name as what was typed. `unknown` is said where
    nobody bears it; `files` are those of `common.list_files`.
    """

    section: str
    route: str
    rows: QuerySet[Any]
    key: str
    is_tidy: bool
    unknown: str
    told: Callable[[Sequence[Any]], Told]
    files: Callable[[str, str, int | None, list[Any], Callable[[], list[Any]], str], ListFile]


def answer_name(request: HttpRequest, asked: Format, name: Namesakes) -> HttpResponseBase:
    rows: Any = name.rows
    after = row_after(request, rows)
    path = reverse(name.route, args=[name.key])
    pages = keyed_page(
        rows.for_rows(), MOST_PAPERS_FIRST, after, lambda row: f"{path}?after={row.pk}" if row else path, many_ties=True
    )
    if not pages.rows:
        raise Http404(name.unknown)
    if len(pages.rows) == 1 and after is None:
        return HttpResponseRedirect(pages.rows[0].get_absolute_url() + (asked.suffix if asked in FORMATS else ""))
    if asked.suffix and asked not in LIST_FORMATS:
        return HttpResponsePermanentRedirect(path)
    if name.is_tidy and request.path != path + asked.suffix:
        return HttpResponsePermanentRedirect(path + asked.suffix)
    told = name.told(pages.rows)
    crumbs = [(name.section.title(), reverse(name.section))]
    members = [(one.name, one.get_absolute_url()) for one in pages.rows]
    here = path if after is None else f"{path}?after={after.pk}"

    def more() -> list[Any]:
        return rows_from(rows.for_rows(), MOST_PAPERS_FIRST, after, MOST_ROWS, many_ties=True)

    return page_or_file(
        request,
        f"{name.section}/same_name.html",
        {
            "section": name.section,
            "name": told.title + where_in_list({"pages": pages, "after": after}),
            "shown": told.shown,
            "canonical": here,
            "robots": "noindex, follow",
            "description": told.description,
            "crumbs": crumbs,
            "structured": graph(
                collection(path, told.title, told.description, members),
                breadcrumb(path, [*crumbs, (told.title, path)]),
            ),
            "social": open_graph(told.title, told.description, path),
            "pages": pages,
        },
        name.files(here, told.title, None, pages.rows, more, pages.older),
        asked,
    )
