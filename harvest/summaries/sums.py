"""What the papers of an institution add up to: counted in one statement for its own papers, in one with its parts'.

A count reads all of its papers, so it is made apart from pages, and the larger the institution the more seldom
(`MILLISECONDS_A_PAPER`). An institution that may be out of date is marked as due.
"""

import json
from collections.abc import Collection, Iterable

from django.db import connection, transaction

from institutions.summaries import PARTNERS, PEOPLE, TOP_CITED, TOP_FIELDS

MILLISECONDS_A_PAPER = 10  # a count is at least so much older before it is made anew
BATCH = 100


def mark_due(institutions: Collection[int]) -> None:
    """Those with papers, now or when they were last counted."""
    if institutions:
        with connection.cursor() as cursor:
            cursor.execute(_MARK, [sorted(institutions)])


def due(*, at_once: bool = False) -> list[int]:
    """Some that are due, longest first; those counted a short while ago wait, unless it has to be at once."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE, [at_once, MILLISECONDS_A_PAPER, BATCH])
        return [row[0] for row in cursor.fetchall()]


def refresh(institutions: Iterable[int]) -> set[int]:
    """Count these anew; gives the researchers who stay at those that stand under others than before."""
    moved = set()
    for institution in institutions:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_ABOVE, [institution, institution])
            above, before = cursor.fetchone()
            own = _count(institution, own=True)
            parts = own if not _has_parts(institution) else _count(institution, own=False)
            cursor.execute(_KEEP, [institution, json.dumps(own), json.dumps(parts), above])
            if above != before:
                cursor.execute(_STAY_THERE, [institution])
                moved |= {row[0] for row in cursor.fetchall()}
    return moved


def _count(institution: int, own: bool) -> dict[str, object]:
    with connection.cursor() as cursor:
        most = {"fields": TOP_FIELDS, "partners": PARTNERS, "cited": TOP_CITED}
        cursor.execute(_PAPERS, {"here": institution, "own": own, **most})
        papers = json.loads(cursor.fetchone()[0])
        cursor.execute(_PEOPLE, {"here": institution, "own": own, "people": PEOPLE})
        return papers | json.loads(cursor.fetchone()[0])


def _has_parts(institution: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM institutions_institutionancestor WHERE ancestor_id = %s)", [institution]
        )
        return cursor.fetchone()[0]


_MARK = """
    INSERT INTO institutions_institutionsummary (institution_id, own, with_parts, above, due_at)
    SELECT place.id, '{}', '{}', '{}', now() FROM institutions_institution place
    LEFT JOIN institutions_institutionsummary held ON held.institution_id = place.id
    WHERE place.id = ANY(%s) AND (place.paper_count_with_parts > 0 OR held.institution_id IS NOT NULL)
    ORDER BY place.id
    ON CONFLICT (institution_id) DO UPDATE SET due_at = coalesce(institutions_institutionsummary.due_at, now())
"""
_DUE = """
    SELECT held.institution_id FROM institutions_institutionsummary held
    JOIN institutions_institution place ON place.id = held.institution_id
    WHERE held.due_at IS NOT NULL AND (%s OR held.counted_at IS NULL
        OR held.counted_at < now() - place.paper_count_with_parts * %s * interval '1 millisecond')
    ORDER BY held.due_at, held.institution_id LIMIT %s
"""
_ABOVE = """
    SELECT coalesce((SELECT array_agg(ancestor_id ORDER BY ancestor_id) FROM institutions_institutionancestor
            WHERE institution_id = %s), '{}'),
        coalesce((SELECT above FROM institutions_institutionsummary WHERE institution_id = %s), '{}')
"""
_KEEP = """
    INSERT INTO institutions_institutionsummary (institution_id, own, with_parts, above, counted_at)
    VALUES (%s, %s::jsonb, %s::jsonb, %s, now())
    ON CONFLICT (institution_id) DO UPDATE SET own = excluded.own, with_parts = excluded.with_parts,
        above = excluded.above, counted_at = excluded.counted_at, due_at = NULL
