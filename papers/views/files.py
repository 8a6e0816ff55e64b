"""Lists of papers, and of months and days, as files beside their pages (`common.list_files`)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from common.addresses import absolute
from common.list_files import ListFile
from papers.exports import table
from papers.exports.woven import paper_row
from papers.models import Paper


def paper_files(
    href: str,
    name: str,
    count: int,
    shown: Iterable[Paper],
    ids: Callable[[], Sequence[int]],
    older: str = "",
) -> ListFile:
    """`shown` are the papers of the page; `ids` asks for those of the table, from the first of these on."""
    here = [paper.id for paper in shown]

    def objects() -> Iterator[Mapping[str, Any]]:
        held = table.for_export(here)
        yield from (paper_row(held[one]) for one in here if one in held)

    return ListFile(href, name, count, objects, table.COLUMNS, lambda: table.rows(ids()), older)


def count_files(href: str, name: str, count: int, what: str, rows: Sequence[tuple[str, str, int]]) -> ListFile:
    """`rows` are (day or month as written, path, papers)."""
    return ListFile(
        href,
        name,
        count,
        lambda: ({what: written, "url": absolute(path), "paper_count": papers} for written, path, papers in rows),
        (what, "paper_count", "url"),
        lambda: ((written, papers, absolute(path)) for written, path, papers in rows),
    )
