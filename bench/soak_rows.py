"""What a harvest left in the tables, without what tells when and in which order it was written: to be compared.

Rows of other sources: soak_world_rows.py.
"""

from collections import Counter
from collections.abc import Mapping

import psycopg

ARXIV = {
    "papers": """
        SELECT arxiv_id, slug, title_tex, title, title_html, abstract_tex, abstract, abstract_html, tex_recipe,
            own_words,
            search_vector::text, authors_printed, author_count, submitter, comments, journal_ref, dois, report_number,
            msc_class, acm_class, license, category_codes, first_submitted_at, latest_submitted_at, latest_version,
            withdrawn, source_datestamp, source_detail, content_hash, removed_at IS NULL AS listed
        FROM papers_paper
    """,
    "versions": """
        SELECT arxiv_id, number, submitted_at, size_kb, source_type, seen_as_newest, changes
        FROM papers_version JOIN papers_paper paper ON paper.id = paper_id
    """,
    "authorships": """
        SELECT arxiv_id, position, kind, printed, given, family, suffix, affiliations
        FROM papers_authorship JOIN papers_paper paper ON paper.id = paper_id
    """,
    "places in categories": """
        SELECT arxiv_id, category_id, position, place.first_submitted_at
        FROM papers_papercategory place JOIN papers_paper paper ON paper.id = paper_id
    """,
    "counts of months": "SELECT category_id, month, papers FROM papers_monthcount WHERE papers <> 0",
    "categories": "SELECT code, name, archive FROM papers_category",
    "rejected records": "SELECT source, external_id, reason, raw_hash FROM harvest_rejectedrecord",
}


SHOWN = 5  # rows of a table that only one of the two has


def compare(queries: Mapping[str, str], calm: str, rough: str) -> bool:
    """Whether each query gives the same rows in both databases; tells how many, a hash, and some that differ."""
    same = True
    with psycopg.connect(calm) as one, psycopg.connect(rough) as other:
        for name, query in queries.items():
            first, second = _rows_and_hash(one, query), _rows_and_hash(other, query)
            sign = "=" if first == second else "≠"
            print(f"{name:26} {first[0]:8} rows {first[1]} {sign} {second[1]} {second[0]:8} rows", flush=True)
            if first != second:
                same = False
                _tell_difference(_texts(one, query), _texts(other, query))
    return same


def _rows_and_hash(connection: psycopg.Connection, query: str) -> tuple[int, str]:
    found = connection.execute(
        f"SELECT count(*), coalesce(md5(string_agg(md5(one::text), '' ORDER BY md5(one::text))), 'empty') "
        f"FROM ({query}) one"
    ).fetchone()
    assert found is not None
    return found[0], found[1]


def _texts(connection: psycopg.Connection, query: str) -> Counter[str]:
    return Counter(row[0] for row in connection.execute(f"SELECT one::text FROM ({query}) one"))


def _tell_difference(calm: Counter[str], rough: Counter[str]) -> None:
    for where, rows in (("calm", calm - rough), ("rough", rough - calm)):
        print(f"    only {where}: {rows.total()} rows")
        for text in sorted(rows)[:SHOWN]:
            print(f"      {text[:400]}")
