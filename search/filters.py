"""Filters as questions to the word index. They hold or not; none of them gives a score."""

from collections.abc import Iterable, Sequence
from typing import Any

from tantivy import FieldType, Occur, Query

from search.answers import Filters
from search.query import Years
from search.schema import schema


def filtered(wanted: Query, filters: Filters) -> Query:
    clauses = [(Occur.Must, clause) for clause in _clauses(filters)]
    return Query.boolean_query([(Occur.Must, wanted), *clauses]) if clauses else wanted


def under(filters: Filters) -> Query:
    """All papers that pass the filters."""
    clauses = [(Occur.Must, clause) for clause in _clauses(filters)]
    return Query.boolean_query(clauses) if clauses else everything()


def everything() -> Query:
    """All papers, without the index's note about itself."""
    return Query.exists_query("newest")


def among(ids: Iterable[int]) -> Query:
    return unscored(Query.term_set_query(schema(), "paper", list(ids)))


def intersection(*queries: Query) -> Query:
    return Query.boolean_query([(Occur.Must, query) for query in queries])


def without(wanted: Query, others: Query) -> Query:
    return Query.boolean_query([(Occur.Must, wanted), (Occur.MustNot, others)])


def has_any(field: str, values: Sequence[int]) -> Query:
    return _one_of(field, values)


def in_categories(codes: Sequence[str]) -> Query:
    return _one_of("category", codes)


def in_years(years: Sequence[Years]) -> Query:
    spans = [Query.range_query(schema(), "year", FieldType.Unsigned, span.first, span.last) for span in years]
    return unscored(any_of(spans))


def any_of(queries: Sequence[Query]) -> Query:
    return queries[0] if len(queries) == 1 else Query.boolean_query([(Occur.Should, query) for query in queries])


def unscored(query: Query) -> Query:
    return Query.const_score_query(query, 0.0)


def _clauses(filters: Filters) -> list[Query]:
    clauses = [
        _one_of(field, values)
        for field, values in (
            ("category", filters.categories),
            ("country", filters.countries),
            ("institution", filters.institutions),
            ("researcher", filters.researchers),
        )
        if values
    ]
    for field, state in (("published", filters.published), ("withdrawn", filters.withdrawn)):
        if state is not None:
            clauses.append(unscored(Query.term_query(schema(), field, state, index_option="basic")))
    if filters.cited:
        clauses.append(unscored(Query.range_query(schema(), "cited", FieldType.Unsigned, filters.cited, None)))
    if filters.years:
        clauses.append(in_years(filters.years))
    return clauses


def _one_of(field: str, values: Sequence[Any]) -> Query:
    return unscored(Query.term_set_query(schema(), field, list(values)))
