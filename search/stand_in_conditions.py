"""A query and its filters as SQL for the stand-in search. Each condition is a text of ours with its values apart.

Words that any field may have go into one text for `websearch_to_tsquery`, which reads any text without error.
"""

from collections.abc import Iterable
from typing import Any

from institutions.names import fold
from papers import taxonomy
from papers.oeuvre import SOURCES
from search.answers import Filters
from search.clauses import given_first
from search.folding import normalise
from search.query import Field, ParsedQuery, Term, Years, parse_years

Condition = tuple[str, list[Any]]

_PHRASE = "phraseto_tsquery('public.wovepaper', %s)"
_WEIGHTS = {Field.TITLE: "{a}", Field.ABSTRACT: "{c}", Field.AUTHOR: "{b}"}  # of harvest's search vector
_FIRST_AUTHOR = f"""EXISTS (
    SELECT FROM papers_authorship slot WHERE slot.paper_id = papers_paper.id AND slot.position = 1
    AND to_tsvector('public.wovepaper', slot.printed) @@ {_PHRASE})"""
_NAMED_PLACE = """EXISTS (
    SELECT FROM papers_paperinstitution place WHERE place.paper_id = papers_paper.id AND place.institution_id IN (
        SELECT institution_id FROM institutions_institutionname
        WHERE folded LIKE %s AND ' ' || folded || ' ' LIKE %s))"""
_AT = """EXISTS (
    SELECT FROM papers_paperinstitution place WHERE place.paper_id = papers_paper.id
    AND place.institution_id = ANY(%s))"""
_IN_COUNTRY = """EXISTS (
    SELECT FROM papers_paperinstitution place JOIN institutions_institution one ON one.id = place.institution_id
    WHERE place.paper_id = papers_paper.id AND place.own AND one.country_code = ANY(%s))"""
_BY = """EXISTS (
    SELECT FROM papers_authorship slot JOIN researchers_researcher person ON person.id = slot.researcher_id
    WHERE slot.paper_id = papers_paper.id AND person.hidden_at IS NULL AND person.id = ANY(%s))"""
CITED = f"""coalesce((
    SELECT cited_by_count FROM papers_outsidework work
    WHERE work.paper_id = papers_paper.id AND work.chosen AND work.cited_by_count IS NOT NULL
    ORDER BY array_position(ARRAY[{", ".join(f"'{source}'" for source in SOURCES)}], work.source::text),
        work.outside_id DESC LIMIT 1), 0)"""  # noqa: S608 - names of sources; the count that the site shows
PUBLISHED = "(journal_ref <> '' OR dois <> '{}')"  # as papers.publication has it


def web_search_text(parsed: ParsedQuery) -> str:
    """The words that may stand anywhere."""
    wanted = [" or ".join(map(_quoted, clause)) for clause in parsed.clauses if _is_anywhere(clause)]
    excluded = [f"-{_quoted(term)}" for term in parsed.excluded if term.field is Field.ANY]
    return " ".join(wanted + excluded)


def conditions(parsed: ParsedQuery, filters: Filters) -> tuple[str, list[Any]]:
    """What stands after WHERE and AND; empty where nothing is asked."""
    fielded = [_either(map(_term, clause)) for clause in parsed.clauses if not _is_anywhere(clause)]
    excluded = [_not(_term(term)) for term in parsed.excluded if term.field is not Field.ANY]
    every = [*fielded, *excluded, *_filters(filters)]
    return "".join(f" AND ({sql})" for sql, _ in every), [value for _, values in every for value in values]


def _filters(filters: Filters) -> Iterable[Condition]:
    if filters.categories:
        yield _in_categories(filters.categories)
    if filters.cited:
        yield f"{CITED} >= %s", [filters.cited]
    for sql, values in ((_IN_COUNTRY, filters.countries), (_AT, filters.institutions), (_BY, filters.researchers)):
        if values:
            yield sql, [list(values)]
    if filters.published is not None:
        yield f"{PUBLISHED} = %s", [filters.published]
    if filters.withdrawn is not None:
        yield "withdrawn = %s", [filters.withdrawn]
    if filters.years:
        yield _in_years(filters.years)


def _term(term: Term) -> Condition:
    text = normalise(term.text)
    if term.field is Field.CATEGORY:
        return _in_categories((term.text,))
    if term.field is Field.YEAR:
        years = parse_years(term.text)
        return _in_years((years,)) if years else ("false", [])
    if term.field is Field.ID:
        return "arxiv_id = %s OR dois @> ARRAY[%s]", [term.text, term.text]
    if term.field is Field.INSTITUTION:
        words = fold(term.text)
        return _NAMED_PLACE, [f"%{words}%", f"% {words} %"]
    if term.field is Field.FIRST_AUTHOR:
        return _FIRST_AUTHOR, [given_first(text)]
    phrase = given_first(text) if term.field is Field.AUTHOR else text
    matches = f"search_vector @@ {_PHRASE}"  # the one that an index answers
    if term.field is Field.ANY:
        return matches, [phrase]
    return f"{matches} AND ts_filter(search_vector, '{_WEIGHTS[term.field]}') @@ {_PHRASE}", [phrase, phrase]


def _is_anywhere(clause: tuple[Term, ...]) -> bool:
    return all(term.field is Field.ANY for term in clause)


def _quoted(term: Term) -> str:
    return '"' + normalise(term.text).replace('"', " ") + '"'


def _either(alternatives: Iterable[Condition]) -> Condition:
    every = list(alternatives)
    return " OR ".join(f"({sql})" for sql, _ in every), [value for _, values in every for value in values]


def _not(condition: Condition) -> Condition:
    return f"NOT ({condition[0]})", condition[1]


def _in_years(years: tuple[Years, ...]) -> Condition:
    spans = " OR ".join("first_submitted_at >= %s AND first_submitted_at < %s" for _ in years)
    return spans, [day for span in years for day in (f"{span.first}-01-01Z", f"{span.last + 1}-01-01Z")]


def _in_categories(codes: tuple[str, ...]) -> Condition:
    """In one of them; an archive has all its categories."""
    under = [category.code for category in taxonomy.CATEGORIES if category.archive in codes]
    return "category_codes && %s::varchar[]", [[*codes, *under]]
