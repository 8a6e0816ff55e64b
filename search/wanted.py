"""Which words of a query to look for in a paper's text, and where they are in it, as the index reads words. Pure."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import takewhile

from search.clauses import STOP_WORDS
from search.folding import normalise, only_symbol
from search.query import Field, ParsedQuery, Term
from search.schema import NAMES, WORDS, analyser

Span = tuple[int, int]

_WORD = re.compile(r"[^\W_]+")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_BETWEEN = re.compile(r"[\W_]*")
_FIELDS = {Field.ANY, Field.TITLE, Field.ABSTRACT}


@dataclass(frozen=True, slots=True)
class Sought:
    """A word, or several that stand side by side. `symbol` is looked for as it is written: `C++`."""

    typed: str
    stems: tuple[str, ...]
    in_title: bool = True
    in_abstract: bool = True
    symbol: str = ""

    def __hash__(self) -> int:
        return hash(self.typed)


@dataclass(frozen=True)
class Wanted:
    """All that a query looks for in text. Names of authors, categories and years are not among it."""

    sought: tuple[Sought, ...]

    def __bool__(self) -> bool:
        return bool(self.sought)

    def places(self, text: str) -> dict[Sought, list[Span]]:
        """Where each stands in the text; those that do not are left out."""
        found: dict[Sought, list[Span]] = {}
        if self._candidates is not None:
            folded = _same_length(text)
            for match in self._candidates.finditer(folded):
                for one in self._by_first_stem.get(stem(match[0]), ()):
                    if end := _end_of(one, folded, match.end()):
                        found.setdefault(one, []).append((match.start(), end))
        for one in self._symbols:
            spans = [match.span() for match in _written_as(one.symbol).finditer(text)]
            if spans:
                found[one] = spans
        return found

    def apart(self, phrases: tuple[Sought, ...]) -> "Wanted":
        """The words of these phrases one by one, for a paper that has none of them."""
        known = self._apart.get(phrases)
        if known is None:
            known = self._apart[phrases] = Wanted(tuple(dict.fromkeys(_single(phrases))))
        return known

    @cached_property
    def _apart(self) -> dict[tuple[Sought, ...], "Wanted"]:
        """The papers of a page lack the same ones."""
        return {}

    @cached_property
    def phrases(self) -> tuple[Sought, ...]:
        return tuple(one for one in self.sought if len(one.stems) > 1)

    @cached_property
    def _symbols(self) -> tuple[Sought, ...]:
        return tuple(one for one in self.sought if one.symbol)

    @cached_property
    def _by_first_stem(self) -> dict[str, list[Sought]]:
        known: dict[str, list[Sought]] = {}
        for one in self.sought:
            if one.stems:
                known.setdefault(one.stems[0], []).append(one)
        return known

    @cached_property
    def _candidates(self) -> re.Pattern[str] | None:
        """Words that begin like one that is sought: far fewer than all, and found at the speed of `re`."""
        beginnings = {_beginning(one) for one in self.sought if one.stems}
        if not beginnings:
            return None
        return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, sorted(beginnings)))})[^\W_]*")


NOTHING = Wanted(())


def wanted(parsed: ParsedQuery) -> Wanted:
    sought = (one for clause in parsed.clauses for term in clause for one in _sought(term))
    kept = tuple(dict.fromkeys(sought))
    telling = tuple(one for one in kept if one.typed.lower() not in STOP_WORDS)
    return Wanted(telling or kept)


def names_in(typed: Iterable[str], printed: Iterable[str]) -> list[str]:
    """Of what was typed, that whose words all stand in one of the printed names."""
    names = [_name_words(name) for name in printed]
    together = frozenset[str]().union(*names)  # most of what is typed is in none of them
    asked = ((text, _name_words(text)) for text in dict.fromkeys(typed))
    return [text for text, words in asked if words and words <= together and any(words <= name for name in names)]


@lru_cache(maxsize=4_096)
def _name_words(name: str) -> frozenset[str]:
    return frozenset(analyser(NAMES).analyze(normalise(name)))


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """As the index keeps it; a word that falls apart there has none."""
    found = stem_all(word)
    return found[0] if len(found) == 1 else ""


def stem_all(text: str) -> tuple[str, ...]:
    return tuple(analyser(WORDS).analyze(normalise(text)))


def _single(phrases: Iterable[Sought]) -> Iterator[Sought]:
    for one in phrases:
        for word in _WORD.findall(one.typed):
            if word.lower() not in STOP_WORDS and (stems := stem_all(word)):
                yield Sought(word, stems, one.in_title, one.in_abstract)


def _sought(term: Term) -> Iterable[Sought]:
    if term.field not in _FIELDS:
        return
    in_title, in_abstract = term.field is not Field.ABSTRACT, term.field is not Field.TITLE
    if only_symbol(term.text) and not term.text.startswith("\\"):
        yield Sought(term.text, (), in_title, in_abstract, symbol=term.text)
    elif stems := stem_all(term.text):
        yield Sought(term.text, stems, in_title, in_abstract)


def _beginning(one: Sought) -> str:
    """What all words of its stem begin with, but for a few of two letters."""
    first = _WORD.search(normalise(one.typed))
    pairs = zip(first[0].lower() if first else "", one.stems[0], strict=False)
    common = "".join(letter for letter, other in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return (common[:-1] if len(common) > 2 else common) or one.stems[0][0]


def _end_of(one: Sought, folded: str, end: int) -> int:
    """Where it ends if its other words follow here, else 0."""
    for wanted_stem in one.stems[1:]:
        between = _BETWEEN.match(folded, end)
        word = _WORD.match(folded, between.end() if between else end)
        if word is None or stem(word[0]) != wanted_stem:
            return 0
        end = word.end()
    return end


@lru_cache(maxsize=256)
def _written_as(symbol: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(symbol)}(?![\w+#])", re.IGNORECASE)


def _same_length(text: str) -> str:
    """In small letters without accents, each sign still at its place: ignoring case takes a pattern twice as long."""
    return (text if text.isascii() else _NOT_ASCII.sub(lambda match: _folded(match[0]), text)).lower()


@lru_cache(maxsize=4_096)
def _folded(sign: str) -> str:
    plain = normalise(sign).lower()
    return plain if len(plain) == 1 else sign
