"""Writes prepared papers in bulk: new ones by COPY, changed ones row by row only where a value differs.

Call under `lock_ingest` and in a transaction. Papers pass through a temporary table, where Postgres makes their search
vectors; what hangs on a new paper is copied straight into its table, what hangs on a changed one is compared first,
so that an author or a version that stays the same is not written.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection

from harvest.ingest.held import Detail
from harvest.ingest.rows import (
    AUTHORSHIP_COLUMNS,
    PAPER_COLUMNS,
    PLACE_COLUMNS,
    VERSION_COLUMNS,
    Row,
    archive_code,
    authorship_rows,
    place_rows,
    version_rows,
)
from harvest.ingest.search_vectors import search_vector
from harvest.linking.releasing import release
from harvest.records import PaperRecord
from papers.models import Category


@dataclass(slots=True)
class Prepared:
    """A record with its row of `papers_paper`; `paper_id` and what changed are known when it is written."""

    record: PaperRecord
    hashed: str
    row: Row
    paper_id: int = 0
    changes: tuple[str, ...] = field(default=())


def insert(papers: Sequence[Prepared], detail: Detail, now: datetime) -> None:
    """Write papers that are not held."""
    ids = _new_ids(len(papers))
    for paper, paper_id in zip(papers, ids, strict=True):
        paper.paper_id = paper_id
    _add_categories(papers)
    _stage_papers(papers)
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, {"detail": detail, "now": now})
    _copy("papers_version", VERSION_COLUMNS, _versions(papers))
    _copy("papers_authorship", AUTHORSHIP_COLUMNS, _authorships(papers))
    _copy("papers_papercategory", PLACE_COLUMNS, _places(papers))


def update(papers: Sequence[Prepared], detail: Detail, now: datetime) -> None:
    """Write papers that are held in an older form; each has its `paper_id`."""
    _add_categories(papers)
    _stage_papers(papers)
    _stage("version", VERSION_COLUMNS, _versions(papers))
    _stage("authorship", AUTHORSHIP_COLUMNS, _authorships(papers))
    _stage("papercategory", PLACE_COLUMNS, _places(papers))
    with connection.cursor() as cursor:
        cursor.execute(_RENAMED_SLOTS)
        release([row[0] for row in cursor.fetchall()], now)
        cursor.execute(_UPDATE, {"detail": detail, "now": now, "poor": detail < Detail.ARXIV_RAW})
        for statement in (_VERSIONS, _AUTHORSHIPS, _FEWER_AUTHORSHIPS, _PLACES, _FEWER_PLACES, _INSTITUTIONS):
            cursor.execute(statement)


def _versions(papers: Iterable[Prepared]) -> Iterable[Row]:
    return (row for paper in papers for row in version_rows(paper.paper_id, paper.record, paper.changes))


def _authorships(papers: Iterable[Prepared]) -> Iterable[Row]:
    return (row for paper in papers for row in authorship_rows(paper.paper_id, paper.record))


def _places(papers: Iterable[Prepared]) -> Iterable[Row]:
    return (row for paper in papers for row in place_rows(paper.paper_id, paper.record))


def _new_ids(count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence('papers_paper', 'id')) FROM generate_series(1, %s)", [count]
        )
        return [row[0] for row in cursor.fetchall()]


def _add_categories(papers: Iterable[Prepared]) -> None:
    """Rows for codes arXiv has come to use since `papers.taxonomy` was written."""
    codes = {code for paper in papers for code in paper.record.categories}
    codes |= {archive_code(code) for code in codes}
    unknown = sorted(codes - set(Category.objects.filter(code__in=codes).values_list("code", flat=True)))
    if unknown:
        Category.objects.bulk_create(map(_category, unknown), ignore_conflicts=True)


def _category(code: str) -> Category:
    archive = archive_code(code)
    return Category(code=code, name=code, archive=archive, group=archive, is_archive=code == archive)


def _stage_papers(papers: Iterable[Prepared]) -> None:
    rows = ((paper.paper_id, *paper.row, _names(paper.record)) for paper in papers)
    _stage("paper", ("id", *PAPER_COLUMNS, "names"), rows)


def _names(record: PaperRecord) -> str:
    return ", ".join(author.printed for author in record.authors)


def _stage(name: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Fill the temporary table that has these columns of `papers_…`, and `names`, which is no column there."""
    selected = ", ".join("'' AS names" if column == "names" else column for column in columns)
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s)", [f"pg_temp.staged_{name}"])
        if cursor.fetchone()[0] is None:
            cursor.execute(
                f"CREATE TEMP TABLE staged_{name} ON COMMIT DELETE ROWS AS "  # noqa: S608 - our own names
                f"SELECT {selected} FROM papers_{name} WITH NO DATA"
            )
        else:
            cursor.execute(f"DELETE FROM staged_{name}")  # noqa: S608
    _copy(f"staged_{name}", columns, rows)


