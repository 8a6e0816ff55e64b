"""Copies all papers held, with what hangs on them, under new ids until there are enough. Needs Django set up."""

from django.core.management import call_command
from django.db import connection

from bench.big_indexes import Indexes
from bench.big_together import execute, in_turn, step

TABLES = ("papers_paper", "papers_version", "papers_papercategory", "papers_authorship")
BY_DEFAULT = ("id", "change_seq", "change_xid")
# Ids of made papers: numbers that no month of arXiv has reached, from this month on.
FIRST_MONTH, FIRST_NUMBER, NUMBERS = 2015 * 12, 30_000, 70_000
_ID = f"""
    (SELECT lpad((month / 12 %% 100)::text, 2, '0') || lpad((month %% 12 + 1)::text, 2, '0') || '.' || number
     FROM (SELECT {FIRST_MONTH} + made / {NUMBERS} AS month, {FIRST_NUMBER} + made %% {NUMBERS} AS number
           FROM (SELECT held.id + %(shift)s AS made) one) two)
"""
# What a copy has that its original has not, by table.
_OWN = {
    "papers_paper": {
        "id": "held.id + %(shift)s", "arxiv_id": _ID, "search_vector": "NULL",
        "changed_at": "held.changed_at + held.id * interval '1 second' + %(copy)s * interval '1 hour'",
    },
    "papers_version": {"paper_id": "held.paper_id + %(shift)s"},
    "papers_papercategory": {"paper_id": "held.paper_id + %(shift)s"},
    "papers_authorship": {"paper_id": "held.paper_id + %(shift)s"},
}  # fmt: skip


def copy_until(papers: int) -> dict[str, int]:
    """The number of rows by table."""
    in_turn(lambda: _copy_until(papers))
    for table in TABLES:
        execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), greatest(max(id), 1)) FROM {table}")
    with step("vacuum"):
        execute("VACUUM (ANALYZE)")
    call_command("count_months", verbosity=0)
    return {table: _one(f"SELECT count(*) FROM {table}") for table in TABLES}


def _copy_until(papers: int) -> None:
    real = _one("SELECT count(*) FROM papers_paper")
    shift = _one("SELECT max(id) FROM papers_paper")
    indexes = Indexes(TABLES)
    indexes.drop()
    for table in TABLES:
        with step(table):
            for copy in range(1, -(-papers // real)):
                _copy(table, copy, copy * shift, shift, papers - copy * real)
    indexes.build(*TABLES)


def _copy(table: str, copy: int, shift: int, originals: int, wanted: int) -> None:
    """One copy of the first rows: those of at most so many papers."""
    own = _OWN[table]
    columns = [name for name in _columns(table) if name in own or name not in BY_DEFAULT]
    values = ", ".join(own.get(name, f"held.{name}") for name in columns)
    paper = "id" if table == "papers_paper" else "paper_id"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} held"
            f" WHERE {paper} <= %(last)s ORDER BY {paper}",
            {"shift": shift, "copy": copy, "last": min(originals, wanted)},
        )


def _columns(table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped"
            " ORDER BY attnum",
            [table],
        )
        return [name for (name,) in cursor.fetchall()]


def _one(question: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]
