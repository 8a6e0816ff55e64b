"""A paper's record as rows of our tables, ready for COPY. Pure; the place where TeX is rendered.

Arrays are written as Postgres spells them, since COPY takes that from text faster than from lists.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from common.slugs import slug
from common.tex import RECIPE, render, render_paragraphs, to_unicode
from harvest.records import PaperRecord
from papers.taxonomy import archive_of

Row = tuple[Any, ...]

PAPER_COLUMNS = (
    "arxiv_id", "slug", "title_tex", "title", "title_html", "abstract_tex", "abstract", "abstract_html", "tex_recipe",
    "own_words", "authors_printed", "author_count", "submitter", "comments", "journal_ref", "dois", "report_number",
    "msc_class", "acm_class", "license", "category_codes", "first_submitted_at", "latest_submitted_at",
    "latest_version", "withdrawn", "source_datestamp", "content_hash",
)  # fmt: skip
VERSION_COLUMNS = ("paper_id", "number", "submitted_at", "size_kb", "source_type", "seen_as_newest", "changes")
AUTHORSHIP_COLUMNS = ("paper_id", "position", "kind", "printed", "given", "family", "suffix", "affiliations")
PLACE_COLUMNS = ("paper_id", "category_id", "position", "first_submitted_at")


class Unstorable(Exception):  # noqa: N818 - names what came
    """Text that no database can keep: a NUL, half a surrogate pair."""


def content_hash(record: PaperRecord) -> str:
    """Of all that a reader may see of it; the datestamp is not part. Raises Unstorable."""
    parts = [
        record.arxiv_id, record.title, record.abstract, record.authors_printed, record.submitter, record.comments,
        record.journal_ref, record.report_number, record.msc_class, record.acm_class, record.license,
        " ".join(record.categories), " ".join(record.dois), f"{record.withdrawn:d}{record.own_words:d}",
    ]  # fmt: skip
    for version in record.versions:
        parts.append(f"{version.number} {version.submitted_at.isoformat()} {version.size_kb} {version.source_type}")
    for author in record.authors:
        parts += (author.kind, author.printed, author.given, author.family, author.suffix, *author.affiliations)
    try:
        encoded = "\x1f".join(parts).encode()
    except UnicodeEncodeError:
        raise Unstorable("half of a surrogate pair in its text") from None
    if b"\x00" in encoded:
        raise Unstorable("a NUL character in its text")
    return hashlib.blake2b(encoded, digest_size=16).hexdigest()


def paper_row(record: PaperRecord, hashed: str) -> Row:
    """The values of PAPER_COLUMNS."""
    title, abstract = render(record.title), render_paragraphs(record.abstract)
    return (
        record.arxiv_id, slug(title.plain), record.title, title.plain, title.html, record.abstract, abstract.plain,
        abstract.html, RECIPE, record.own_words, record.authors_printed, len(record.authors),
        to_unicode(record.submitter), to_unicode(record.comments), to_unicode(record.journal_ref), array(record.dois),
        record.report_number, record.msc_class, record.acm_class, record.license, array(record.categories),
        record.versions[0].submitted_at, record.versions[-1].submitted_at, record.versions[-1].number,
        record.withdrawn, record.datestamp, hashed,
    )  # fmt: skip


def version_rows(paper_id: int, record: PaperRecord, changes: tuple[str, ...]) -> Iterator[Row]:
    newest = record.versions[-1].number
    for version in record.versions:
        is_newest = version.number == newest
        seen = array(changes) if is_newest else "{}"
        size = version.size_kb
        yield paper_id, version.number, version.submitted_at, size, version.source_type[:8], is_newest, seen


def authorship_rows(paper_id: int, record: PaperRecord) -> Iterator[Row]:
    for position, author in enumerate(record.authors, 1):
        affiliations = array(author.affiliations) if author.affiliations else "{}"
        yield (
            paper_id, position, author.kind.value, author.printed, author.given, author.family, author.suffix,
            affiliations,
        )  # fmt: skip


def place_rows(paper_id: int, record: PaperRecord) -> Iterator[Row]:
    for code, position in places(record.categories).items():
        yield paper_id, code, position, record.versions[0].submitted_at


def places(codes: tuple[str, ...] | list[str]) -> dict[str, int | None]:
    """The lists that papers of these categories stand in: theirs, and their archives' (without a position)."""
    found: dict[str, int | None] = {code: position for position, code in enumerate(codes)}
    for code in codes:
        found.setdefault(archive_code(code), None)
    return found


def archive_code(code: str) -> str:
    return archive_of(code) or code.partition(".")[0]


def array(values: tuple[str, ...] | list[str]) -> str:
    """As Postgres writes an array of text."""
    quoted = (value.replace("\\", "\\\\").replace('"', '\\"') for value in values)
    return "{" + ",".join(f'"{value}"' for value in quoted) + "}"
