"""Search by Postgres while the word index is away: the same interface, capped, and it says so.

At most `CANDIDATES` of the newest matches are looked at; totals, filters' counts and order are those of the
candidates. All words are wanted; fields but category, year and id are read as words. Bare SQL, because only a
MATERIALIZED part keeps Postgres from ranking more rows than the candidates.
"""

from collections import Counter
from typing import Any

from django.db import DatabaseError, InterfaceError, connection, transaction

from papers import taxonomy
from papers.models import Paper
from search.answers import PAGE_SIZE, BackendAway, Facet, Filters, Mode, SearchAnswer, SearchRequest, Sort
from search.entries import codes_and_archives
from search.folding import normalise
from search.query import Field, ParsedQuery, Term, Years, parse_years

CANDIDATES = 2_000
STATEMENT_TIMEOUT = "800ms"
NOTICE = (
    f"The word index is being rebuilt. Until it is back, a simpler search looks at the newest {CANDIDATES:,} matches."
)

Row = tuple[int, float, list[str], int]


def find(request: SearchRequest) -> SearchAnswer:
    try:
        rows = _candidates(request)
    except (DatabaseError, InterfaceError) as error:
        raise BackendAway(str(error).splitlines()[0] if str(error) else type(error).__name__) from error
    capped = len(rows) > CANDIDATES
    rows = rows[:CANDIDATES]
    if request.sort is Sort.RELEVANCE:
        rows.sort(key=lambda row: -row[1])
    page = rows[request.offset : request.offset + PAGE_SIZE]
    return SearchAnswer(
        tuple(row[0] for row in page), len(rows), Mode.STAND_IN, _facets(rows), notices=(NOTICE,), capped=capped
    )


def _candidates(request: SearchRequest) -> list[Row]:
    """Newest first, with their rank."""
    text = web_search_text(request.query)
    where, values = _conditions(request.query, request.filters)
    rank, matches = "0.0", ""
    if text:
        rank = "ts_rank(search_vector, websearch_to_tsquery('public.wovepaper', %s))"
        matches = "AND search_vector @@ websearch_to_tsquery('public.wovepaper', %s)"
    statement = f"""
        WITH candidates AS MATERIALIZED (
            SELECT id, search_vector, category_codes, first_submitted_at FROM {Paper._meta.db_table}
            WHERE removed_at IS NULL {matches} {" ".join(where)}
            ORDER BY first_submitted_at DESC, id DESC LIMIT {CANDIDATES + 1}
        )
        SELECT id, {rank}, category_codes, extract(year FROM first_submitted_at AT TIME ZONE 'UTC')::int
        FROM candidates ORDER BY first_submitted_at DESC, id DESC
    """  # noqa: S608 - only constants of this module are put in
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = '{STATEMENT_TIMEOUT}'")
        cursor.execute(statement, [*([text] if text else []), *values, *([text] if text else [])])
        return cursor.fetchall()


def web_search_text(parsed: ParsedQuery) -> str:
    """The query in the syntax of `websearch_to_tsquery`, which reads any text without error."""
    clauses = [" or ".join(_quoted(term) for term in clause if _is_text(term)) for clause in parsed.clauses]
    excluded = [f"-{_quoted(term)}" for term in parsed.excluded if _is_text(term)]
    return " ".join([clause for clause in clauses if clause] + excluded)


def _is_text(term: Term) -> bool:
    return term.field not in (Field.CATEGORY, Field.YEAR, Field.ID)


def _quoted(term: Term) -> str:
    return '"' + normalise(term.text).replace('"', " ") + '"'


def _conditions(parsed: ParsedQuery, filters: Filters) -> tuple[list[str], list[Any]]:
    """SQL and its values for filters and for the fields of the query that have columns."""
    where: list[str] = []
    values: list[Any] = []

    def add(condition: str, value: list[Any], negated: bool = False) -> None:
        where.append(f"AND {'NOT ' if negated else ''}({condition})")
        values.extend(value)

    if filters.categories:
        add("category_codes && %s::varchar[]", [_with_archives(filters.categories)])
    if filters.years:
        add(*_in_years(filters.years))
    wanted = [(clause, False) for clause in parsed.clauses]
    for clause, negated in [*wanted, *(((term,), True) for term in parsed.excluded)]:
        codes = tuple(term.text for term in clause if term.field is Field.CATEGORY)
        years = tuple(span for term in clause if term.field is Field.YEAR and (span := parse_years(term.text)))
        ids = [term.text for term in clause if term.field is Field.ID]
        if codes:
            add("category_codes && %s::varchar[]", [_with_archives(codes)], negated)
        if years:
            add(*_in_years(years), negated)
        if ids:
            add("arxiv_id = ANY(%s) OR dois && %s", [ids, ids], negated)
    return where, values


def _in_years(years: tuple[Years, ...]) -> tuple[str, list[Any]]:
    spans = " OR ".join("first_submitted_at >= %s AND first_submitted_at < %s" for _ in years)
    return spans, [day for span in years for day in (f"{span.first}-01-01Z", f"{span.last + 1}-01-01Z")]


def _with_archives(codes: tuple[str, ...]) -> list[str]:
    """The codes, and for an archive all its categories."""
    under = [category.code for category in taxonomy.CATEGORIES if category.archive in codes]
    return [*codes, *under]


def _facets(rows: list[Row]) -> tuple[Facet, ...]:
    categories = Counter(code for row in rows for code in codes_and_archives(row[2]))
    years = Counter(str(row[3]) for row in rows)
    return Facet("category", tuple(categories.most_common())), Facet("year", tuple(years.most_common()))
