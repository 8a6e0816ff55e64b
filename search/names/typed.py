"""A name as a reader types it, in words to be asked for; pure.

The order of the words is not trusted: `Smith John`, `Smith, J.` and `john smith` ask for the same words. What is
`optional` (particles, suffixes) lifts whom it fits and is wanted of nobody.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from institutions.names import fold_word, plain
from institutions.names import words as place_words
from institutions.vocabulary import DROPPED
from researchers.names import clean, fold, is_suffix
from researchers.spellings import PARTICLES, heard, in_latin
from search.names.entries import whole

MOST_SIGNS = 200
MOST_WORDS = 8
LONGEST_CUT = 5  # letters of a name before its point: Zh., Alex.


@dataclass(frozen=True, slots=True)
class Word:
    """`parts` must all be there, or `as_one`, without the hyphen, or one of `others`; `cut`: its end was left out."""

    parts: tuple[str, ...]
    as_one: str = ""
    others: tuple[str, ...] = ()
    optional: bool = False
    cut: bool = False

    @property
    def is_initial(self) -> bool:
        return all(len(part) == 1 for part in self.parts)


@dataclass(frozen=True, slots=True)
class Typed:
    """`pairs` are what first initial and family name may be, the likeliest first; `in_full`: no initial among them."""

    words: tuple[Word, ...]
    whole: str = ""
    run: str = ""
    pairs: tuple[str, ...] = ()
    in_full: bool = False

    @property
    def wanted(self) -> tuple[Word, ...]:
        return tuple(word for word in self.words if not word.optional)


@lru_cache(maxsize=2_000)
def person(text: str) -> Typed:
    text = in_latin(clean(text[:MOST_SIGNS]))
    tokens = text.replace(",", " ").split()
    shouted = text.isupper()
    words = []
    for place, token in enumerate(tokens):
        word = _word(token, shouted)
        if word:
            follows = any(len(fold(later)) > 1 and not is_suffix(later) for later in tokens[place + 1 :])
            particle = word.parts[0] in PARTICLES and len(word.parts) == 1 and follows and len(tokens) > 2
            optional = particle or (place > 0 and is_suffix(token))
            words.append(replace(word, optional=optional))
    words = words[:MOST_WORDS]
    if words and all(word.optional for word in words):
        words = [replace(word, optional=False) for word in words]
    if not words:
        return Typed(())
    plain_parts = [part for word in words if not word.optional for part in word.parts]
    return Typed(
        tuple(words),
        whole=whole(plain_parts),
        run="".join(part for word in words for part in word.parts),
        pairs=_pairs(text, words),
        in_full=any(len(part) > 1 for word in words[:-1] for part in word.parts)
        and not any(w.is_initial for w in words),
    )


@lru_cache(maxsize=2_000)
def place(text: str) -> Typed:
    text = in_latin(text[:MOST_SIGNS])
    words = [
        Word((fold_word(word),), others=() if fold_word(word) == word else (word,))
        for word in plain(text).split()
        if word not in DROPPED
    ][:MOST_WORDS]
    folded = place_words(text)
    return Typed(tuple(words), whole=whole(folded), run="".join(folded))


def _word(token: str, shouted: bool) -> Word | None:
    """`J.-P.` and `JP` are two initials, `Jean-Pierre` two words that may be written as one."""
    letters = token.replace(".", "").replace("-", "")
    if not shouted and 2 <= len(letters) <= 3 and letters.isupper() and letters.isalpha():
        return Word(tuple(fold(" ".join(letters)).split()), fold(letters))
    parts = tuple(fold(token).split())
    if not parts:
        return None
    cut = token.endswith(".") and not is_suffix(token) and 1 < len(parts[-1]) <= LONGEST_CUT
    return Word(parts, "".join(parts) if len(parts) > 1 else "", cut=cut)


def _pairs(text: str, words: list[Word]) -> tuple[str, ...]:
    name = heard(text)
    pairs = []
    if name.given and name.given[0] and name.core:
        pairs = [f"{name.given[0][0]}_{''.join(name.core)}", f"{name.given[0][0]}_{name.core[-1]}"]
    parts = [part for word in words if not word.optional for part in word.parts]
    if len(parts) > 1 and "," not in text:
        pairs += [f"{parts[0][0]}_{parts[-1]}", f"{parts[1][0]}_{parts[0]}"]
    return tuple(dict.fromkeys(pairs))
