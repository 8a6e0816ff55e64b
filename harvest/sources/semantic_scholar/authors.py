"""Semantic Scholar's author profiles to records; pure. Withdrawn fields (aliases) are not read."""

import re
from collections.abc import Sequence

from common.identifiers import parse_orcid
from harvest.outside_records import OutsideSource, ProfileAffiliation, ProfileRecord
from harvest.records import Refused
from harvest.sources import shapes
from harvest.sources.shapes import Object
from harvest.sources.text_cleaning import clean_affiliation, clean_name, each_once, tidy

_AUTHOR_ID = re.compile(r"[1-9][0-9]{0,17}")


def parse_author(payload: object) -> ProfileRecord | Refused:
    return shapes.read(payload, shapes.own_id(payload, "authorId"), _author)


def parse_authors(asked: Sequence[str], rows: Sequence[object]) -> dict[str, ProfileRecord | Refused | None]:
    """By the id that was asked; None where it is not known any more."""
    return {one: None if row is None else parse_author(row) for one, row in zip(asked, rows, strict=True)}


def author_id(row: Object) -> str:
    """A decimal number as text; empty for an author without a profile."""
    told = shapes.text(row, "authorId")
    return told if _AUTHOR_ID.fullmatch(told) else ""


def orcid_of(row: Object) -> str:
    """Told only where `externalIds` was asked for."""
    return parse_orcid(shapes.text(shapes.child(row, "externalIds"), "ORCID")) or ""


def _author(author: Object) -> ProfileRecord:
    found = author_id(author)
    if not found:
        told = shapes.text(author, "authorId")
        raise shapes.WrongShape(f"authorId {told[:80]!r} is none" if told else "no authorId")
    return ProfileRecord(
        source=OutsideSource.SEMANTIC_SCHOLAR,
        id=found,
        name=clean_name(shapes.text(author, "name")),
        orcid=orcid_of(author),
        works_count=shapes.number(author, "paperCount"),
        citation_count=shapes.number(author, "citationCount"),
        h_index=shapes.number(author, "hIndex"),
        homepage=tidy(shapes.text(author, "homepage")),
        affiliations=tuple(
            ProfileAffiliation(name, last_known=True)
            for name in each_once(map(clean_affiliation, shapes.texts(author, "affiliations")))
        ),
    )
