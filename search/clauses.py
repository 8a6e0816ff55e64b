"""A parsed query as questions to the word index: all words, or some of them, and what must hold either way."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from tantivy import Occur, Query

from search import name_keys
from search.filters import any_of, everything, in_categories, in_years, unscored
from search.folding import normalise, only_symbol, symbol
from search.query import Field, ParsedQuery, Term, parse_years
from search.schema import NAMES, WORDS, analyser, schema
from search.title_keys import title_key

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
NAME_WORDS = range(2, 5)  # so many words alone may be somebody's name
NAME_WEIGHT = 2.0
WHOLE_TITLE = 100.0  # more than words score
LONG_TITLE = 5
MOST_ASKED = 64  # different words; of more, those typed most often and then the longest
LONGEST_PHRASE = 32  # words that may stand side by side in a title
LONGEST_NAME = 80
SEARCHED = ("title", "text", "authors")  # `text` has the title too

Clauses = list[tuple[Occur, Query]]
Place = tuple[str, tuple[str, ...]]  # a field, and the words that stand in it side by side


@dataclass(frozen=True)
class Word:
    """One of the words of which some are enough. Whoever has it has it in one of `places`, whatever that scores."""

    scored: Query
    places: tuple[Place, ...]
    times: int = 1  # so often it was typed


@dataclass
class Question:
    """`required` holds in any case; of `words` all or some. Without either it asks for everything."""

    required: Clauses = field(default_factory=list)
    words: list[Query] = field(default_factory=list)
    single_words: list[Word] = field(default_factory=list)
    lifts: Clauses = field(default_factory=list)
    name: Query | None = None  # the words as an author's name, which is enough
    title: Query | None = None  # all that was typed as a whole title, whatever was read into its signs

    @property
    def is_empty(self) -> bool:
        return not self.words and not any(occur == Occur.Must for occur, _ in self.required)

    @property
    def can_relax(self) -> bool:
        return len(self.single_words) > 1

    def all_words(self) -> Query:
        wanted: Clauses = [*((Occur.Must, word) for word in self.words), *self.lifts]
        if self.name is not None:
            wanted = [(Occur.Must, any_of([Query.boolean_query(wanted), self.name]))]
        return self._or_title(Query.boolean_query([*wanted, *self._required()]))

    def some_words(self, telling: Collection[Word]) -> Query:
        """Papers with any of the telling words; the others only score."""
        named = [self.name] if self.name is not None else []
        scored = [word.scored for word in self.single_words]
        if len(telling) == len(self.single_words):
            wanted: Clauses = [(Occur.Must, any_of([*scored, *named]))]
        else:
            enough = [_in_field(*place) for word in telling for place in word.places]
            wanted = [(Occur.Must, unscored(any_of([*enough, *named])))]
            wanted += [(Occur.Should, query) for query in (*scored, *named)]
        return self._or_title(Query.boolean_query([*wanted, *self._required(), *self.lifts]))

    def _or_title(self, wanted: Query) -> Query:
        return wanted if self.title is None else any_of([wanted, self.title])

    def _required(self) -> Clauses:
        if self.words or not self.is_empty:
            return self.required
        return [(Occur.Must, everything()), *self.required]


def question(parsed: ParsedQuery) -> Question:
    asked = Question()
    plain = [clause for clause in parsed.clauses if _is_plain(clause)]
    times = _most_telling([clause[0].text.lower() for clause in plain])
    title = min(TITLE_WEIGHT, TITLE_WORDS / max(len(times), 1))
    left = set(times)
    for clause in parsed.clauses:
        word = clause[0].text.lower()
        if _is_plain(clause):
            if word not in left:
                continue  # a word that says little, or that was there before
            left.remove(word)
        alternatives = [query for term in clause if (query := _term(term, title)) is not None]
        if not alternatives:
            continue
        wanted = any_of(alternatives)
        if _is_plain(clause):
            asked.words.append(_boosted(wanted, times[word]))
            asked.single_words += _single_words(clause[0], title, times[word])
        else:
            asked.required.append((Occur.Must, wanted))
    for term in parsed.excluded:
        if (query := _term(term, title)) is not None:
            asked.required.append((Occur.MustNot, query))
    in_order = list(chain.from_iterable(_tokens(WORDS, clause[0].text) for clause in plain))
    if 1 < len(in_order) <= LONGEST_PHRASE:
        asked.lifts.append((Occur.Should, Query.boost_query(_in_field("title", in_order), PHRASE_LIFT)))
    if len(plain) == len(parsed.clauses):
        asked.name = _named(" ".join(clause[0].text for clause in plain)) if len(plain) in NAME_WORDS else None
        asked.title = _titled(parsed)
    return asked


def _most_telling(words: Sequence[str]) -> dict[str, int]:
    """The words to ask for, and how often each was typed: who tells a need at length repeats what it is about."""
    times = Counter([word for word in words if word not in STOP_WORDS] or words)
    return dict(sorted(times.items(), key=lambda item: (-item[1], -len(item[0])))[:MOST_ASKED])


def _boosted(query: Query, times: int) -> Query:
    return Query.boost_query(query, float(times)) if times > 1 else query


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
    if term.field in (Field.AUTHOR, Field.FIRST_AUTHOR):
        return _author(term)
    analysed = NAMES if term.field is Field.INSTITUTION else WORDS
    tokens = _tokens(analysed, term.text)
    if not tokens:
        return None
    if term.field is Field.ABSTRACT:
        return _in_abstract(tokens)
    return _in_field("affiliation" if term.field is Field.INSTITUTION else str(term.field), tokens)


def _author(term: Term) -> Query | None:
    """The words side by side as printed, or another form of the same name."""
    is_first = term.field is Field.FIRST_AUTHOR
    tokens = _tokens(NAMES, given_first(term.text))
    found = [_in_field("first_author" if is_first else "authors", tokens)] if tokens else []
    named = _named(term.text, name_keys.FIRST if is_first else "")
    return _best_of([*found, *([named] if named is not None else [])])


def _named(text: str, mark: str = "") -> Query | None:
    """Authors whose name the text may be a form of; None where it is no form of a name."""
    if len(text) > LONGEST_NAME or any(sign.isdigit() for sign in text):
        return None
    forms = [
        Query.term_query(schema(), "author_key", mark + key, index_option="basic") for key in name_keys.asked(text)
    ]
    best = _best_of(forms)
    return None if best is None else Query.boost_query(best, NAME_WEIGHT)


def _anywhere(term: Term, title_weight: float) -> Query | None:
    """A word or phrase in any of the searched fields, or among symbols and identifiers."""
    found = [
        Query.boost_query(_in_field(*place), title_weight) if place[0] == "title" else _in_field(*place)
        for place in _places(term)
    ]
    return _best_of(found)


@lru_cache(maxsize=1_024)
def _places(term: Term) -> tuple[Place, ...]:
    """A word is asked for among all words, and alone."""
    name = None if term.phrase else symbol(term.text)
    found: list[Place] = [("symbol", (name,))] if name else []
    if not (name and only_symbol(term.text)):
        for field_name in SEARCHED:
            tokens = _tokens(NAMES if field_name == "authors" else WORDS, term.text)
            if tokens:
                found.append((field_name, tuple(tokens)))
    if not term.phrase and any(sign.isdigit() for sign in term.text) and any(sign in "./" for sign in term.text):
        found.append(("identifier", (term.text.lower(),)))
    return tuple(found)


def _titled(parsed: ParsedQuery) -> Query | None:
    """A dash before a word of a long title is one of the title's own, as in `Growth of crystals -5 C`."""
    key = title_key(parsed.text)
    if key is None or (parsed.excluded and len(parsed.text.split()) < LONG_TITLE):
        return None
    return Query.const_score_query(Query.term_query(schema(), "title_key", key, index_option="basic"), WHOLE_TITLE)


def _best_of(found: list[Query]) -> Query | None:
    if len(found) < 2:
        return found[0] if found else None
    return Query.disjunction_max_query(found, LESSER_FIELDS)


def _single_words(term: Term, title_weight: float, times: int) -> list[Word]:
    """What remains of a word when some will do: `self-attention` falls apart."""
    tokens = _tokens(WORDS, term.text)
    parts = (
        [term.text] if len(tokens) < 2 or only_symbol(term.text) else [term.text, *term.text.replace("-", " ").split()]
    )
    return [
        Word(_boosted(query, times), tuple(place for place in _places(Term(part)) if place[0] != "title"), times)
        for part in dict.fromkeys(parts)
        if (query := _anywhere(Term(part), title_weight)) is not None
    ]


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


def given_first(name: str) -> str:
    """`Mutlu, Onur` stands in the index as `Onur Mutlu`."""
    family, comma, given = name.partition(",")
    return f"{given} {family}" if comma else name


def _tokens(name: str, text: str) -> list[str]:
    return analyser(name).analyze(normalise(text))
