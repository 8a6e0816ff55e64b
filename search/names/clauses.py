"""What was typed, as questions to the name index, and how much each kind of match counts.

A score is the sum over the words of how well each is met, and of what the words are together. Differences are larger
than what papers lift a score by (`schema.WEIGHT`), so that papers decide among equal matches only.
"""

import re
from collections.abc import Iterable, Sequence

from tantivy import Occur, Query

from researchers.spellings import sound
from search.names.schema import LONGEST_START, Kind, schema
from search.names.typed import Typed, Word

EXACT = 10.0
BESIDE = 7.0  # a place's town or country, a given name alone
BEGUN = 8.0  # the last word, while it is typed
SOUND = 6.5
FUZZY = 6.0
BARE = 5.0  # John, of whom only J. is known
RUN = 5.0  # more than all words, written as one
WHOLE = 6.0  # all words of a spelling and no other
PAIR = 4.0
TURNED_PAIR = 3.0
SHORTEST_FUZZY = 4  # letters of a word alone; beside others one less
SHORTEST_SLIPPED = 5  # letters, while it is typed


def strict(typed: Typed, kind: Kind, begun: bool = False) -> Query:
    """All words, as they are known; with `begun` the last may be a beginning."""
    return _of_kind(
        kind,
        typed,
        [_clause(word, kind, typed, word.cut or (begun and word is typed.words[-1])) for word in typed.wanted],
    )


def near(typed: Typed, kind: Kind) -> Query:
    """Also with a slip of the hand, another romanisation, initials of whom no more is known."""
    return _of_kind(kind, typed, _near_clauses(typed, kind), must=_by_more_than_initials(typed, kind))


def slipped(typed: Typed, kind: Kind) -> Query:
    """While it is typed: all words, the long ones also with a slip of the hand; the last may be a beginning."""
    clauses = []
    for word in typed.wanted:
        is_last = word is typed.words[-1]
        forms = [_clause(word, kind, typed, word.cut or is_last)]
        if len(word.as_one or word.parts[0]) >= SHORTEST_SLIPPED:
            forms += _fuzzy(word, begun=is_last)
        clauses.append(Query.disjunction_max_query(forms))
    return _of_kind(kind, typed, clauses)


def all_but_one(typed: Typed, kind: Kind) -> Query:
    """Of one full word among initials, that one is not left out."""
    clauses = _near_clauses(typed, kind)
    full = [clause for word, clause in zip(typed.wanted, clauses, strict=True) if not word.is_initial]
    must = full if len(full) == 1 else _by_more_than_initials(typed, kind)
    return _of_kind(kind, typed, clauses, at_least=max(len(clauses) - 1, 1), must=must)


def in_order(typed: Typed) -> Query:
    """People whose first initial and family name stand as typed, with all the words."""
    pairs = [_term("pair", pair, 1.0) for pair in typed.pairs[:3]]
    words = [(Occur.Must, _clause(word, Kind.PERSON, typed, False)) for word in typed.wanted]
    return Query.boolean_query([(Occur.Must, Query.disjunction_max_query(pairs)), *words])


def _near_clauses(typed: Typed, kind: Kind) -> list[Query]:
    """Initials of whom no more is known stand for one full word beside another, and for none alone."""
    full = sum(not word.is_initial for word in typed.wanted)
    alone = len(typed.wanted) == 1
    return [
        Query.disjunction_max_query(
            [
                _clause(word, kind, typed, word.cut),
                *_nearly(word, kind, alone),
                *(_bare(word, kind) if full > 1 else []),
            ]
        )
        for word in typed.wanted
    ]


def _by_more_than_initials(typed: Typed, kind: Kind) -> list[Query]:
    """Of several full words at least one."""
    full = [word for word in typed.wanted if not word.is_initial]
    if kind is Kind.PLACE or len(full) < 2:
        return []
    met = [form for word in full for form in (_clause(word, kind, typed, word.cut), *_nearly(word, kind, False))]
    return [Query.const_score_query(Query.disjunction_max_query(met), 0.0)]


