"""Lists of institutions as files beside their pages (`common.list_files`)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from common.addresses import absolute
from common.list_files import ListFile
from institutions.models import Institution
from institutions.objects import row_object

COLUMNS = (
    "institution", "name", "status", "city", "country", "country_code", "paper_count", "paper_count_with_parts",
)  # fmt: skip


def place_files(
    href: str,
    name: str,
    count: int | None,
    shown: Iterable[Institution],
    rows: Callable[[], Iterable[Institution]],
    older: str = "",
) -> ListFile:
    """`rows` asks for those of the table."""
    here = [one.pk for one in shown]

    def objects() -> Iterator[Mapping[str, Any]]:
        held = Institution.objects.for_page().in_bulk(here)
        yield from (row_object(held[one]) for one in here if one in held)

    def cells() -> Iterator[Sequence[Any]]:
        for one in rows():
            yield [
                absolute(one.get_absolute_url()), one.name, one.status, one.city, one.country, one.country_code,
                one.paper_count, one.paper_count_with_parts,
            ]  # fmt: skip

    return ListFile(href, name, count, objects, COLUMNS, cells, older)
