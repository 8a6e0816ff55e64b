"""What is dumped: each table with the type of its rows, the API's objects, and how they are read as lines of JSON.

Papers, people and places are as the API's lists give them, papers with all their authors. What only the page of one
adds up (fields, other names, partners, works cited) costs a question each, and most of it follows from authorships.
Authorships, most of all rows by far, are written as JSON by Postgres. What was removed, merged or hidden is left out,
and no other row names it.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from django.conf import settings
from django.db import connection
from django.db.models import Prefetch, QuerySet

from common.json_schema import About, Address
from institutions.models import Institution
from institutions.objects import InstitutionRow
from institutions.objects import row_object as institution_object
from papers.exports.woven import PaperRow
from papers.exports.woven import paper_row as paper_object
from papers.models import Authorship, Paper, Version
from papers.woven import woven
from researchers.models import Researcher
from researchers.objects import ResearcherRow
from researchers.objects import row_object as researcher_object

ROWS_AT_ONCE = 1_000
_LISTS: dict[str, Callable[[], QuerySet[Any]]] = {
    "authorships": Authorship.objects.whole,
    "versions": Version.objects.all,
}
_NOT_DUMPED = ("search_vector", "title_html", "abstract_html")


class AuthorshipObject(TypedDict):
    """An entry of a paper's author list, as printed, with who and where it is found to be."""

    paper: Address
    arxiv_id: Annotated[str, About(example="2401.16265")]
    position: Annotated[int, About("From 1.")]
    kind: Annotated[str, About("person or group")]
    name: str
    given: str | None
    family: str | None
    suffix: str | None
    affiliations: Annotated[list[str], About("As printed on this paper, then as sources tell it.")]
    researcher: Annotated[Address | None, About("Whose entry it is, where sources agree or one says so.")]
    evidence: Annotated[str | None, About("Why: curator, orcid, agreement, one-source.")]
    institutions: Annotated[list[str], About("Those found in its affiliations, as addresses.")]


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    kind: Any  # the TypedDict of a row
    lines: Callable[[], Iterator[bytes]]


def _papers() -> Iterator[bytes]:
    """Authors and versions are put where the object looks for them: to compose a query set for each of a paper's lists,
    as Django does otherwise, takes a third of all time."""
    rows = woven(Paper.objects.listed().defer(*_NOT_DUMPED), with_cited=False).order_by("id")
    lists = (Prefetch(name, queryset(), to_attr=f"told_{name}") for name, queryset in _LISTS.items())
    for paper in rows.prefetch_related(*lists).iterator(chunk_size=ROWS_AT_ONCE):
        held = {name: getattr(paper, f"told_{name}") for name in _LISTS}
        paper._prefetched_objects_cache = held  # type: ignore[attr-defined]
        yield _line(paper_object(paper))


def _researchers() -> Iterator[bytes]:
    for found in Researcher.objects.listed().for_page().order_by("id").iterator(chunk_size=ROWS_AT_ONCE):
        yield _line(researcher_object(found))


def _institutions() -> Iterator[bytes]:
    rows = Institution.objects.listed().for_page().defer("summary__own", "summary__with_parts").order_by("id")
    for found in rows.iterator(chunk_size=ROWS_AT_ONCE):
        yield _line(institution_object(found))


def _authorships() -> Iterator[bytes]:
    with connection.chunked_cursor() as cursor:
        cursor.execute(_AUTHORSHIPS, {"site": settings.SITE_URL})
        while rows := cursor.fetchmany(ROWS_AT_ONCE * 10):
            for (line,) in rows:
                yield line.encode() + b"\n"


def _line(told: Mapping[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


TABLES = (
    Table("papers", PaperRow, _papers),
    Table("researchers", ResearcherRow, _researchers),
    Table("institutions", InstitutionRow, _institutions),
    Table("authorships", AuthorshipObject, _authorships),
)

_AUTHORSHIPS = """
    SELECT row_to_json(told)::text FROM (
        SELECT %(site)s || '/papers/' || paper.arxiv_id AS paper, paper.arxiv_id, slot.position, slot.kind,
            slot.printed AS name, nullif(slot.given, '') AS given, nullif(slot.family, '') AS family,
            nullif(slot.suffix, '') AS suffix,
            ARRAY(
                SELECT text FROM (
                    SELECT text, number FROM unnest(slot.affiliations) WITH ORDINALITY AS printed (text, number)
                    UNION ALL
                    SELECT coalesce(nullif(place.text, ''), found.name, ''), 1000000 + place.position
                    FROM papers_affiliation place
                    LEFT JOIN institutions_institution found ON found.id = place.institution_id
                    WHERE place.authorship_id = slot.id
                ) AS told GROUP BY text ORDER BY min(number)
            ) AS affiliations,
            %(site)s || '/researchers/' || person.id AS researcher,
            CASE WHEN person.id IS NOT NULL THEN nullif(slot.evidence, '') END AS evidence,
            ARRAY(
                SELECT %(site)s || '/institutions/' || place.institution_id FROM papers_affiliation place
                JOIN institutions_institution listed ON listed.id = place.institution_id
                    AND listed.merged_into_id IS NULL AND listed.status <> 'withdrawn'
                WHERE place.authorship_id = slot.id GROUP BY place.institution_id ORDER BY min(place.position)
            ) AS institutions
        FROM papers_authorship slot
        JOIN papers_paper paper ON paper.id = slot.paper_id AND paper.removed_at IS NULL
        LEFT JOIN researchers_researcher person ON person.id = slot.researcher_id
            AND person.merged_into_id IS NULL AND person.hidden_at IS NULL AND person.paper_count > 0
        ORDER BY slot.paper_id, slot.position
    ) AS told
"""
