"""What a harvest left in the tables, without what tells when and in which order it was written: to be compared."""

import psycopg

QUERIES = {
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


def rows_and_hashes(url: str) -> dict[str, tuple[int, str]]:
    """Of each table: how many rows, and a hash of all their facts."""
    found = {}
    with psycopg.connect(url) as connection:
        for name, query in QUERIES.items():
            counted = connection.execute(
                f"SELECT count(*), coalesce(md5(string_agg(md5(one::text), '' ORDER BY md5(one::text))), 'empty') "
                f"FROM ({query}) one"
            ).fetchone()
            found[name] = counted[0], counted[1]
    return found
