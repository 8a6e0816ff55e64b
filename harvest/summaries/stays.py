"""Where researchers stayed, by the affiliations on their papers, and what tells them apart in lists.

Made anew for some researchers at a time, from their papers; only what differs is written. None of it takes a number of
the change sequence: followers read facts, and these are counts of facts.
"""

from collections.abc import Collection

from django.db import connection, transaction

from common.locks import lock_writes


def refresh(researchers: Collection[int]) -> set[int]:
    """Bring stays and main fields of these to their papers; the institutions they stay at or no longer do."""
    if not researchers:
        return set()
    ids = sorted(researchers)
    with transaction.atomic(), connection.cursor() as cursor:
        lock_writes()
        cursor.execute(_GONE, [ids, ids])
        gone = cursor.fetchall()
        cursor.execute(_WRITE, [ids])
        changed = {row[0] for row in [*gone, *cursor.fetchall()]}
        cursor.execute("SELECT DISTINCT institution_id FROM researchers_stay WHERE researcher_id = ANY(%s)", [ids])
        institutions = {row[0] for row in cursor.fetchall()} | {row[1] for row in gone}
        cursor.execute(_TELL_APART, [ids, ids, ids])
        changed |= {row[0] for row in cursor.fetchall()}
        cursor.execute(  # their pages show something else now
            "UPDATE researchers_researcher SET changed_at = now() WHERE id = ANY(%s)", [sorted(changed)]
        )
    return institutions


_STAYS = """
    WITH named AS (
        SELECT DISTINCT slot.researcher_id, slot.paper_id, place.institution_id,
            (paper.first_submitted_at AT TIME ZONE 'UTC')::date AS day
        FROM papers_authorship slot
        JOIN papers_paper paper ON paper.id = slot.paper_id AND paper.removed_at IS NULL
        JOIN papers_affiliation place ON place.authorship_id = slot.id AND place.institution_id IS NOT NULL
        WHERE slot.researcher_id = ANY(%s)
    ), newest AS (
        SELECT researcher_id, max(day) AS day FROM named GROUP BY researcher_id
    ), placed AS (
        SELECT researcher_id, paper_id, institution_id, day, true AS own FROM named
        UNION ALL
        SELECT named.researcher_id, named.paper_id, above.ancestor_id, named.day, false FROM named
        JOIN institutions_institutionancestor above USING (institution_id)
    ), stays AS (
        SELECT placed.researcher_id, placed.institution_id, count(DISTINCT paper_id)::int AS papers,
            (count(DISTINCT paper_id) FILTER (WHERE own))::int AS own_papers,
            coalesce(min(placed.day) FILTER (WHERE own), min(placed.day)) AS first_on,
            coalesce(max(placed.day) FILTER (WHERE own), max(placed.day)) AS last_on,
            max(placed.day) >= newest.day - 365 AS current,
            coalesce(max(placed.day) FILTER (WHERE own) >= newest.day - 365, false) AS own_current
        FROM placed JOIN newest USING (researcher_id)
        GROUP BY placed.researcher_id, placed.institution_id, newest.day
    )
"""
_GONE = f"""{_STAYS}
    DELETE FROM researchers_stay held WHERE held.researcher_id = ANY(%s) AND NOT EXISTS (
        SELECT FROM stays WHERE stays.researcher_id = held.researcher_id AND stays.institution_id = held.institution_id)
    RETURNING researcher_id, institution_id
"""  # noqa: S608 - our own words
_WRITE = f"""{_STAYS}
    INSERT INTO researchers_stay AS held
        (researcher_id, institution_id, papers, own_papers, first_on, last_on, current, own_current)
    SELECT * FROM stays ORDER BY researcher_id, institution_id
    ON CONFLICT (researcher_id, institution_id) DO UPDATE SET papers = excluded.papers,
        own_papers = excluded.own_papers, first_on = excluded.first_on, last_on = excluded.last_on,
        current = excluded.current, own_current = excluded.own_current
    WHERE (held.papers, held.own_papers, held.first_on, held.last_on, held.current, held.own_current) IS DISTINCT FROM
        (excluded.papers, excluded.own_papers, excluded.first_on, excluded.last_on, excluded.current,
        excluded.own_current)
    RETURNING researcher_id
"""  # noqa: S608
_TELL_APART = """
    WITH written AS (
        SELECT DISTINCT slot.researcher_id, paper.id, paper.category_codes[1] AS category,
            extract(year FROM paper.first_submitted_at AT TIME ZONE 'UTC')::smallint AS year
        FROM papers_authorship slot JOIN papers_paper paper ON paper.id = slot.paper_id AND paper.removed_at IS NULL
        WHERE slot.researcher_id = ANY(%s)
    ), years AS (
        SELECT researcher_id, min(year) AS first_year, max(year) AS last_year FROM written GROUP BY researcher_id
    ), fields AS (
        SELECT DISTINCT ON (researcher_id) researcher_id, category FROM written
        GROUP BY researcher_id, category ORDER BY researcher_id, count(*) DESC, max(year) DESC, category
    ), places AS (
        SELECT DISTINCT ON (stay.researcher_id) stay.researcher_id, stay.institution_id, place.country_code
        FROM researchers_stay stay JOIN institutions_institution place ON place.id = stay.institution_id
        WHERE stay.researcher_id = ANY(%s) AND stay.own_papers > 0
        ORDER BY stay.researcher_id, stay.own_current DESC, stay.own_papers DESC, stay.last_on DESC, place.id
    )
    UPDATE researchers_researcher held SET first_year = told.first_year, last_year = told.last_year,
        main_category = told.category, main_institution_id = told.institution_id, country_code = told.country_code
    FROM (
        SELECT one.id, years.first_year, years.last_year, coalesce(fields.category, '') AS category,
            places.institution_id, coalesce(places.country_code, '') AS country_code
        FROM researchers_researcher one
        LEFT JOIN years ON years.researcher_id = one.id LEFT JOIN fields ON fields.researcher_id = one.id
        LEFT JOIN places ON places.researcher_id = one.id
        WHERE one.id = ANY(%s)
    ) AS told
    WHERE held.id = told.id AND
        (held.first_year, held.last_year, held.main_category, held.main_institution_id, held.country_code)
        IS DISTINCT FROM
        (told.first_year, told.last_year, told.category, told.institution_id, told.country_code)
    RETURNING held.id
"""
