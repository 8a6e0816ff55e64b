"""Semantic Scholar's papers to records; pure.

Its names are the profiles' preferred forms, often initials, so a row has a profile name and no printed one. It knows
no affiliations. A batch answers by position: null for an id it does not know, and maybe another paperId than asked.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from common.identifiers import parse_arxiv_id, parse_doi, parse_s2_id
from harvest.outside_records import OutsideAuthor, OutsideSource, WorkRecord
from harvest.records import Refused
from harvest.sources import shapes
from harvest.sources.semantic_scholar.authors import author_id, orcid_of
from harvest.sources.shapes import Object
from harvest.sources.text_cleaning import clean_name, clean_title, tidy


@dataclass(frozen=True, slots=True)
class Answered:
    """What came for one id: None where it is not known (yet)."""

    asked: str
    record: WorkRecord | Refused | None


def parse_paper(payload: object) -> WorkRecord | Refused:
    return shapes.read(payload, shapes.own_id(payload, "paperId"), _paper)


def parse_batch(asked: Sequence[str], rows: Sequence[object]) -> list[Answered]:
    """Zips by position; the client has seen to it that both are of one length."""
    return [Answered(one, None if row is None else parse_paper(row)) for one, row in zip(asked, rows, strict=True)]


def _paper(paper: Object) -> WorkRecord:
    told = shapes.text(paper, "paperId")
    paper_id = parse_s2_id(told) or ""
    if len(paper_id) != 40:
        raise shapes.WrongShape(f"paperId {told[:80]!r} is none" if told else "no paperId")
    outside = shapes.child(paper, "externalIds")
    arxiv = parse_arxiv_id(shapes.text(outside, "ArXiv"))
    doi = parse_doi(shapes.text(outside, "DOI")) or ""
    arxiv_of_doi = parse_arxiv_id(doi) if doi.startswith("10.48550/arxiv.") else None
    corpus_id = shapes.number(paper, "corpusId") or shapes.number(outside, "CorpusId")
    kinds = shapes.texts(paper, "publicationTypes")
    return WorkRecord(
        source=OutsideSource.SEMANTIC_SCHOLAR,
        outside_id=paper_id,
        second_id=f"CorpusId:{corpus_id}" if corpus_id else "",
        arxiv_ids=_once(one.id for one in (arxiv, arxiv_of_doi) if one),
        arxiv_location=arxiv is not None,
        doi=doi,
        title=clean_title(shapes.text(paper, "title")),
        year=shapes.year(paper, "year"),
        date=shapes.day(paper, "publicationDate"),
        venue=_venue(paper),
        kind=tidy(kinds[0]) if kinds else "",
        cited_by_count=shapes.number(paper, "citationCount"),
        reference_ids=_once(parse_s2_id(shapes.text(one, "paperId")) or "" for one in _references(paper)),
        authors=tuple(_author(row, at) for at, row in enumerate(shapes.children(paper, "authors"), 1)),
    )


def _references(paper: Object) -> list[Object]:
    """As nested in a paper, or as edges of the call of their own."""
    rows = shapes.children(paper, "references")
    return [shapes.child(row, "citedPaper") or row for row in rows]


def _author(row: Object, position: int) -> OutsideAuthor:
    return OutsideAuthor(
        position=position,
        profile_id=author_id(row),
        profile_name=clean_name(shapes.text(row, "name")),
        orcid=orcid_of(row),
    )


def _venue(paper: Object) -> str:
    """The first that is told and is not arXiv."""
    told = [
        shapes.text(paper, "venue"),
        shapes.text(shapes.child(paper, "journal"), "name"),
        shapes.text(shapes.child(paper, "publicationVenue"), "name"),
    ]
    return next((tidy(name) for name in told if name.strip() and "arxiv" not in name.lower()), "")


def _once(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))