def _of_kind(
    kind: Kind, typed: Typed, clauses: list[Query], at_least: int | None = None, must: Sequence[Query] = ()
) -> Query:
    """Scored; `at_least` so many of the clauses (None: all)."""
    if at_least is None:
        words = Query.boolean_query([(Occur.Must, clause) for clause in clauses])
    else:
        words = Query.boolean_query(
            [(Occur.Should, clause) for clause in clauses], minimum_number_should_match=at_least
        )
    if must:
        words = Query.boolean_query([(Occur.Must, clause) for clause in (words, *must)])
    lifts = [(Occur.Should, clause) for clause in _lifts(typed, kind)]
    lifted = Query.boolean_query([(Occur.Must, words), *lifts]) if lifts else words
    as_one = _term("run", typed.run, EXACT * len(clauses) + RUN)
    found = Query.disjunction_max_query([lifted, as_one])
    only = Query.const_score_query(Query.term_query(schema(), "kind", int(kind)), 0.0)
    return Query.boolean_query([(Occur.Must, only), (Occur.Must, found)])


def _lifts(typed: Typed, kind: Kind) -> Iterable[Query]:
    for word in typed.words:
        if word.optional:
            yield Query.disjunction_max_query([_term(field, word.parts[0], EXACT) for field in ("name", "beside")])
    if kind is Kind.PLACE or typed.in_full:
        yield _term("whole", typed.whole, WHOLE)
    if typed.pairs:
        pairs = [_term("pair", pair, PAIR if place < 2 else TURNED_PAIR) for place, pair in enumerate(typed.pairs)]
        yield Query.disjunction_max_query(pairs)


def _clause(word: Word, kind: Kind, typed: Typed, begun: bool) -> Query:
    alone = kind is Kind.PLACE or (len(typed.wanted) == 1 and len(word.parts) == 1)
    parts = [_part(part, kind, alone, begun and part is word.parts[-1]) for part in word.parts]
    forms = [parts[0] if len(parts) == 1 else Query.boolean_query([(Occur.Must, part) for part in parts])]
    as_one = [word.as_one] if word.as_one else []
    for other in (*as_one, *word.others):
        forms.append(_part(other, kind, alone, begun))
    return forms[0] if len(forms) == 1 else Query.disjunction_max_query(forms)


def _part(text: str, kind: Kind, alone: bool, begun: bool) -> Query:
    forms = [_term("name", text, EXACT), _term("beside", text, BESIDE if alone else EXACT)]
    if kind is Kind.PERSON and len(text) == 1:
        forms.append(_term("initial", text, EXACT))
    if begun:
        forms += [_begun("name", text, BEGUN), _begun("beside", text, BESIDE if alone else BEGUN)]
    return Query.disjunction_max_query(forms)


def _nearly(word: Word, kind: Kind, alone: bool) -> Iterable[Query]:
    text = word.as_one or word.parts[0]
    if kind is Kind.PERSON and len(text) == 1:
        yield _term("initial", f"-{text}", BARE)
    if word.is_initial:
        return
    if kind is Kind.PERSON:
        yield _term("sound", sound(text), SOUND)
    if len(text) >= SHORTEST_FUZZY - (not alone):
        yield from _fuzzy(word)


def _bare(word: Word, kind: Kind) -> Iterable[Query]:
    if kind is Kind.PERSON and not word.is_initial:
        yield _term("bare", (word.as_one or word.parts[0])[0], BARE)


def _fuzzy(word: Word, begun: bool = False) -> Iterable[Query]:
    text = word.as_one or word.parts[0]
    for field in ("name", "beside"):
        slip = Query.fuzzy_term_query(schema(), field, text, 1, True, begun)
        yield Query.const_score_query(slip, FUZZY)


def _term(field: str, text: str, score: float) -> Query:
    return Query.const_score_query(Query.term_query(schema(), field, text), score)


def _begun(field: str, text: str, score: float) -> Query:
    if len(text) <= LONGEST_START:
        return _term(f"{field}_start", text, score)
    return Query.const_score_query(Query.regex_query(schema(), field, re.escape(text) + ".*"), score)
