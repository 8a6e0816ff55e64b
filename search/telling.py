"""Which words of a query tell what it is about: a paper that lacks them all is no answer to it.

Half of all papers have `learning`, `method` or `result`, and any question has one of these. So the commonest words are
not enough for a paper to be listed, as long as together they are worth less than `LITTLE` of the query; what a word is
worth goes by how rare it is, as in its score. Only the index says what is rare: no filter changes which words tell.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from tantivy import Searcher

from search.clauses import Word

LITTLE = 0.3  # chosen so that the first 200 papers remain what they are with any word: docs/decisions/0009
ENOUGH = 200  # papers that one telling word must have at least, or the list would be cut short


@dataclass(frozen=True)
class Known:
    """`worth` is what the word says of the query; `papers` how many have it at least, as far as that is known."""

    word: Word
    rarity: float
    worth: float
    papers: int


def telling(searcher: Searcher, words: Sequence[Word]) -> list[Word]:
    """The rarest first; all of them where none can be spared."""
    known = [one for one in (_known(searcher, word) for word in words) if one is not None]
    return [one.word for one in choose(known)] or list(words)


def choose(known: Iterable[Known]) -> list[Known]:
    chosen = sorted(known, key=lambda one: -one.rarity)
    spare = LITTLE * sum(one.worth for one in chosen)
    while len(chosen) > 1 and max(one.papers for one in chosen[:-1]) >= ENOUGH:
        spare -= chosen[-1].worth
        if spare < 0:
            break
        chosen.pop()
    return chosen


def _known(searcher: Searcher, word: Word) -> Known | None:
    """None where no paper has it. Papers removed lately may still be counted; of words side by side nobody knows."""
    counts = [[searcher.doc_freq(name, token) for token in tokens] for name, tokens in word.places]
    most = max((min(found) for found in counts), default=0)
    if not most:
        return None
    rarity = log(1 + searcher.num_docs / most)
    return Known(word, rarity, word.times * rarity, max((found[0] for found in counts if len(found) == 1), default=0))
