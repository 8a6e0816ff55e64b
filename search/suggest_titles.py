"""Papers whose title holds the words typed so far; the last one may be a beginning of at least three letters.

Titles where the words stand in that order come first, then those that fit the words best, the often cited a little
before others. The index holds stems: a beginning that has outgrown the stem (`transforme` of `transformer`) is found by
the stems that it begins with.
"""

from math import log10
from typing import NamedTuple

from django.db import DatabaseError, InterfaceError
from tantivy import Occur, Query, Searcher

from search.failures import IndexAway, IndexDamaged, index_failures
from search.folding import normalise
from search.reader import reader
from search.schema import NAMES, WORDS, analyser, schema

SHORTEST_BEGINNING = 3
MOST_WORDS = 12
MOST_ENDINGS = 40  # of the last word, the most frequent in titles
SHORTEST_STEM = 4
_ENDINGS_TEXT = """
    ables als ances ations ences ers ed es ibles icals ings isms ists ities ives lys ments nesses ous
"""
ENDINGS = tuple(_ENDINGS_TEXT.split())
IN_ORDER = 3.0
LOOKED_AT = 40
CITED = 0.1  # for ten citations, and again for each ten times more


class Titles(NamedTuple):
    """Ids of papers; of a single word, how many titles have it or a word that begins so."""

    papers: tuple[int, ...] = ()
    frequency: int = 0


def titles(typed: str, limit: int) -> Titles:
    """The likeliest first; none while the index is away."""
    text = normalise(typed)
    words = analyser(NAMES).analyze(text)[:MOST_WORDS]
    if not words or (len(words) == 1 and len(words[0]) < SHORTEST_BEGINNING):
        return Titles()
    stems = analyser(WORDS).analyze(text)[:MOST_WORDS]
    try:
        searcher = reader().searcher()
        with index_failures():
            begun = searcher.terms_with_prefix("title", words[0]) if len(words) < 2 else []
            frequency = sum(often for _, often in begun)
            return Titles(_best(searcher, _query(searcher, stems, words[-1]), limit), frequency)
    except IndexDamaged:
        reader().generations.mark_damaged()
        return Titles()
    except (IndexAway, DatabaseError, InterfaceError):
        return Titles()


def _query(searcher: Searcher, stems: list[str], last: str) -> Query:
    must = [(Occur.Must, _word(stem)) for stem in stems[:-1]]
    if len(last) >= SHORTEST_BEGINNING:
        must.append(
            (Occur.Must, Query.disjunction_max_query([_word(term) for term in _ending(searcher, stems[-1], last)]))
        )
    elif not must:
        must.append((Occur.Must, _word(stems[-1])))
    if len(stems) < 2:
        return Query.boolean_query(must)
    in_order = Query.phrase_prefix_query(schema(), "title", [*stems[:-1], last])
    return Query.boolean_query([*must, (Occur.Should, Query.const_score_query(in_order, IN_ORDER * len(stems)))])


def _ending(searcher: Searcher, stem: str, last: str) -> list[str]:
    """The stems that the last word may become, or be."""
    known = sorted(searcher.terms_with_prefix("title", last), key=lambda term: -term[1])[:MOST_ENDINGS]
    cuts = range(SHORTEST_STEM, len(last))
    outgrown = [last[:cut] for cut in cuts if any(ending.startswith(last[cut:]) for ending in ENDINGS)]
    return list(dict.fromkeys([stem, *(term for term, _ in known), *outgrown]))


def _word(stem: str) -> Query:
    return Query.term_query(schema(), "title", stem)


def _best(searcher: Searcher, query: Query, limit: int) -> tuple[int, ...]:
    hits = searcher.search(query, LOOKED_AT, count=False).hits
    addresses = [address for _, address in hits]
    papers = searcher.fast_field_values("paper", addresses)
    cited = searcher.fast_field_values("cited", addresses)
    scored = [
        (-score * (1 + CITED * log10(1 + (often or 0))), int(paper or 0))
        for (score, _), paper, often in zip(hits, papers, cited, strict=True)
    ]
    return tuple(paper for _, paper in sorted(scored)[:limit])
