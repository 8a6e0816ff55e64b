"""Records and short reads for the tests of harvesting."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from django.db import connection

from harvest.records import AuthorRecord, PaperRecord, VersionRecord

TABLES = ("papers_paper", "papers_version", "papers_authorship", "papers_papercategory", "papers_monthcount")
FIRST = datetime(2024, 1, 1, 12, tzinfo=UTC)


def paper(arxiv_id="2401.00001", versions=1, **facts):
    made = PaperRecord(
        arxiv_id=arxiv_id,
        title="On the energy of $\\alpha$ particles",
        abstract="We weigh them.\n\nThey are light.",
        authors=(person("Ada Example"), person("Bob Sample")),
        authors_printed="Ada Example and Bob Sample",
        categories=("hep-th", "math.QA"),
        versions=tuple(version(number) for number in range(1, versions + 1)),
        submitter="Ada Example",
        comments="12 pages",
        license="http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
        datestamp=date(2024, 1, 3),
    )
    return replace(made, **facts)


def person(printed, **facts):
    given, _, family = printed.rpartition(" ")
    return AuthorRecord(printed, given=given, family=family, **facts)


def version(number, submitted_at=None, **facts):
    return VersionRecord(number, submitted_at or FIRST + timedelta(days=number - 1), **facts)


def snapshot_of_rows():
    """Which transaction wrote each row of the papers' tables: changes with any write, even of the same values."""
    with connection.cursor() as cursor:
        found = {}
        for table in (*TABLES, "harvest_rejectedrecord"):
            cursor.execute(f"SELECT ctid::text, xmin::text FROM {table} ORDER BY ctid")
            found[table] = cursor.fetchall()
        return found