"""
_STAY_THERE = "SELECT researcher_id FROM researchers_stay WHERE institution_id = %s AND own_papers > 0"
_PAPERS = """
    WITH listed AS MATERIALIZED (
        SELECT paper.id, paper.category_codes,
            extract(year FROM place.first_submitted_at AT TIME ZONE 'UTC')::int AS year
        FROM papers_paperinstitution place
        JOIN papers_paper paper ON paper.id = place.paper_id AND paper.removed_at IS NULL
        WHERE place.institution_id = %(here)s AND (place.own OR NOT %(own)s)
    ), years AS (
        SELECT year, count(*) AS papers FROM listed GROUP BY year
    ), fields AS (
        SELECT code, count(*) AS papers FROM listed, unnest(category_codes) AS code
        GROUP BY code ORDER BY papers DESC, code LIMIT %(fields)s
    ), partners AS (
        SELECT other.institution_id AS id, count(*) AS papers FROM listed
        JOIN papers_paperinstitution other ON other.paper_id = listed.id AND other.own
        WHERE other.institution_id <> %(here)s AND NOT EXISTS (
            SELECT FROM institutions_institutionancestor kin
            WHERE (kin.institution_id, kin.ancestor_id) IN
                ((%(here)s, other.institution_id), (other.institution_id, %(here)s)))
        GROUP BY other.institution_id ORDER BY papers DESC, id LIMIT %(partners)s
    ), cited AS (
        SELECT listed.id, coalesce(
            max(work.cited_by_count) FILTER (WHERE work.source = 'openalex'), max(work.cited_by_count)) AS citations
        FROM listed JOIN papers_outsidework work ON work.paper_id = listed.id AND work.chosen
        WHERE work.cited_by_count > 0 GROUP BY listed.id ORDER BY citations DESC, listed.id LIMIT %(cited)s
    )
    SELECT json_build_object(
        'papers', (SELECT count(*) FROM listed),
        'years', (SELECT coalesce(json_object_agg(year, papers), '{}') FROM years),
        'fields', (SELECT coalesce(json_agg(json_build_array(code, papers) ORDER BY papers DESC, code), '[]')
            FROM fields),
        'partners', (SELECT coalesce(json_agg(json_build_object(
                'id', partners.id, 'papers', partners.papers, 'name', place.name, 'slug', place.slug,
                'city', place.city, 'country', place.country, 'latitude', place.latitude, 'longitude', place.longitude
            ) ORDER BY partners.papers DESC, partners.id), '[]')
            FROM partners JOIN institutions_institution place ON place.id = partners.id),
        'cited', (SELECT coalesce(json_agg(id ORDER BY citations DESC, id), '[]') FROM cited)
    )::text
"""
_PEOPLE = """
    WITH staying AS MATERIALIZED (
        SELECT one.id, one.name, one.slug, one.main_category AS category,
            CASE WHEN %(own)s THEN stay.own_current ELSE stay.current END AS now,
            CASE WHEN %(own)s THEN stay.own_papers ELSE stay.papers END AS papers
        FROM researchers_stay stay JOIN researchers_researcher one ON one.id = stay.researcher_id
        WHERE stay.institution_id = %(here)s AND (stay.own_papers > 0 OR NOT %(own)s)
            AND one.merged_into_id IS NULL AND one.hidden_at IS NULL AND one.paper_count > 0
    ), first AS (
        SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY now ORDER BY papers DESC, id) AS place FROM staying)
            AS ranked WHERE place <= %(people)s
    )
    SELECT json_build_object(
        'now', (SELECT count(*) FROM staying WHERE now),
        'formerly', (SELECT count(*) FROM staying WHERE NOT now),
        'people', (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug,
            'category', category, 'papers', papers, 'now', now) ORDER BY papers DESC, id), '[]') FROM first)
    )::text
"""
