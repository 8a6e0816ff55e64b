"""Lists of researchers as files beside their pages (`common.list_files`)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from common.addresses import absolute
from common.identifiers import orcid_url
from common.list_files import ListFile
from researchers.models import Researcher
from researchers.objects import row_object

COLUMNS = (
    "researcher", "name", "orcid", "paper_count", "first_year", "last_year", "main_category", "institution",
    "country_code",
)  # fmt: skip


def people_files(
    href: str,
    name: str,
    count: int | None,
    shown: Iterable[Researcher],
    rows: Callable[[], Iterable[Researcher]],
    older: str = "",
    *,
    beside: tuple[str, Mapping[int, int]] | None = None,
) -> ListFile:
    """`rows` asks for those of the table; `beside` is a number that the list gives each, by id, and what it counts."""
    here = [one.pk for one in shown]
    what, numbers = beside or ("", {})

    def objects() -> Iterator[Mapping[str, Any]]:
        held = Researcher.objects.for_page().in_bulk(here)
        for one in here:
            if one in held:
                yield {**row_object(held[one]), **({what: numbers[one]} if what else {})}

    def cells() -> Iterator[Sequence[Any]]:
        yield from ([*_cells(one), *([numbers[one.pk]] if what else [])] for one in rows())

    return ListFile(href, name, count, objects, (*COLUMNS, what) if what else COLUMNS, cells, older)


def _cells(found: Researcher) -> list[Any]:
    place = found.main_institution
    return [
        absolute(found.get_absolute_url()),
        found.name,
        orcid_url(found.orcid) if found.orcid else "",
        found.paper_count,
        found.first_year or "",
        found.last_year or "",
        found.main_category,
        place.name if place else "",
        found.country_code,
    ]