def _copy(table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
    with (
        connection.cursor() as cursor,
        connection.wrap_database_errors,
        cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy,
    ):
        for row in rows:
            copy.write_row(row)


_SEARCH_VECTOR = search_vector("staged.title", "staged.names", "staged.abstract")
_COLUMNS = ", ".join(PAPER_COLUMNS)
_STAGED_COLUMNS = ", ".join(f"staged.{name}" for name in PAPER_COLUMNS)

_INSERT = f"""
    INSERT INTO papers_paper (
        id, {_COLUMNS}, search_vector, source_detail, removed_on_request, first_held_at, changed_at)
    SELECT staged.id, {_STAGED_COLUMNS}, {_SEARCH_VECTOR}, %(detail)s, false, %(now)s, %(now)s
    FROM staged_paper staged ORDER BY staged.id
"""  # noqa: S608

# Formats that leave these out say nothing by it.
_OFTEN_LEFT_OUT = {
    "submitter", "comments", "journal_ref", "dois", "report_number", "msc_class", "acm_class", "license"
}  # fmt: skip


def _new_value(column: str) -> str:
    if column not in _OFTEN_LEFT_OUT:
        return f"{column} = staged.{column}"
    empty = "'{}'" if column == "dois" else "''"
    return f"{column} = CASE WHEN %(poor)s AND staged.{column} = {empty} THEN held.{column} ELSE staged.{column} END"


_UPDATE = f"""
    UPDATE papers_paper held SET {", ".join(_new_value(column) for column in PAPER_COLUMNS)},
        search_vector = {_SEARCH_VECTOR}, source_detail = %(detail)s, changed_at = %(now)s,
        removed_at = CASE WHEN held.removed_on_request THEN held.removed_at END,
        change_seq = nextval('change_seq'), change_xid = pg_current_xact_id()
    FROM staged_paper staged WHERE held.id = staged.id
"""  # noqa: S608

_VERSIONS = f"""
    INSERT INTO papers_version AS held ({", ".join(VERSION_COLUMNS)})
    SELECT {", ".join(VERSION_COLUMNS)} FROM staged_version ORDER BY paper_id, number
    ON CONFLICT (paper_id, number) DO UPDATE SET
        submitted_at = excluded.submitted_at,
        size_kb = coalesce(excluded.size_kb, held.size_kb),
        source_type = coalesce(nullif(excluded.source_type, ''), held.source_type),
        seen_as_newest = held.seen_as_newest OR excluded.seen_as_newest,
        changes = CASE WHEN excluded.changes = '{{}}' THEN held.changes ELSE excluded.changes END
    WHERE held.submitted_at <> excluded.submitted_at
        OR held.size_kb IS DISTINCT FROM coalesce(excluded.size_kb, held.size_kb)
        OR held.source_type <> coalesce(nullif(excluded.source_type, ''), held.source_type)
        OR excluded.seen_as_newest AND NOT held.seen_as_newest
        OR excluded.changes <> '{{}}' AND excluded.changes <> held.changes
"""  # noqa: S608

_RENAMED_SLOTS = """
    SELECT held.id FROM papers_authorship held
    JOIN staged_paper paper ON paper.id = held.paper_id
    LEFT JOIN staged_authorship told ON told.paper_id = held.paper_id AND told.position = held.position
    WHERE (told.printed, told.kind) IS DISTINCT FROM (held.printed, held.kind)
"""
_AUTHORSHIPS = f"""
    INSERT INTO papers_authorship AS held ({", ".join(AUTHORSHIP_COLUMNS)})
    SELECT {", ".join(AUTHORSHIP_COLUMNS)} FROM staged_authorship ORDER BY paper_id, position
    ON CONFLICT (paper_id, position) DO UPDATE SET kind = excluded.kind, printed = excluded.printed,
        given = excluded.given, family = excluded.family, suffix = excluded.suffix,
        affiliations = CASE WHEN excluded.affiliations = '{{}}' AND excluded.printed = held.printed
            THEN held.affiliations ELSE excluded.affiliations END
    WHERE (held.kind, held.printed, held.given, held.family, held.suffix, held.affiliations) IS DISTINCT FROM
        (excluded.kind, excluded.printed, excluded.given, excluded.family, excluded.suffix, excluded.affiliations)
"""  # noqa: S608
_FEWER_AUTHORSHIPS = """
    DELETE FROM papers_authorship held USING staged_paper staged
    WHERE held.paper_id = staged.id AND held.position > staged.author_count
"""

_PLACES = f"""
    INSERT INTO papers_papercategory AS held ({", ".join(PLACE_COLUMNS)})
    SELECT {", ".join(PLACE_COLUMNS)} FROM staged_papercategory ORDER BY paper_id, category_id
    ON CONFLICT (paper_id, category_id) DO UPDATE
        SET position = excluded.position, first_submitted_at = excluded.first_submitted_at
    WHERE (held.position, held.first_submitted_at) IS DISTINCT FROM (excluded.position, excluded.first_submitted_at)
"""  # noqa: S608
_FEWER_PLACES = """
    DELETE FROM papers_papercategory held USING staged_paper staged
    WHERE held.paper_id = staged.id AND NOT EXISTS (
        SELECT FROM staged_papercategory kept
        WHERE kept.paper_id = held.paper_id AND kept.category_id = held.category_id)
"""
_INSTITUTIONS = """
    UPDATE papers_paperinstitution held SET first_submitted_at = staged.first_submitted_at FROM staged_paper staged
    WHERE held.paper_id = staged.id AND held.first_submitted_at <> staged.first_submitted_at
"""
