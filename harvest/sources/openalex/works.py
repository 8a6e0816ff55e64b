"""OpenAlex's works, in all layouts from 2022 to 2026, to records; pure.

Rows are given as they came: a raw name and a profile that do not belong together are told apart here and mended
nowhere. A list answer cuts author lists at 100, with a flag that may be missing, so exactly 100 counts as cut.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from harvest.outside_records import InstitutionRecord, OutsideSource, WorkRecord
from harvest.records import Refused
from harvest.sources import shapes
from harvest.sources.openalex import ids
from harvest.sources.openalex.authorships import author_of, institutions_of
from harvest.sources.shapes import Object
from harvest.sources.text_cleaning import clean_title, tidy

MOST_AUTHORS_IN_LISTS = 100
_CROSSREF_KINDS = {  # of the data of 2023
    "journal-article": "article",
    "proceedings-article": "article",
    "posted-content": "preprint",
    "monograph": "book",
    "edited-book": "book",
}


@dataclass(frozen=True, slots=True)
class Page:
    """A list answer: its records in order, and how many there are in all."""

    records: tuple[WorkRecord | Refused, ...]
    count: int


def parse_work(payload: object, *, whole: bool = False) -> WorkRecord | Refused:
    """One work. `whole` tells that it was asked for by itself, so that its author list is complete."""
    return shapes.read(payload, shapes.own_id(payload, "id"), lambda work: _work(work, whole))


def parse_works(payload: object) -> Page | Refused:
    """A list answer; a work that is of the wrong shape is refused by itself."""
    return shapes.read(payload, "", _page)


def under(works: Iterable[WorkRecord], arxiv_id: str) -> list[WorkRecord]:
    """Those that carry an arXiv id; which of several speaks for the paper is for `harvest.precedence`."""
    return [work for work in works if arxiv_id in work.arxiv_ids]


def _page(payload: Object) -> Page:
    if "results" not in payload:
        raise shapes.WrongShape("no results in a list answer")
    count = shapes.number(shapes.child(payload, "meta"), "count")
    results = payload["results"]
    if not isinstance(results, list):
        raise shapes.WrongShape("results is not a list")
    records = tuple(parse_work(work) for work in results)
    return Page(records, len(records) if count is None else count)


def _work(work: Object, whole: bool) -> WorkRecord:
    told = shapes.text(work, "id")
    work_id = ids.entity_id(told, "W")
    if not work_id:
        raise shapes.WrongShape(f"id {told[:80]!r} is no work's" if told else "no id")
    locations = _locations(work)
    doi = shapes.text(work, "doi")
    in_locations = _arxiv_ids(locations)
    rows = shapes.children(work, "authorships")
    authors = tuple(author_of(row, position) for position, row in enumerate(rows, 1))
    kind = shapes.word(work, "type")
    return WorkRecord(
        source=OutsideSource.OPENALEX,
        outside_id=work_id,
        arxiv_ids=_once([*in_locations, ids.arxiv_id_of_doi(doi)]),
        arxiv_location=bool(in_locations),
        locations_count=len(shapes.children(work, "locations")),
        doi=ids.doi(doi),
        title=clean_title(shapes.text(work, "title") or shapes.text(work, "display_name")),
        year=shapes.year(work, "publication_year"),
        date=shapes.day(work, "publication_date"),
        venue=_venue(work),
        kind=_CROSSREF_KINDS.get(kind, kind),
        language=shapes.word(work, "language"),
        retracted=bool(shapes.flag(work, "is_retracted")),
        cited_by_count=shapes.number(work, "cited_by_count"),
        cited_by_year=_cited_by_year(work),
        reference_ids=_once(ids.entity_id(one, "W") for one in shapes.texts(work, "referenced_works")),
        authors=authors,
        authors_truncated=_is_cut(work, len(authors), whole),
        institutions=_institutions(rows),
    )


def _is_cut(work: Object, authors: int, whole: bool) -> bool:
    if whole:
        return False
    told = shapes.flag(work, "is_authors_truncated")
    return told or authors == MOST_AUTHORS_IN_LISTS


def _locations(work: Object) -> list[Object]:
    """All places of the work; the main ones may be told without the list."""
    main = [shapes.child(work, key) for key in ("primary_location", "best_oa_location")]
    return [*shapes.children(work, "locations"), *(location for location in main if location)]


def _arxiv_ids(locations: Sequence[Object]) -> tuple[str, ...]:
    """By locations' ids, then by their addresses."""
    by_id = [ids.arxiv_id_of_location(shapes.text(location, "id")) for location in locations]
    addresses = [shapes.text(location, key) for location in locations for key in ("landing_page_url", "pdf_url")]
    by_address = [ids.arxiv_id_of_address(address) for address in addresses]
    by_doi = [ids.arxiv_id_of_doi(address) for address in addresses]
    return _once([*by_id, *by_address, *by_doi])


def _venue(work: Object) -> str:
    """Of the first place, or the host of 2022; arXiv itself is no venue."""
    place = shapes.child(work, "primary_location")
    source = shapes.child(place, "source") or shapes.child(work, "host_venue")
    name = tidy(shapes.text(source, "display_name") or shapes.text(place, "raw_source_name"))
    return "" if "arxiv" in name.lower() else name


def _cited_by_year(work: Object) -> tuple[tuple[int, int], ...]:
    counts: dict[int, int] = {}
    for one in shapes.children(work, "counts_by_year"):
        year, count = shapes.year(one, "year"), shapes.number(one, "cited_by_count")
        if year is not None and count:
            counts[year] = count
    return tuple(sorted(counts.items()))


def _institutions(rows: Sequence[Object]) -> tuple[InstitutionRecord, ...]:
    found: dict[str, InstitutionRecord] = {}
    for row in rows:
        for institution in institutions_of(row):
            found.setdefault(institution.id, institution)
    return tuple(found.values())


def _once(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))
