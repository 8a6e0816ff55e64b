"""A parsed query as questions to the word index: all words, or any of them, and what must hold either way."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from tantivy import Occur, Query

from search.filters import any_of, everything, in_categories, in_years
from search.folding import normalise, only_symbol, symbol
from search.query import Field, ParsedQuery, Term, parse_years
from search.schema import NAMES, WORDS, analyser, schema

STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a about an and are as at be been but by can do does for from had has have how i if in into is it its may not "
        "of on or our so such than that the their then there these they this to was we were what when where which who "
        "why will with would you",
    )
)
# Chosen by nDCG@10 on ../shared/relevance. A title says most of what a few words ask for, little of what many do.
TITLE_WEIGHT, TITLE_WORDS = 2.0, 6.0  # the weight is TITLE_WORDS divided by the number of words, TITLE_WEIGHT at most
LESSER_FIELDS = 0.5  # how much of a word's score in other fields is added to its best one
PHRASE_LIFT = 2.0  # for a title that holds the words side by side
ALL_WORDS_LIFT = 1000.0  # above any score, so that papers with all words stand before those with some

Clauses = list[tuple[Occur, Query]]


@dataclass
class Question:
    """`required` holds in any case; of `words` all or any. Without either it asks for everything."""

    required: Clauses = field(default_factory=list)
    words: list[Query] = field(default_factory=list)
    single_words: list[Query] = field(default_factory=list)
    lifts: Clauses = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not self.words and not any(occur == Occur.Must for occur, _ in self.required)

    @property
    def can_relax(self) -> bool:
        return len(self.single_words) > 1

    def all_words(self) -> Query:
        wanted: Clauses = [(Occur.Must, word) for word in self.words]
        return Query.boolean_query([*wanted, *self._required(), *self.lifts])

    def any_word(self) -> Query:
        """Papers with all words first."""
        some: Clauses = [(Occur.Should, word) for word in self.single_words]
        every = Query.const_score_query(self.all_words(), ALL_WORDS_LIFT)
        wanted = Query.boolean_query([*some, *self.lifts, (Occur.Should, every)])
        return Query.boolean_query([(Occur.Must, wanted), *self._required()])

    def _required(self) -> Clauses:
        if self.words or not self.is_empty:
            return self.required
        return [(Occur.Must, everything()), *self.required]


def question(parsed: ParsedQuery) -> Question:
    asked = Question()
    plain = [clause for clause in parsed.clauses if _is_plain(clause)]
    telling = [clause for clause in plain if clause[0].text.lower() not in STOP_WORDS] or plain
    title = min(TITLE_WEIGHT, TITLE_WORDS / max(len(telling), 1))
    for clause in parsed.clauses:
        if clause in plain and clause not in telling:
            continue
        alternatives = [query for term in clause if (query := _term(term, title)) is not None]
        if not alternatives:
            continue
        wanted = any_of(alternatives)
        if _is_plain(clause):
            asked.words.append(wanted)
            asked.single_words += _single_words(clause[0], title)
        else:
            asked.required.append((Occur.Must, wanted))
    for term in parsed.excluded:
        if (query := _term(term, title)) is not None:
            asked.required.append((Occur.MustNot, query))
    in_order = list(chain.from_iterable(_tokens(WORDS, clause[0].text) for clause in plain))
    if len(in_order) > 1:
        asked.lifts.append((Occur.Should, Query.boost_query(_in_field("title", in_order), PHRASE_LIFT)))
    return asked


def _is_plain(clause: tuple[Term, ...]) -> bool:
    return len(clause) == 1 and clause[0].field is Field.ANY and not clause[0].phrase


def _term(term: Term, title_weight: float) -> Query | None:
    """None where nothing of it can be searched."""
    if term.field is Field.CATEGORY:
        return in_categories((term.text,))
    if term.field is Field.YEAR:
        years = parse_years(term.text)
        return in_years((years,)) if years else None
    if term.field is Field.ID:
        return Query.term_query(schema(), "identifier", term.text.lower())
    if term.field is Field.ANY:
        return _anywhere(term, title_weight)
    name = {Field.AUTHOR: "authors", Field.FIRST_AUTHOR: "first_author"}.get(term.field, str(term.field))
    tokens = _tokens(NAMES if name in ("authors", "first_author") else WORDS, _given_first(term))
    if not tokens:
        return None
    return _in_abstract(tokens) if term.field is Field.ABSTRACT else _in_field(name, tokens)


def _anywhere(term: Term, title_weight: float) -> Query | None:
    """A word or phrase in any of the searched fields, or among symbols and identifiers."""
    name = None if term.phrase else symbol(term.text)
    found = [Query.term_query(schema(), "symbol", name)] if name else []
    if not (name and only_symbol(term.text)):
        for field_name, weight in (("title", title_weight), ("text", 1.0), ("authors", 1.0)):
            tokens = _tokens(NAMES if field_name == "authors" else WORDS, term.text)
            if tokens:
                found.append(Query.boost_query(_in_field(field_name, tokens), weight))
    if not term.phrase and any(sign.isdigit() for sign in term.text) and any(sign in "./" for sign in term.text):
        found.append(Query.term_query(schema(), "identifier", term.text.lower()))
    if len(found) < 2:
        return found[0] if found else None
    return Query.disjunction_max_query(found, LESSER_FIELDS)


def _single_words(term: Term, title_weight: float) -> list[Query]:
    """What remains of a word when any will do: `self-attention` falls apart."""
    tokens = _tokens(WORDS, term.text)
    parts = (
        [term.text] if len(tokens) < 2 or only_symbol(term.text) else [term.text, *term.text.replace("-", " ").split()]
    )
    return [query for part in dict.fromkeys(parts) if (query := _anywhere(Term(part), title_weight)) is not None]


def _in_field(name: str, tokens: Sequence[str]) -> Query:
    if len(tokens) == 1:
        return Query.term_query(schema(), name, tokens[0], index_option="freq")
    return Query.phrase_query(schema(), name, list(tokens))


def _in_abstract(tokens: Sequence[str]) -> Query:
    """The abstract's field tells no order; that of title and abstract together does."""
    wanted: Clauses = [
        (Occur.Must, Query.term_query(schema(), "abstract", token, index_option="basic")) for token in tokens
    ]
    return Query.boolean_query([*wanted, (Occur.Must, _in_field("text", tokens))])


def _given_first(term: Term) -> str:
    """`Mutlu, Onur` stands in the index as `Onur Mutlu`."""
    family, comma, given = term.text.partition(",")
    return f"{given} {family}" if comma and term.field in (Field.AUTHOR, Field.FIRST_AUTHOR) else term.text


def _tokens(name: str, text: str) -> list[str]:
    return analyser(name).analyze(normalise(text))
