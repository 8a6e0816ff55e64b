"""Writes a big site into an empty, migrated database: COPY from truth, then in SQL what follows from those rows.

Foreign keys are not checked meanwhile and plain indexes are made after the rows; at the end every table is vacuumed and
analysed. Needs Django set up.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connection

from bench import big_sums
from bench.big_cut import cut
from bench.big_indexes import Indexes
from bench.big_people import (
    AFFILIATION_COLUMNS,
    AUTHORSHIP_COLUMNS,
    CITATION_COLUMNS,
    PROFILE_COLUMNS,
    RESEARCHER_COLUMNS,
    TOLD_AT,
    WORK_COLUMNS,
    People,
)
from bench.big_texts import Texts
from bench.big_together import Together, execute, forked, step
from bench.world.making import Made
from bench.world.places import FILES, ROR
from harvest.ingest.rows import PAPER_COLUMNS, PLACE_COLUMNS, VERSION_COLUMNS, Row, archive_code
from harvest.ingest.search_vectors import search_vector
from institutions.models import Institution
from papers.models import Category

TABLES = (
    "papers_paper", "papers_version", "papers_papercategory", "papers_authorship", "papers_claim", "papers_affiliation",
    "papers_outsidework", "papers_citation", "papers_paperinstitution", "researchers_researcher",
    "researchers_profile", "researchers_stay",
)  # fmt: skip


def load(seed: int, papers: int, of: int, search_vectors: bool) -> dict[str, int]:
    """Everything; gives the number of rows by table."""
    with step("institutions"):
        for name in FILES:
            call_command("load_ror", str(ROR / name), release="sample", verbosity=0)
    with step(f"the world of {of:,} papers"):
        made = Made(seed, of)
        chosen = cut(made, papers)
    write(made, chosen, forked)
    if search_vectors:
        with step("search vectors"):
            execute(_VECTORS)
    with step("vacuum"):
        execute("VACUUM (FULL) researchers_researcher")
        execute("VACUUM (ANALYZE)")
    return _counts()


def write(made: Made, chosen: list[int], together: Together) -> None:
    """These papers of a world, and all that hangs on them; institutions are held already."""
    texts = Texts(made)
    institutions = dict(Institution.objects.exclude(ror=None).values_list("ror", "id"))
    people = People(made, texts, chosen, institutions)
    indexes = Indexes(TABLES)
    indexes.drop()

    def papers() -> None:
        same = {"source_detail": "3", "removed_on_request": "false", "first_held_at": TOLD_AT, "changed_at": TOLD_AT}
        with _defaults("papers_paper", same):
            _copy("papers_paper", ("id", *PAPER_COLUMNS), texts.papers(chosen))

    def lists() -> None:
        _copy("papers_version", VERSION_COLUMNS, texts.versions(chosen))
        _copy("papers_papercategory", PLACE_COLUMNS, texts.categories(chosen))
        _add_categories()
        _copy("papers_outsidework", WORK_COLUMNS, people.works())
        _copy("papers_citation", CITATION_COLUMNS, people.citations())
        indexes.build("papers_version", "papers_papercategory", "papers_outsidework", "papers_citation")

    def persons() -> None:
        _copy("papers_authorship", AUTHORSHIP_COLUMNS, people.authorships())
        _copy("papers_affiliation", AFFILIATION_COLUMNS, people.affiliations())
        _copy("researchers_researcher", RESEARCHER_COLUMNS, people.researchers())
        _copy("researchers_profile", PROFILE_COLUMNS, people.profiles())
        indexes.build("papers_authorship", "papers_affiliation", "researchers_profile")

    together(papers, lists, persons)
    for table in TABLES:
        execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), greatest(max(id), 1)) FROM {table}")
    big_sums.write(indexes, together)


def _copy(table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
    with (
        step(table),
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy,
    ):
        for row in rows:
            copy.write_row(row)


@contextmanager
def _defaults(table: str, values: dict[str, str]) -> Iterator[None]:
    """The same value in every row, told once."""
    for name, value in values.items():
        execute(f"ALTER TABLE {table} ALTER COLUMN {name} SET DEFAULT '{value}'")
    yield
    for name in values:
        execute(f"ALTER TABLE {table} ALTER COLUMN {name} DROP DEFAULT")


def _add_categories() -> None:
    """Rows for codes that arXiv came to use since `papers.taxonomy` was written, as ingest adds them."""
    held = set(Category.objects.values_list("code", flat=True))
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT category_id FROM papers_papercategory")
        unknown = sorted({row[0] for row in cursor.fetchall()} - held)
    Category.objects.bulk_create(
        Category(code=code, name=code, archive=archive, group=archive, is_archive=code == archive)
        for code in unknown
        for archive in [archive_code(code)]
    )


def _counts() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, reltuples::bigint FROM pg_class WHERE relkind = 'r' AND reltuples > 0 "
            "AND relname ~ '^(papers|researchers|institutions)_' ORDER BY relname"
        )
        return dict(cursor.fetchall())


_VECTORS = f"""
    UPDATE papers_paper held SET search_vector = {search_vector("held.title", "held.authors_printed", "held.abstract")}
"""
