"""Search by words in the index: exact totals, any page, counts for each filter.

All words first. Where fewer than `FEW` papers have them all, papers with any of them follow; filters do not change
which of the two it is, so that a count beside a filter is the length of the list it leads to.
"""

from django.db import DatabaseError, InterfaceError
from tantivy import Occur, Query, Searcher, SearchResult

from search.answers import FEW, PAGE_SIZE, BackendAway, Facet, Filters, Mode, SearchAnswer, SearchRequest, Sort
from search.clauses import in_categories, in_years, question
from search.failures import IndexAway, IndexDamaged, index_failures
from search.query import ParsedQuery, without_phrases
from search.reader import reader

MOST_VALUES = 400  # more than there are categories and years, so that counts are exact


def find(request: SearchRequest) -> SearchAnswer:
    try:
        searcher = reader().searcher()
        with index_failures():
            return _find(searcher, request)
    except IndexDamaged as damaged:
        reader().generations.mark_damaged()
        raise BackendAway(str(damaged)) from damaged
    except IndexAway as away:
        raise BackendAway(str(away)) from away
    except (DatabaseError, InterfaceError) as error:  # whose index it is, is asked when it is opened
        raise BackendAway("the database does not answer") from error


def _find(searcher: Searcher, request: SearchRequest) -> SearchAnswer:
    wanted, mode = _wanted(searcher, request.query, request.sort)
    notices: tuple[str, ...] = ()
    apart = without_phrases(request.query)
    if apart != request.query and not _count(searcher.search(wanted, 1)):
        wanted, mode = _wanted(searcher, apart, request.sort)
        notices = ("No paper has the phrase, so its words were searched apart.",)
    query = _filtered(wanted, request.filters)
    by = "newest" if request.sort is Sort.NEWEST or mode is Mode.BROWSE else None
    result = searcher.search(query, PAGE_SIZE, offset=request.offset, order_by_field=by)
    ids = searcher.fast_field_values("paper", [address for _, address in result.hits])
    facets = _facets(searcher, wanted, request)
    return SearchAnswer(tuple(int(paper) for paper in ids if paper), _count(result), mode, facets, notices)


def _wanted(searcher: Searcher, parsed: ParsedQuery, sort: Sort) -> tuple[Query, Mode]:
    """What is asked for without the filters, and how strictly."""
    asked = question(parsed)
    if asked.is_empty:
        return asked.all_words(), Mode.BROWSE
    strict = asked.all_words()
    if not asked.can_relax:
        return strict, Mode.ALL_WORDS
    found = _count(searcher.search(strict, 1))
    # By date, papers with any one word would bury the few that have them all.
    enough = 1 if sort is Sort.NEWEST else FEW
    return (strict, Mode.ALL_WORDS) if found >= enough else (asked.any_word(), Mode.ANY_WORD)


def _filtered(wanted: Query, filters: Filters) -> Query:
    clauses = []
    if filters.categories:
        clauses.append((Occur.Must, in_categories(filters.categories)))
    if filters.years:
        clauses.append((Occur.Must, in_years(filters.years)))
    return Query.boolean_query([(Occur.Must, wanted), *clauses]) if clauses else wanted


def _facets(searcher: Searcher, wanted: Query, request: SearchRequest) -> tuple[Facet, ...]:
    """Each filter's counts under the other filters; one pass over the matches where no filter is set."""
    fields = {"category": Filters(years=request.filters.years), "year": Filters(categories=request.filters.categories)}
    if not request.filters:
        counts = searcher.aggregate(wanted, {name: _counted(name) for name in fields})
    else:
        counts = {}
        for name, others in fields.items():
            counts |= searcher.aggregate(_filtered(wanted, others), {name: _counted(name)})
    return tuple(Facet(name, _values(counts[name]["buckets"])) for name in fields)


def _counted(name: str) -> dict:
    return {"terms": {"field": name, "size": MOST_VALUES, "segment_size": MOST_VALUES}}


def _values(buckets: list[dict]) -> tuple[tuple[str, int], ...]:
    return tuple(
        (f"{bucket['key']:.0f}" if isinstance(bucket["key"], float) else str(bucket["key"]), bucket["doc_count"])
        for bucket in buckets
    )


def _count(result: SearchResult) -> int:
    return result.count  # type: ignore[attr-defined]  # its annotations leave this out
