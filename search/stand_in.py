"""Search by Postgres while the word index is away: the same interface, capped, and it says so.

At most `CANDIDATES` of the newest matches are looked at; totals, filters' counts and order are those of the
candidates. All words are wanted. Bare SQL, because only a MATERIALIZED part keeps Postgres from ranking more rows than
the candidates.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass

from django.db import DatabaseError, InterfaceError, connection, transaction

from papers.models import Paper
from search.answers import BackendAway, Facet, Mode, SearchAnswer, SearchRequest, Sort
from search.entries import codes_and_archives
from search.stand_in_conditions import CITED, PUBLISHED, conditions, web_search_text

CANDIDATES = 2_000
MOST_VALUES = 20  # of people and places
STATEMENT_TIMEOUT = "800ms"
NOTICE = (
    f"The word index is being rebuilt. Until it is back, a simpler search looks at the newest {CANDIDATES:,} matches."
)


@dataclass(frozen=True, slots=True)
class _Row:
    id: int
    rank: float
    categories: list[str]
    year: int
    published: bool
    cited: int


def find(request: SearchRequest) -> SearchAnswer:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = '{STATEMENT_TIMEOUT}'")
            rows = _candidates(request)
            capped = len(rows) > CANDIDATES
            rows = rows[:CANDIDATES]
            facets = _facets(rows)
    except (DatabaseError, InterfaceError) as error:
        raise BackendAway(str(error).splitlines()[0] if str(error) else type(error).__name__) from error
    if request.sort is Sort.RELEVANCE:
        rows.sort(key=lambda row: -row.rank)
    if request.sort is Sort.CITED:
        rows.sort(key=lambda row: -row.cited)
    page = rows[request.offset : request.offset + request.size]
    ids = tuple(row.id for row in page)
    return SearchAnswer(ids, len(rows), Mode.STAND_IN, facets, notices=(NOTICE,), capped=capped)


def _candidates(request: SearchRequest) -> list[_Row]:
    """Newest first, with their rank."""
    text = web_search_text(request.query)
    where, values = conditions(request.query, request.filters)
    rank, matches = "0.0", ""
    if text:
        rank = "ts_rank(search_vector, websearch_to_tsquery('public.wovepaper', %s))"
        matches = "AND search_vector @@ websearch_to_tsquery('public.wovepaper', %s)"
    statement = f"""
        WITH candidates AS MATERIALIZED (
            SELECT id, search_vector, category_codes, first_submitted_at, {PUBLISHED} AS published,
                {CITED if request.sort is Sort.CITED else "0"} AS cited
            FROM {Paper._meta.db_table}
            WHERE removed_at IS NULL {matches}{where}
            ORDER BY first_submitted_at DESC, id DESC LIMIT {CANDIDATES + 1}
        )
        SELECT id, {rank}, category_codes, extract(year FROM first_submitted_at AT TIME ZONE 'UTC')::int,
            published, cited
        FROM candidates ORDER BY first_submitted_at DESC, id DESC
    """  # noqa: S608 - only constants of this app are put in
    with connection.cursor() as cursor:
        cursor.execute(statement, [*([text] if text else []), *values, *([text] if text else [])])
        return [_Row(*row) for row in cursor.fetchall()]


def _facets(rows: list[_Row]) -> tuple[Facet, ...]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        counts["category"].update(codes_and_archives(row.categories))
        counts["year"][str(row.year)] += 1
        counts["published"]["yes" if row.published else "no"] += 1
    with connection.cursor() as cursor:
        cursor.execute(_PEOPLE_AND_PLACES, [[row.id for row in rows]] * 3)
        for name, value, papers in cursor.fetchall():
            counts[name][value] = papers
    return tuple(
        Facet(name, tuple(counts[name].most_common(MOST_VALUES if name in ("institution", "researcher") else None)))
        for name in ("category", "year", "institution", "country", "researcher", "published")
    )


_PEOPLE_AND_PLACES = """
    SELECT 'institution', institution_id::text, count(*) FROM papers_paperinstitution
    WHERE paper_id = ANY(%s) GROUP BY 2
    UNION ALL
    SELECT 'country', one.country_code, count(DISTINCT place.paper_id) FROM papers_paperinstitution place
    JOIN institutions_institution one ON one.id = place.institution_id AND one.country_code <> ''
    WHERE place.own AND place.paper_id = ANY(%s) GROUP BY 2
    UNION ALL
    SELECT 'researcher', slot.researcher_id::text, count(DISTINCT slot.paper_id) FROM papers_authorship slot
    JOIN researchers_researcher person ON person.id = slot.researcher_id AND person.hidden_at IS NULL
    WHERE slot.paper_id = ANY(%s) GROUP BY 2
"""
