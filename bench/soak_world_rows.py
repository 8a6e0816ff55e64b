"""What a harvest of the other sources left, told without our serial ids, times and the order of writing.

Persons are compared as the slots and profiles that they have. Left out are rows without any, which tell how decisions
went that later claims overturned: they lead to somebody else or count nothing, which FAULTS looks after. Of sums, what
stands at the end of a list cut short is chosen among equals by our ids: papers, years, fields, numbers of people are
compared, and of the cut lists how many papers each entry has.
"""

from bench.soak_rows import ARXIV

_PLACE = "coalesce({0}.ror, {0}.openalex_id, {0}.name)"
_WHO = """
    (SELECT min((paper.arxiv_id, slot.position)::text) FROM papers_authorship slot
     JOIN papers_paper paper ON paper.id = slot.paper_id WHERE slot.researcher_id = {0}.id)
"""
WORLD = {
    **{name: ARXIV[name] for name in ("papers", "versions", "authorships", "counts of months")},
    "works of other sources": """
        SELECT arxiv_id, work.source, outside_id, chosen, doi, published_doi, work.title, venue, cited_by_count,
            cited_by_year, reference_ids, retracted, work.content_hash
        FROM papers_outsidework work JOIN papers_paper paper ON paper.id = paper_id
    """,
    "citations": """
        SELECT citing.arxiv_id AS citing, cited.arxiv_id AS cited, source FROM papers_citation one
        JOIN papers_paper citing ON citing.id = citing_id JOIN papers_paper cited ON cited.id = cited_id
    """,
    "claims": """
        SELECT arxiv_id, slot.position, claim.source, outside_id, name_there, method, score
        FROM papers_claim claim JOIN papers_authorship slot ON slot.id = authorship_id
        JOIN papers_paper paper ON paper.id = slot.paper_id JOIN researchers_profile profile ON profile.id = profile_id
    """,
    "profiles": """
        SELECT source, outside_id, name, orcid, works_count, citation_count, h_index, affiliations,
            gone_at IS NULL AS there, merged_into
        FROM researchers_profile
    """,
    "who is who": """
        SELECT array_agg((arxiv_id, slot.position, evidence)::text ORDER BY arxiv_id, slot.position) AS slots
        FROM papers_authorship slot JOIN papers_paper paper ON paper.id = paper_id
        WHERE researcher_id IS NOT NULL GROUP BY researcher_id
    """,
    "researchers": f"""
        SELECT {_WHO.format("one")} AS who, name, given, family, suffix, slug, folded, orcid, paper_count,
            hidden_at IS NULL AS shown, merged_into_id IS NULL AS stands
        FROM researchers_researcher one WHERE EXISTS (SELECT FROM papers_authorship WHERE researcher_id = one.id)
    """,
    "profiles of researchers": f"""
        SELECT source, outside_id, {_WHO.format("one")} AS who FROM researchers_profile profile
        JOIN researchers_researcher one ON one.id = researcher_id
    """,
    "what tells people apart": f"""
        SELECT {_WHO.format("one")} AS who, first_year, last_year, main_category, one.country_code,
            {_PLACE.format("place")} AS main
        FROM researchers_researcher one LEFT JOIN institutions_institution place ON place.id = main_institution_id
        WHERE EXISTS (SELECT FROM papers_authorship WHERE researcher_id = one.id)
    """,
    "stays": f"""
        SELECT {_WHO.format("one")} AS who, {_PLACE.format("place")} AS place, stay.papers, own_papers, first_on,
            last_on, current, own_current
        FROM researchers_stay stay JOIN researchers_researcher one ON one.id = researcher_id
        JOIN institutions_institution place ON place.id = institution_id
    """,
    "institutions": """
        SELECT ror, openalex_id, name, slug, kinds, status, country_code, city, paper_count, paper_count_with_parts
        FROM institutions_institution
    """,
    "affiliations": f"""
        SELECT arxiv_id, slot.position, one.position AS place_of, text, {_PLACE.format("place")} AS place, source,
            method, score
        FROM papers_affiliation one JOIN papers_authorship slot ON slot.id = authorship_id
        JOIN papers_paper paper ON paper.id = slot.paper_id
        LEFT JOIN institutions_institution place ON place.id = institution_id
    """,
    "papers of institutions": f"""
        SELECT arxiv_id, {_PLACE.format("place")} AS place, own, one.first_submitted_at
        FROM papers_paperinstitution one JOIN papers_paper paper ON paper.id = paper_id
        JOIN institutions_institution place ON place.id = institution_id
    """,
    "sums of institutions": f"""
        SELECT {_PLACE.format("place")} AS place, due_at IS NULL AS up_to_date, kind, sums->'papers' AS papers,
            sums->'years' AS years, sums->'fields' AS fields, sums->'now' AS now, sums->'formerly' AS formerly,
            (SELECT array_agg(entry->'papers' ORDER BY (entry->>'papers')::int DESC)
                FROM jsonb_array_elements(sums->'partners') entry) AS partners,
            (SELECT array_agg((entry->>'now', entry->>'papers')::text ORDER BY (entry->>'papers')::int, entry->>'now')
                FROM jsonb_array_elements(sums->'people') entry) AS people,
            (SELECT array_agg(arxiv_id ORDER BY nth) FROM jsonb_array_elements(sums->'cited') WITH ORDINALITY
                AS entry (id, nth) JOIN papers_paper paper ON paper.id = entry.id::bigint) AS cited
        FROM institutions_institutionsummary held
        JOIN institutions_institution place ON place.id = held.institution_id
        CROSS JOIN LATERAL (VALUES ('own', held.own), ('with parts', held.with_parts)) AS told (kind, sums)
    """,
    "what was asked for": """
        SELECT arxiv_id, source, found FROM harvest_paperasked JOIN papers_paper paper ON paper.id = paper_id
    """,
    "people asked for": """
        SELECT profile.source, outside_id, newest_paper_at, asked_at IS NOT NULL AS asked
        FROM harvest_profileasked JOIN researchers_profile profile ON profile.id = profile_id
    """,
    "rejected records": """
        SELECT source, external_id, reason, raw_hash, resolved_at IS NULL AS open FROM harvest_rejectedrecord
    """,
}
# Rows that must not be there at the end.
FAULTS = {
    "researchers left behind that count papers": """
        SELECT id, name FROM researchers_researcher one
        WHERE (merged_into_id IS NOT NULL OR NOT EXISTS (SELECT FROM papers_authorship WHERE researcher_id = one.id))
            AND paper_count > 0
    """,
    "researchers left behind with profiles": """
        SELECT one.id, one.name FROM researchers_researcher one JOIN researchers_profile ON researcher_id = one.id
        WHERE merged_into_id IS NOT NULL
            OR NOT EXISTS (SELECT FROM papers_authorship slot WHERE slot.researcher_id = one.id)
    """,
    "slots of researchers that became others": """
        SELECT slot.id, printed FROM papers_authorship slot JOIN researchers_researcher one ON one.id = researcher_id
        WHERE merged_into_id IS NOT NULL
    """,
    "chains of merged researchers": """
        SELECT one.id FROM researchers_researcher one JOIN researchers_researcher other ON other.id = one.merged_into_id
        WHERE other.merged_into_id IS NOT NULL
    """,
    "researchers counted wrongly": """
        SELECT one.id, one.name, paper_count, counted FROM researchers_researcher one
        LEFT JOIN (SELECT researcher_id, count(DISTINCT paper_id) AS counted FROM papers_authorship slot
            JOIN papers_paper paper ON paper.id = paper_id AND removed_at IS NULL GROUP BY 1) AS told
            ON researcher_id = one.id
        WHERE paper_count <> coalesce(counted, 0)
    """,
    "institutions counted wrongly": """
        SELECT one.id, one.name, paper_count, own, paper_count_with_parts, with_parts FROM institutions_institution one
        LEFT JOIN (SELECT institution_id, count(*) FILTER (WHERE own) AS own, count(*) AS with_parts
            FROM papers_paperinstitution JOIN papers_paper paper ON paper.id = paper_id AND removed_at IS NULL
            GROUP BY 1) AS told ON institution_id = one.id
        WHERE (paper_count, paper_count_with_parts) IS DISTINCT FROM (coalesce(own, 0), coalesce(with_parts, 0))
    """,
    "rows of work neither done nor open": "SELECT kind, key, error FROM harvest_workitem WHERE state = 'dead'",
    "runs that neither ended nor go on": """
        SELECT run.id, run.window FROM harvest_harvestrun run WHERE state = 'running'
            AND NOT EXISTS (SELECT FROM harvest_workitem item WHERE item.run_id = run.id AND item.state = 'open')
    """,
}
